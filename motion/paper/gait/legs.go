package gait

// This part of the package is the Leg Interface: three parameters describe how a leg stands — the leg's
// angle, its extension, the foot's angle — and six joint angles follow (Domingues et
// al., "Humanoid Behaviors: From Simulation to a Real Robot", 5.3 and 6.1, equations
// (1) to (12); the interface is S. Behnke's, "Online Trajectory Generation for
// Omnidirectional Biped Walking", ICRA 2006).
//
// The NAO has no vertical hip joint. [Pose.Plain] turns HipYawPitch instead, equation
// (5), which also leans the torso; [Pose.Angles] makes a virtual vertical joint of the
// hip's three, (6) to (12); [Pose.Exact] turns the leg's roll and pitch with the leg
// too, which (12) only adds up.
//
// Signs are those of nao's frames: x forward, y left, z up; the knee is positive when
// bent; HipYawPitch is positive when both feet point inwards. All angles in rad.

import (
	"math"

	"gonao/nao"
)

// LegPose describes how one leg stands. The zero value is a stretched leg under the hip.
type LegPose struct {
	Roll  float64 // roll of the line from hip to ankle: outwards, rad
	Pitch float64 // pitch of the line from hip to ankle: forward, rad
	Yaw   float64 // turn of the leg about the vertical: toes outwards, rad

	Extension float64 // 0 stretched to -1 shortest, see MinLength

	FootRoll  float64 // roll of the sole relative to the torso: outer edge up, as on a leg moved outwards, rad
	FootPitch float64 // pitch of the sole relative to the torso: toes up, rad
}

// minLegLength is the length of the shortest leg over the stretched one's: the paper's
// η_min. The leg's length is η = 1 + (1 - η_min)·γ of the stretched one's at the
// extension γ.
const minLegLength = 0.7

// LegLength returns the distance of hip and ankle in m at an extension γ from -1 to 0.
func LegLength(extension float64) float64 {
	return (1 + (1-minLegLength)*min(max(extension, -1), 0)) * (nao.ThighLength + nao.TibiaLength)
}

// ExtensionOf returns the extension at which hip and ankle are lengthM apart.
func ExtensionOf(lengthM float64) float64 {
	return (lengthM/(nao.ThighLength+nao.TibiaLength) - 1) / (1 - minLegLength)
}

// bend returns the knee's angle of a leg of the given length and by how much the hip and
// the ankle must turn so that the line from hip to ankle stays: equations (1) to (4).
func bend(length float64) (knee, hip, ankle float64) {
	const a, b = nao.ThighLength, nao.TibiaLength
	knee = math.Pi - corner(a, b, length)
	return knee, corner(a, length, b), corner(b, length, a)
}

// corner returns the angle between the sides a and b of a triangle, opposite c: the law of
// cosines (1), by half the angle, which stays exact where the triangle is flat.
func corner(a, b, c float64) float64 {
	s := (a + b + c) / 2
	return 2 * math.Atan2(root((s-a)*(s-b)), root(s*(s-c)))
}

func root(x float64) float64 {
	if x < 1e-17 { // a rounding error
		return 0
	}
	return math.Sqrt(x)
}

// side returns +1 for the left leg, -1 for the right: the paper's -ls.
func side(leg nao.Leg) float64 {
	if leg == nao.LeftLeg {
		return 1
	}
	return -1
}

// virtualYaw returns the angles with which the hip's three joints add up to a turn of the
// leg by yaw about the vertical, toes outwards: (8), (10) and (11). HipRoll's is that of the
// left leg; the right leg's has the other sign.
//
// In the left hip, turned by 45° about x so that the axis of HipYawPitch points down z,
// the turn is Rx(-π/4)·Rz(yaw) = Rz(-hipYawPitch)·Rx(hipRoll - π/4)·Ry(hipPitch).
func virtualYaw(yaw float64) (hipYawPitch, leftHipRoll, hipPitch float64) {
	const k = math.Sqrt2 / 2
	sin, cos := math.Sincos(yaw)
	return -math.Atan2(sin, k*cos), math.Pi/4 - math.Asin(k*cos), math.Atan(sin)
}

// Plain returns the leg's angles by (5): the turn goes to HipYawPitch alone, sized so that
// the leg turns by yaw about the vertical to first order. They may lie outside the
// joints' ranges.
func (p LegPose) Plain(leg nao.Leg) nao.LegAngles {
	s := side(leg)
	knee, hip, ankle := bend(LegLength(p.Extension))
	return nao.LegAngles{
		HipYawPitch: -p.Yaw,
		HipRoll:     s * p.Roll,
		HipPitch:    -p.Pitch - hip,
		KneePitch:   knee,
		AnklePitch:  p.Pitch - p.FootPitch - ankle,
		AnkleRoll:   s * (p.FootRoll - p.Roll),
	}
}

// Angles returns the leg's angles by (12): those of (5) and, instead of the plain turn,
// the virtual vertical joint's. They may lie outside the joints' ranges.
func (p LegPose) Angles(leg nao.Leg) nao.LegAngles {
	a := p.Plain(leg)
	hipYawPitch, leftHipRoll, hipPitch := virtualYaw(p.Yaw)
	a.HipYawPitch = hipYawPitch
	a.HipRoll += side(leg) * leftHipRoll
	a.HipPitch += hipPitch
	return a
}

// Exact returns the leg's angles with the leg's roll and pitch and the foot's angles
// counted behind the turn: the thigh is at Rz(yaw)·Rx(roll)·Ry(pitch) and the sole at
// Rz(yaw)·Rx(footRoll)·Ry(footPitch), where adding up as in (12) is right for small
// rolls and pitches only. With yaw 0, or with roll and pitch 0, it is (12).
func (p LegPose) Exact(leg nao.Leg) nao.LegAngles {
	a := p.Angles(leg)
	if p.Yaw == 0 {
		return a
	}
	s := side(leg)
	_, hip, _ := bend(LegLength(p.Extension))
	sole := nao.RollPitchYaw(0, 0, s*p.Yaw).Mul(rollThenPitch(s*p.FootRoll, -p.FootPitch))
	thigh := nao.RollPitchYaw(0, 0, s*p.Yaw).Mul(rollThenPitch(s*p.Roll, -p.Pitch-hip))

	m := nao.RollPitchYaw(-s*math.Pi/4, 0, 0).Mul(thigh).R // Rz·Rx·Ry, as (7)
	a.HipYawPitch = -s * math.Atan2(-m[1], m[4])
	a.HipRoll = math.Asin(min(max(m[7], -1), 1)) + s*math.Pi/4
	a.HipPitch = math.Atan2(-m[6], m[8])
	tibia := thigh.Mul(nao.RollPitchYaw(0, a.KneePitch, 0))
	foot := tibia.Inverse().Mul(sole).R // Ry·Rx
	a.AnklePitch = math.Atan2(foot[2], foot[8])
	a.AnkleRoll = -math.Asin(min(max(foot[5], -1), 1))
	// The sole's turn about its normal is left out: it is 0 to the second order.
	return a
}

func rollThenPitch(roll, pitch float64) nao.Pose {
	return nao.RollPitchYaw(roll, 0, 0).Mul(nao.RollPitchYaw(0, pitch, 0))
}
