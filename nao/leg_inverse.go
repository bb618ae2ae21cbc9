package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
)

// LegIK returns the angles that bring a sole to a pose in the torso while HipYawPitch is at a given
// angle in rad. The remaining five joints reach the sole's position and normal exactly. Its turn
// about the normal follows from hipYawPitch, and the target's turn is ignored: [LegYaw] returns the
// hipYawPitch for it.
//
// ok is false when the target is out of reach or beyond a joint's limit. Then the posture is the
// nearest: the leg rolls towards the target as far as it may; in its plane the ankle comes as near to
// its target as the joints allow; then the sole's normal comes as near to the target's as it may. The
// knee never bends backwards. It allocates nothing.
//
// In closed form: after HipYawPitch the ankle is at Rx(roll)·(x, 0, z), z < 0, from which the roll
// follows; knee and hip pitch follow from the triangle of thigh, tibia and the line from hip to
// ankle; the ankle's angles follow from the normal seen from the tibia, Ry(pitch)·Rx(roll)·ẑ.
func LegIK(leg Leg, sole_T Pose, hipYawPitch float64) (a LegAngles, ok bool) {
	n_T := sole_T.AxisZ()
	p_T := sole_T.Apply(r3.Vec{Z: FootHeight})
	a.HipYawPitch = LHipYawPitch.Clamp(hipYawPitch)
	ok = math.Abs(a.HipYawPitch-hipYawPitch) <= limitSlack && finite(p_T) && finite(n_T)
	if !finite(p_T) || !finite(n_T) {
		p_T, n_T = r3.Add(leg.HipInTorso(), r3.Vec{Z: -ThighLength - TibiaLength}), r3.Vec{Z: 1}
	}

	first := leg.firstJoint()
	x_TP := Rotation(links[leg.Hip()].axis, a.HipYawPitch) // pelvis
	x_PT := x_TP.Inverse()
	p := x_PT.Rotate(r3.Sub(p_T, leg.HipInTorso()))
	roll := math.Atan2(p.Y, -p.Z)
	a.HipRoll = first.Clamp(roll)
	sin, cos := math.Sincos(a.HipRoll)
	x, z := p.X, cos*p.Z-sin*p.Y // in the plane in which the leg bends
	pitch, knee, reached := bendLeg(first, x, z)
	a.HipPitch, a.KneePitch = pitch, knee
	ok = ok && reached && math.Abs(roll-a.HipRoll) <= limitSlack

	x_PS := Rotation(r3.Vec{X: 1}, a.HipRoll).Mul(Rotation(r3.Vec{Y: 1}, a.HipPitch+a.KneePitch)) // shank
	n := x_PS.Inverse().Rotate(x_PT.Rotate(n_T))
	ankleRoll := -math.Asin(min(max(n.Y, -1), 1))
	anklePitch := math.Atan2(n.X, n.Z)
	a.AnklePitch, a.AnkleRoll = (first + 3).Clamp(anklePitch), (first + 4).Clamp(ankleRoll)
	return a, ok && math.Abs(anklePitch-a.AnklePitch) <= limitSlack && math.Abs(ankleRoll-a.AnkleRoll) <= limitSlack
}

// finite reports whether no component is NaN or Inf.
func finite(v r3.Vec) bool { return si.IsFinite(v.X + v.Y + v.Z) }

// kneeStretch is how much farther than the leg's length a target may be and still count as reached,
// m: the rounding error of a forward computation.
const kneeStretch = 1e-9

// bendLeg returns hip and knee pitch that bring the ankle to (x, z) of the plane the
// leg bends in, or as near as the joints allow.
func bendLeg(first Joint, x, z float64) (hip, knee float64, reached bool) {
	const thigh, tibia = ThighLength, TibiaLength
	length := math.Hypot(x, z)
	cosKnee := (length*length - thigh*thigh - tibia*tibia) / (2 * thigh * tibia)
	wanted := math.Acos(min(max(cosKnee, -1), 1))
	knee = (first + 2).Clamp(max(wanted, 0))
	reached = length <= thigh+tibia+kneeStretch && math.Abs(wanted-knee) <= limitSlack
	// The line from hip to ankle has the angle hip + bend to the vertical, with the sign of the
	// pitch angles: backwards is positive.
	sin, cos := math.Sincos(knee)
	bend := math.Atan2(tibia*sin, thigh+tibia*cos)
	pitch := math.Atan2(-x, -z) - bend
	hip = (first + 1).Clamp(pitch)
	if math.Abs(pitch-hip) <= limitSlack {
		return hip, knee, reached
	}
	return nearestBend(first, x, z, knee)
}

// nearestBend returns the angles for a target beyond the hip's limits: the thigh is at one of them,
// and the tibia points at the target as well as the knee allows.
func nearestBend(first Joint, x, z, folded float64) (hip, knee float64, reached bool) {
	least := math.Inf(1)
	low, high := (first + 1).Range()
	for _, h := range [...]float64{low, high} {
		sin, cos := math.Sincos(h)
		x, z := x+ThighLength*sin, z+ThighLength*cos // from the thigh's end
		pointing := (first + 2).Clamp(max(math.Remainder(math.Atan2(-x, -z)-h, 2*math.Pi), 0))
		for _, k := range [...]float64{pointing, folded, 0} {
			sin, cos := math.Sincos(h + k)
			if off := math.Hypot(x+TibiaLength*sin, z+TibiaLength*cos); off < least {
				least, hip, knee = off, h, k
			}
		}
	}
	return hip, knee, false
}

// LegYaw returns the HipYawPitch in rad with which [LegIK] brings the sole to the pose
// with its turn about the normal too. It may lie outside the joint's range. ok is
// false when the target is out of the leg's reach; then it is that of the nearest point.
//
// Seen from the foot the hip is at Rx(-roll)·(x, 0, z), from which the ankle's two angles and the
// knee's follow. The rest of the rotation is the hip's. A turn by 45° about x makes it Rz·Rx·Ry,
// whose z angle is HipYawPitch, negative for the left leg.
func LegYaw(leg Leg, sole_T Pose) (hipYawPitch float64, ok bool) {
	const thigh, tibia = ThighLength, TibiaLength
	p_T := sole_T.Apply(r3.Vec{Z: FootHeight})
	x_FT := sole_T.Inverse()
	hip_F := x_FT.Rotate(r3.Sub(leg.HipInTorso(), p_T))
	length := r3.Norm(hip_F)
	cosKnee := (length*length - thigh*thigh - tibia*tibia) / (2 * thigh * tibia)
	knee := math.Acos(min(max(cosKnee, -1), 1))

	sign := math.Copysign(1, hip_F.Z) // the ankle's roll is less than a right angle
	ankleRoll := math.Atan2(sign*hip_F.Y, sign*hip_F.Z)
	sin, cos := math.Sincos(knee)
	anklePitch := math.Atan2(-thigh*sin, tibia+thigh*cos) - math.Atan2(hip_F.X, sign*math.Hypot(hip_F.Y, hip_F.Z))

	hip := sole_T.Mul(Rotation(r3.Vec{X: 1}, -ankleRoll)).Mul(Rotation(r3.Vec{Y: 1}, -knee-anklePitch))
	m := Rotation(r3.Vec{X: 1}, -leg.side()*math.Pi/4).Mul(hip)
	return -leg.side() * math.Atan2(-m.R[1], m.R[4]), math.Abs(cosKnee) <= 1+1e-9
}
