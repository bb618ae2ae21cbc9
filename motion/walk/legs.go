package walk

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// legAngles are one leg's joints from the hip down, after HipYawPitch.
type legAngles struct{ hipRoll, hipPitch, knee, anklePitch, ankleRoll float64 }

// Lengths of the leg, m.
const (
	thighM = 0.1
	tibiaM = 0.1029
	hipYM  = 0.05
	hipZM  = -0.085
)

// legsTo finds the joints that bring both soles to poses in the torso. One motor
// turns both hips: it takes the mean of what the two legs want. The places of the soles
// and their normals are exact within reach; only their yaws share the error.
// short is by how much the farther sole is out of reach, m.
func legsTo(soles *[nao.NumLegs]nao.Pose) (hipYawPitch float64, legs [nao.NumLegs]legAngles, short float64) {
	for leg := range nao.Leg(nao.NumLegs) {
		hipYawPitch += hipYawOf(leg, soles[leg]) / 2
	}
	hipYawPitch = nao.LHipYawPitch.Clamp(hipYawPitch)
	for leg := range nao.Leg(nao.NumLegs) {
		var s float64
		legs[leg], s = legTo(leg, soles[leg], hipYawPitch)
		short = max(short, s)
	}
	return hipYawPitch, legs, short
}

// ankleOf gives the ankle's pose of a sole's.
func ankleOf(sole nao.Pose) nao.Pose {
	return sole.Mul(nao.Translation(r3.Vec{Z: nao.FootHeight}))
}

func hipOf(leg nao.Leg) r3.Vec { return r3.Vec{Y: side(leg) * hipYM, Z: hipZM} }

// hipYawOf gives the HipYawPitch with which the leg reaches the sole's pose with all of
// its six joints. Seen from the foot the hip's place fixes knee and ankle; what is left
// of the rotation is the hip's: its first axis lies at 45° in the y-z plane.
func hipYawOf(leg nao.Leg, sole nao.Pose) float64 {
	ankle := ankleOf(sole)
	hip_F := ankle.Inverse().Apply(hipOf(leg))
	length := min(r3.Norm(hip_F), thighM+tibiaM)
	knee := math.Pi - math.Acos(clamp((thighM*thighM+tibiaM*tibiaM-length*length)/(2*thighM*tibiaM), -1, 1))
	ankleRoll := math.Atan2(hip_F.Y, hip_F.Z)
	// The shank's tilt: the angle at the ankle between shank and the line to the hip.
	alpha := math.Asin(clamp(thighM*math.Sin(knee)/length, -1, 1))
	anklePitch := -math.Atan2(hip_F.X, math.Hypot(hip_F.Y, hip_F.Z)) - alpha
	below := nao.Rotation(r3.Vec{Y: 1}, knee+anklePitch).Mul(nao.Rotation(r3.Vec{X: 1}, ankleRoll))
	hip := ankle.Mul(below.Inverse()) // rotation torso to thigh: HipYawPitch · HipRoll · HipPitch
	// The thigh's y axis is RotHYP·RotRoll·ŷ: in the frame turned so that HYP is about z
	// it has the azimuth of HYP beyond that of ŷ rolled.
	y := r3.Vec{X: hip.R[1], Y: hip.R[4], Z: hip.R[7]}
	// Left axis (0, 1, -1)/√2, right (0, 1, 1)/√2: e1 = x, e2 = axis × x.
	s := side(leg)
	e2 := r3.Vec{Y: -s * math.Sqrt2 / 2, Z: -math.Sqrt2 / 2}
	// ŷ rolled has no x component; its e2 component is negative for the left leg.
	return math.Atan2(s*y.X, -s*r3.Dot(y, e2))
}

// legTo finds the other five joints at a HipYawPitch: hip and knee put the ankle to its
// place, the ankle sets the sole's normal.
func legTo(leg nao.Leg, sole nao.Pose, hipYawPitch float64) (a legAngles, short float64) {
	ankle := ankleOf(sole)
	pelvis := nao.Rotation(r3.Vec{Y: math.Sqrt2 / 2, Z: -side(leg) * math.Sqrt2 / 2}, hipYawPitch)
	pelvis.P = hipOf(leg)
	p := pelvis.Inverse().Apply(ankle.P)
	length := r3.Norm(p)
	const reach = thighM + tibiaM - 0.0005
	if length > reach {
		short, length = length-reach, reach
	}
	a.hipRoll = math.Atan2(p.Y, -p.Z)
	a.knee = math.Pi - math.Acos(clamp((thighM*thighM+tibiaM*tibiaM-length*length)/(2*thighM*tibiaM), -1, 1))
	beta := math.Asin(clamp(tibiaM*math.Sin(a.knee)/length, -1, 1))
	a.hipPitch = -math.Atan2(p.X, math.Hypot(p.Y, p.Z)) - beta
	shank := pelvis.Mul(nao.Rotation(r3.Vec{X: 1}, a.hipRoll)).Mul(nao.Rotation(r3.Vec{Y: 1}, a.hipPitch+a.knee))
	z := shank.Inverse().Rotate(ankle.AxisZ())
	// z = Ry(pitch)·Rx(roll)·ẑ = (sin p cos r, -sin r, cos p cos r).
	a.ankleRoll = math.Asin(clamp(-z.Y, -1, 1))
	a.anklePitch = math.Atan2(z.X, z.Z)
	return a, short
}

// firstOf is the leg's joint after HipYawPitch: roll, pitch, knee, ankle pitch, ankle roll follow.
func firstOf(leg nao.Leg) nao.Joint {
	if leg == nao.LeftLeg {
		return nao.LHipRoll
	}
	return nao.RHipRoll
}

func (a legAngles) put(leg nao.Leg, j *nao.Joints) {
	first := firstOf(leg)
	j[first], j[first+1], j[first+2], j[first+3], j[first+4] = a.hipRoll, a.hipPitch, a.knee, a.anklePitch, a.ankleRoll
}
