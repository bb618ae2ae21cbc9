package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Camera numbers the two cameras of the head.
type Camera uint8

// The cameras.
const (
	TopCamera    Camera = iota // in the forehead, looks ahead
	BottomCamera               // in the mouth, looks at the ground before the feet

	NumCameras = 2
)

// cameraFacts is one row of the camera table, in the head's frame.
type cameraFacts struct {
	name    string
	p_HC    r3.Vec  // m
	tiltRad float64 // downwards
}

var cameras = [NumCameras]cameraFacts{
	TopCamera:    {"CameraTop", r3.Vec{X: 0.05871, Z: 0.06364}, 1.2 * math.Pi / 180},
	BottomCamera: {"CameraBottom", r3.Vec{X: 0.05071, Z: 0.01774}, 39.7 * math.Pi / 180},
}

// Opening angles of the V6 camera (OV5640) in the modes with an aspect of 4:3, rad.
const (
	CameraFOVX = 54.7 * math.Pi / 180
	CameraFOVY = 42.5 * math.Pi / 180
)

// String returns the camera's frame as in nao_description, CameraTop or CameraBottom.
func (c Camera) String() string { return cameras[c].name }

// OpticalFrame returns the name of the camera's optical frame: z forward, x right, y down.
func (c Camera) OpticalFrame() string { return cameras[c].name + "_optical_frame" }

// InHead returns X_HC, the camera's optical frame in the head.
func (c Camera) InHead() Pose { return c.bodyInHead().Mul(Optical()) }

// bodyInHead returns the camera's frame with ROS's body axes (x looks) in the head.
func (c Camera) bodyInHead() Pose {
	x := Rotation(r3.Vec{Y: 1}, cameras[c].tiltRad)
	x.P = cameras[c].p_HC
	return x
}

// Optical returns the rotation from a camera's body axes (x looks, z up) to its
// optical axes (z looks, x right, y down), after REP 103.
func Optical() Pose {
	return Pose{R: [9]float64{
		0, 0, 1,
		-1, 0, 0,
		0, -1, 0,
	}}
}

// Intrinsics is a pinhole camera without distortion: u = Fx·x/z + Cx, v = Fy·y/z + Cy.
type Intrinsics struct {
	Fx, Fy, Cx, Cy float64 // pixels
}

// IntrinsicsOf returns the pinhole of an image of width × height pixels that opens
// fovX × fovY rad. The centre lies between the middle pixels.
func IntrinsicsOf(width, height int, fovX, fovY float64) Intrinsics {
	w, h := float64(width)/2, float64(height)/2
	return Intrinsics{Fx: w / math.Tan(fovX/2), Fy: h / math.Tan(fovY/2), Cx: w, Cy: h}
}

// Project returns the pixel where a point before the camera appears; ok is false
// for a point beside or behind it.
func (k Intrinsics) Project(p_C r3.Vec) (u, v float64, ok bool) {
	if p_C.Z <= 0 {
		return 0, 0, false
	}
	return k.Fx*p_C.X/p_C.Z + k.Cx, k.Fy*p_C.Y/p_C.Z + k.Cy, true
}

// Ray returns the direction in the optical frame that appears at a pixel; z is 1.
func (k Intrinsics) Ray(u, v float64) r3.Vec {
	return r3.Vec{X: (u - k.Cx) / k.Fx, Y: (v - k.Cy) / k.Fy, Z: 1}
}

// AccelerometerInTorso returns the accelerometer's position, m; its axes are the torso's.
func AccelerometerInTorso() r3.Vec { return r3.Vec{X: -0.008, Y: 0.00606, Z: 0.027} }

// GyroscopeInTorso returns the gyroscope's position, m; its axes are the torso's.
func GyroscopeInTorso() r3.Vec { return r3.Vec{X: -0.008, Y: 0.006, Z: 0.029} }

// Sonar numbers the two virtual sonars of the chest, in LoLA's order.
type Sonar uint8

// The sonars.
const (
	LeftSonar Sonar = iota
	RightSonar

	NumSonars = 2
)

// SonarFOV is the opening angle of a sonar's beam, rad; the V5 and V6 measure
// from SonarMin to SonarMax, m, and estimate beyond.
const (
	SonarFOV = 60 * math.Pi / 180
	SonarMin = 0.20
	SonarMax = 0.80
)

// SonarNothing is the distance that the body reports without an echo, m: nothing is near. It does not
// mean that something is 5 m away.
const SonarNothing = 5.0

// InTorso returns the sonar's frame in the torso, x forward along the beam.
func (s Sonar) InTorso() Pose {
	side := 1.0
	if s == RightSonar {
		side = -1
	}
	x := Rotation(r3.Vec{Z: 1}, side*22.5*math.Pi/180)
	x.P = r3.Vec{X: 0.00558, Y: side * 0.01921, Z: 0.06239}
	return x
}

// InFoot returns the position of a force sensor under the sole, in the frame of the foot
// (the ankle), m.
func (f FSR) InFoot() r3.Vec { return fsrInFoot[f] }

var fsrInFoot = [NumFSR]r3.Vec{
	LFrontLeft:  {X: 0.07025, Y: 0.0299, Z: -0.0451},
	LFrontRight: {X: 0.07025, Y: -0.0231, Z: -0.0451},
	LRearLeft:   {X: -0.03025, Y: 0.0299, Z: -0.0451},
	LRearRight:  {X: -0.02965, Y: -0.0191, Z: -0.0451},
	RFrontLeft:  {X: 0.07025, Y: 0.0231, Z: -0.0451},
	RFrontRight: {X: 0.07025, Y: -0.0299, Z: -0.0451},
	RRearLeft:   {X: -0.03025, Y: 0.0191, Z: -0.0451},
	RRearRight:  {X: -0.02965, Y: -0.0299, Z: -0.0451},
}

// Place returns the link of a touch sensor and its position there, m.
func (t Touch) Place() (Link, r3.Vec) { return touchPlaces[t].link, touchPlaces[t].p }

var touchPlaces = [NumTouch]struct {
	link Link
	p    r3.Vec
}{
	ChestButton:      {LinkTorso, r3.Vec{X: 0.04987, Y: 0.00159, Z: 0.05516}},
	HeadFront:        {LinkHead, r3.Vec{X: 0.0312, Z: 0.1014}},
	HeadMiddle:       {LinkHead, r3.Vec{X: 0.001, Z: 0.1099}},
	HeadRear:         {LinkHead, r3.Vec{X: -0.0257, Z: 0.1045}},
	LFootBumperLeft:  {LinkLFoot, r3.Vec{X: 0.0876, Y: 0.019, Z: -0.0353}},
	LFootBumperRight: {LinkLFoot, r3.Vec{X: 0.0876, Y: -0.014, Z: -0.0353}},
	LHandBack:        {LinkLWrist, r3.Vec{X: 0.038, Z: 0.025}},
	LHandLeft:        {LinkLWrist, r3.Vec{X: 0.032, Y: 0.025, Z: 0.003}},
	LHandRight:       {LinkLWrist, r3.Vec{X: 0.035, Y: -0.025, Z: 0.0035}},
	RFootBumperLeft:  {LinkRFoot, r3.Vec{X: 0.0876, Y: 0.014, Z: -0.0353}},
	RFootBumperRight: {LinkRFoot, r3.Vec{X: 0.0876, Y: -0.019, Z: -0.0353}},
	RHandBack:        {LinkRWrist, r3.Vec{X: 0.038, Z: 0.025}},
	RHandLeft:        {LinkRWrist, r3.Vec{X: 0.035, Y: 0.025, Z: 0.0035}},
	RHandRight:       {LinkRWrist, r3.Vec{X: 0.032, Y: -0.025, Z: 0.003}},
}
