package view

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// Limits of a pose with which an image is of use.
const (
	minHeightM = 0.10               // of the camera above the ground: a lying robot sees nothing of the field
	maxHeightM = 1.2                // a NAO is 58 cm tall
	maxRollRad = 50 * math.Pi / 180 // of the horizon in the image
	farthestM  = 12.0               // a place on the ground beyond is as good as the horizon
)

// Standard deviations of the tilt, rad, as measured on the simulator's profile real; see docs/vision.md.
const (
	stillTiltDev = 0.010 // calibration and the angles' own drift
	turnTiltDev  = 0.004 // s: per rad/s of the torso's angular velocity
)

// ErrPose is in the chain of every error about a pose with which an image is of no use.
var ErrPose = errors.New("unusable camera pose")

// View is a camera at the moment of an image. Its pose cannot change: make a new one.
type View struct {
	Stamp         time.Duration
	Camera        nao.Camera
	Lens          nao.Intrinsics
	K1            float64  // of the lens: a ray r from the axis, the tangent of its angle, appears at r·(1 + K1·r²)
	Width, Height int      // px
	X_RC          nao.Pose // optical frame in base_footprint
	TiltVar       float64  // rad², of pitch and of roll, common to all that is seen in the image
}

// Size is the size of an image, px.
type Size struct{ Width, Height int }

// New returns the view of a camera in a posture. It returns an error if the lens or the posture is not finite, if the
// camera is not above the ground, or if the horizon is upside down: a robot that lies or falls.
func New(lens nao.Intrinsics, size Size, cam nao.Camera, p *Posture) (View, error) {
	x_RT := nao.TorsoInFootprint(&p.Joints, p.Angles)
	dev := stillTiltDev + turnTiltDev*math.Hypot(p.Turn[0], p.Turn[1])
	return At(lens, size, cam, p.At, x_RT.Mul(nao.CameraInTorso(cam, &p.Joints)), dev*dev)
}

// At returns the view of a camera at a pose X_RC. Its errors are those of New.
func At(lens nao.Intrinsics, size Size, cam nao.Camera, stamp time.Duration, x_RC nao.Pose, tiltVar float64) (View, error) {
	v := View{Stamp: stamp, Camera: cam, Lens: lens, Width: size.Width, Height: size.Height, X_RC: x_RC, TiltVar: tiltVar}
	return v, v.check()
}

func (v *View) check() error {
	r, p := &v.X_RC.R, v.X_RC.P
	sum := p.X + p.Y + p.Z + v.Lens.Cx + v.Lens.Cy + v.Lens.Fx + v.Lens.Fy + v.TiltVar
	for _, e := range r {
		sum += e
	}
	switch {
	case !plane.Finite(sum):
		return fmt.Errorf("%w: a number is not finite", ErrPose)
	case v.Lens.Fx <= 0 || v.Lens.Fy <= 0:
		return fmt.Errorf("%w: focal length %g × %g px: expected positive ones", ErrPose, v.Lens.Fx, v.Lens.Fy)
	case v.Width < 2 || v.Height < 1:
		return fmt.Errorf("%w: image of %d × %d px", ErrPose, v.Width, v.Height)
	case p.Z < minHeightM || p.Z > maxHeightM:
		return fmt.Errorf("%w: the camera is %.2f m above the ground: expected %g to %g", ErrPose, p.Z, minHeightM, maxHeightM)
	}
	// The angle between the image's vertical and the world's, in the image: the world's down is −(r6, r7, r8) in C.
	if roll := math.Atan2(-r[6], -r[7]); math.Abs(roll) > maxRollRad {
		return fmt.Errorf("%w: the horizon is rolled by %.0f°: expected at most %.0f°", ErrPose, roll*180/math.Pi, maxRollRad*180/math.Pi)
	}
	return nil
}

// Percept returns the pose as other rooms receive it.
func (v *View) Percept() percepts.CameraPose {
	return percepts.CameraPose{
		Stamp: v.Stamp, Bottom: v.Camera == nao.BottomCamera,
		Position: [3]float64{v.X_RC.P.X, v.X_RC.P.Y, v.X_RC.P.Z}, Rotation: v.X_RC.R, TiltVar: v.TiltVar,
	}
}

// HeightM returns the height of the camera above the ground, m.
func (v *View) HeightM() float64 { return v.X_RC.P.Z }

// Horizon returns the row of the horizon at a column, px, without the lens's distortion; it may lie outside the image.
func (v *View) Horizon(x float64) float64 {
	r := &v.X_RC.R
	return v.Lens.Cy - v.Lens.Fy*(r[6]*(x-v.Lens.Cx)/v.Lens.Fx+r[8])/r[7]
}

// Straight returns the place of a pixel with a lens without distortion, in whose images straight lines are straight.
func (v *View) Straight(x, y float64) (float64, float64) {
	if v.K1 == 0 {
		return x, y
	}
	a, b := (x-v.Lens.Cx)/v.Lens.Fx, (y-v.Lens.Cy)/v.Lens.Fy
	d2 := a*a + b*b
	s := 1.0 // r/rd, from rd = r·(1 + K1·r²) by iteration
	for range 4 {
		s = 1 / (1 + v.K1*d2*s*s)
	}
	return v.Lens.Cx + v.Lens.Fx*a*s, v.Lens.Cy + v.Lens.Fy*b*s
}

// Bent returns where the pixel of a lens without distortion appears: the inverse of Straight.
func (v *View) Bent(x, y float64) (float64, float64) {
	if v.K1 == 0 {
		return x, y
	}
	a, b := (x-v.Lens.Cx)/v.Lens.Fx, (y-v.Lens.Cy)/v.Lens.Fy
	s := 1 + v.K1*(a*a+b*b)
	return v.Lens.Cx + v.Lens.Fx*a*s, v.Lens.Cy + v.Lens.Fy*b*s
}

// Ideal returns the view through a lens without distortion.
func (v *View) Ideal() View {
	w := *v
	w.K1 = 0
	return w
}

// ray returns the direction of a pixel in R, with length 1 along the optical axis.
func (v *View) ray(x, y float64) r3.Vec { return v.straightRay(v.Straight(x, y)) }

// straightRay returns the direction of a pixel of a lens without distortion.
func (v *View) straightRay(x, y float64) r3.Vec {
	r := &v.X_RC.R
	a, b := (x-v.Lens.Cx)/v.Lens.Fx, (y-v.Lens.Cy)/v.Lens.Fy
	return r3.Vec{X: r[0]*a + r[1]*b + r[2], Y: r[3]*a + r[4]*b + r[5], Z: r[6]*a + r[7]*b + r[8]}
}

// Ground returns the place on the ground that a pixel shows. It reports false at and above the horizon, and beyond 12 m.
func (v *View) Ground(x, y float64) (gx, gy float64, ok bool) { return v.Level(x, y, 0) }

// Level returns the place at a height above the ground, m, that a pixel shows, for example of a ball's centre. It returns
// false if there is none within 12 m in front of the camera.
func (v *View) Level(x, y, heightM float64) (gx, gy float64, ok bool) {
	return v.meet(v.ray(x, y), heightM)
}

// meet returns where a ray meets the plane at a height above the ground.
func (v *View) meet(d r3.Vec, heightM float64) (gx, gy float64, ok bool) {
	h := v.X_RC.P.Z - heightM
	if d.Z*h >= 0 {
		return 0, 0, false
	}
	t := -h / d.Z
	gx, gy = v.X_RC.P.X+t*d.X, v.X_RC.P.Y+t*d.Y
	dx, dy := t*d.X, t*d.Y
	return gx, gy, dx*dx+dy*dy < farthestM*farthestM
}

// Pixel returns where a point of R appears. It reports false for a point beside or behind the camera; a pixel may lie
// outside the image.
func (v *View) Pixel(x, y, z float64) (px, py float64, ok bool) {
	r := &v.X_RC.R
	dx, dy, dz := x-v.X_RC.P.X, y-v.X_RC.P.Y, z-v.X_RC.P.Z
	depth := r[2]*dx + r[5]*dy + r[8]*dz
	if depth < 0.02 {
		return 0, 0, false
	}
	px = v.Lens.Cx + v.Lens.Fx*(r[0]*dx+r[3]*dy+r[6]*dz)/depth
	py = v.Lens.Cy + v.Lens.Fy*(r[1]*dx+r[4]*dy+r[7]*dz)/depth
	if across := math.Abs(px-v.Lens.Cx) + math.Abs(py-v.Lens.Cy); v.K1 != 0 && across > 2*float64(v.Width) {
		return px, py, true // far outside the image, where the lens's formula does not hold
	}
	px, py = v.Bent(px, py)
	return px, py, true
}

// Floor finds where many places on the ground appear.
type Floor struct {
	view               *View
	right, down, depth float64 // what the camera's height contributes to them
}

// Floor returns a converter of places on the ground to pixels. It is valid as long as the view is.
func (v *View) Floor() Floor {
	r, z := &v.X_RC.R, 0-v.X_RC.P.Z
	return Floor{v, r[6] * z, r[7] * z, r[8] * z}
}

// Pixel returns the result of View.Pixel for a place on the ground.
func (f *Floor) Pixel(x, y float64) (px, py float64, ok bool) {
	v := f.view
	r := &v.X_RC.R
	dx, dy := x-v.X_RC.P.X, y-v.X_RC.P.Y
	depth := r[2]*dx + r[5]*dy + f.depth
	if depth < 0.02 {
		return 0, 0, false
	}
	px = v.Lens.Cx + v.Lens.Fx*(r[0]*dx+r[3]*dy+f.right)/depth
	py = v.Lens.Cy + v.Lens.Fy*(r[1]*dx+r[4]*dy+f.down)/depth
	if across := math.Abs(px-v.Lens.Cx) + math.Abs(py-v.Lens.Cy); v.K1 != 0 && across > 2*float64(v.Width) {
		return px, py, true // far outside the image, where the lens's formula does not hold
	}
	px, py = v.Bent(px, py)
	return px, py, true
}

// Inside reports whether a pixel is in the image, at least margin px from its edge.
func (v *View) Inside(x, y, margin float64) bool {
	return x >= margin && y >= margin && x < float64(v.Width)-margin && y < float64(v.Height)-margin
}

// Jacobian is the derivative of a place on the ground by pixel column and row, m/px.
type Jacobian struct{ XU, XV, YU, YV float64 }

// Jacobian returns the derivative of Ground at a pixel. It reports false where Ground does.
func (v *View) Jacobian(x, y float64) (j Jacobian, ok bool) { return v.jacobian(v.ray(x, y)) }

// Spot is the place on the ground that a pixel shows.
type Spot struct {
	X, Y    float64 // px, where the pixel would be with a lens without distortion
	GX, GY  float64 // m, the place on the ground
	ByPixel Jacobian
}

// Spot returns what Straight, Ground and Jacobian return for a pixel, at the cost of one of them. It returns false where
// Ground does.
func (v *View) Spot(x, y float64) (s Spot, ok bool) {
	s.X, s.Y = v.Straight(x, y)
	d := v.straightRay(s.X, s.Y)
	if s.GX, s.GY, ok = v.meet(d, 0); !ok {
		return s, false
	}
	s.ByPixel, ok = v.jacobian(d)
	return s, ok
}

// jacobian returns the derivative of the place that a ray meets on the ground.
func (v *View) jacobian(d r3.Vec) (j Jacobian, ok bool) {
	r := &v.X_RC.R
	if d.Z >= 0 {
		return Jacobian{}, false
	}
	// g = P + t·d with t = −h/d.z: ∂g/∂u = t (∂d/∂u − d/d.z · ∂d.z/∂u).
	t := -v.X_RC.P.Z / d.Z
	kx, ky := d.X/d.Z, d.Y/d.Z
	fu, fv := t/v.Lens.Fx, t/v.Lens.Fy
	return Jacobian{
		XU: fu * (r[0] - kx*r[6]), XV: fv * (r[1] - kx*r[7]),
		YU: fu * (r[3] - ky*r[6]), YV: fv * (r[4] - ky*r[7]),
	}, true
}

// Cov returns the covariance of a place for independent errors of column and row with variances in px².
func (j Jacobian) Cov(columnVar, rowVar float64) plane.Cov2 {
	return plane.Cov2{
		XX: j.XU*j.XU*columnVar + j.XV*j.XV*rowVar,
		XY: j.XU*j.YU*columnVar + j.XV*j.YV*rowVar,
		YY: j.YU*j.YU*columnVar + j.YV*j.YV*rowVar,
	}
}

// Tilt returns the derivatives of a place on the ground by an error of the camera's pitch (down positive) and roll
// (right side down positive), m/rad, about the camera.
func (v *View) Tilt(x, y float64) (xByPitch, yByPitch, xByRoll, yByRoll float64) {
	h := v.X_RC.P.Z
	dx, dy := x-v.X_RC.P.X, y-v.X_RC.P.Y
	return -(h + dx*dx/h), -dx * dy / h, dx * dy / h, h + dy*dy/h
}

// TiltCov returns the covariance of a place on the ground that follows from the tilt alone, m².
func (v *View) TiltCov(x, y float64) plane.Cov2 {
	xp, yp, xr, yr := v.Tilt(x, y)
	return plane.Cov2{
		XX: v.TiltVar * (xp*xp + xr*xr), XY: v.TiltVar * (xp*yp + xr*yr), YY: v.TiltVar * (yp*yp + yr*yr),
	}
}

// BallRadius returns the radius in px of a ball that lies on the ground and whose centre appears at a pixel. It returns
// false where no ball can lie.
func (v *View) BallRadius(x, y, radiusM float64) (px float64, ok bool) {
	gx, gy, ok := v.Level(x, y, radiusM)
	if !ok {
		return 0, false
	}
	dx, dy, dz := gx-v.X_RC.P.X, gy-v.X_RC.P.Y, radiusM-v.X_RC.P.Z
	d2 := dx*dx + dy*dy + dz*dz
	if d2 <= radiusM*radiusM {
		return 0, false
	}
	return v.Lens.Fx * radiusM / math.Sqrt(d2-radiusM*radiusM), true
}
