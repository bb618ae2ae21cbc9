package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// LookAlong returns the head's yaw and pitch in rad that turn the camera's optical
// axis parallel to a direction in the torso. They may lie outside the joints'
// limits; see [ClampHead]. Straight up or down leaves the yaw at 0.
func LookAlong(cam Camera, dir_T r3.Vec) (yaw, pitch float64) {
	ground := math.Hypot(dir_T.X, dir_T.Y)
	if ground > 0 {
		yaw = math.Atan2(dir_T.Y, dir_T.X)
	}
	return yaw, math.Atan2(-dir_T.Z, ground) - cameras[cam].tiltRad
}

// LookAt returns the head's yaw and pitch in rad that bring a point of the torso's
// frame onto the camera's optical axis. ok is false for a point inside the neck's
// circle, nearer to the neck than the optical axis passes.
//
// The axis lies in the head's x-z plane, so the yaw is that of the point seen
// from the neck. In that plane the axis passes the neck at the distance k; with
// the point at range r and a below the horizon, r·sin(φ−a) = k gives the axis's
// own angle φ below the horizon.
func LookAt(cam Camera, p_T r3.Vec) (yaw, pitch float64, ok bool) {
	p := r3.Sub(p_T, links[LinkNeck].origin)
	ground, rangeM := math.Hypot(p.X, p.Y), r3.Norm(p)
	tilt, p_HC := cameras[cam].tiltRad, cameras[cam].p_HC
	sin, cos := math.Sincos(tilt)
	k := sin*p_HC.X + cos*p_HC.Z
	if rangeM <= math.Abs(k) {
		return 0, 0, false
	}
	if ground > 0 {
		yaw = math.Atan2(p.Y, p.X)
	}
	return yaw, math.Atan2(-p.Z, ground) + math.Asin(k/rangeM) - tilt, true
}

// headPitchTable holds the head's pitch limits over the absolute yaw, in degrees:
// beyond them the head's shell touches the shoulders. After the maker's joint page.
var headPitchTable = [...]struct{ yaw, minPitch, maxPitch float64 }{
	{0, -38.5, 29.5},
	{27.85, -38.5, 24.18},
	{43.32, -31.4, 21.2},
	{51.74, -27.5, 18.91},
	{62.45, -24.64, 17.19},
	{87.49, -18.91, 11.46},
	{119.52, -25.73, 18.91},
}

// HeadPitchRange returns the head's pitch limits in rad at a yaw in rad.
func HeadPitchRange(yaw float64) (minPitch, maxPitch float64) {
	const degree = math.Pi / 180
	deg := math.Abs(yaw) / degree
	row := headPitchTable[len(headPitchTable)-1]
	minPitch, maxPitch = row.minPitch, row.maxPitch
	for i := 1; i < len(headPitchTable); i++ {
		a, b := headPitchTable[i-1], headPitchTable[i]
		if deg < b.yaw {
			t := (deg - a.yaw) / (b.yaw - a.yaw)
			minPitch = a.minPitch + t*(b.minPitch-a.minPitch)
			maxPitch = a.maxPitch + t*(b.maxPitch-a.maxPitch)
			break
		}
	}
	low, high := HeadPitch.Range()
	return max(minPitch*degree, low), min(maxPitch*degree, high)
}

// ClampHead returns the head's yaw and pitch in rad, limited to what the neck allows.
func ClampHead(yaw, pitch float64) (float64, float64) {
	yaw = HeadYaw.Clamp(yaw)
	low, high := HeadPitchRange(yaw)
	return yaw, min(max(pitch, low), high)
}

// LookAtWithin returns the head's yaw and pitch in rad, within the neck's limits at that yaw, that bring the camera's optical axis as near to a point of the torso's
// frame as clamping can, and the angle in rad by which the axis misses the point. For a
// point inside the neck's circle, see [LookAt], the axis has its direction from the neck.
func LookAtWithin(cam Camera, p_T r3.Vec) (yaw, pitch, missRad float64) {
	if !finite(p_T) {
		return 0, 0, math.Pi
	}
	yaw, pitch, ok := LookAt(cam, p_T)
	if !ok {
		yaw, pitch = LookAlong(cam, r3.Sub(p_T, links[LinkNeck].origin))
	}
	yaw, pitch = ClampHead(yaw, pitch)
	var q Joints
	q[HeadYaw], q[HeadPitch] = yaw, pitch
	p_C := CameraInTorso(cam, &q).Inverse().Apply(p_T)
	return yaw, pitch, math.Atan2(math.Hypot(p_C.X, p_C.Y), p_C.Z)
}
