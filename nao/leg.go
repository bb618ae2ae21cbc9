package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Lengths of the leg, m: from the hip's axes to the knee's, and on to the ankle's.
const (
	ThighLength = 0.1
	TibiaLength = 0.1029
)

// LegAngles are the angles of one leg's joints, rad.
type LegAngles struct {
	HipYawPitch, HipRoll, HipPitch, KneePitch, AnklePitch, AnkleRoll float64
}

// LegPair are the angles of both legs, rad. The robot has one HipYawPitch for both;
// a body with two (the 3-D simulation league's) may differ.
type LegPair [NumLegs]LegAngles

// firstJoint returns the leg's HipRoll; HipPitch, KneePitch, AnklePitch and AnkleRoll follow.
func (l Leg) firstJoint() Joint {
	if l == LeftLeg {
		return LHipRoll
	}
	return RHipRoll
}

// side is +1 for the left leg and -1 for the right one, the sign of its y.
func (l Leg) side() float64 {
	if l == LeftLeg {
		return 1
	}
	return -1
}

// Hip returns the leg's link whose origin is the hip: the point where the axes of
// HipYawPitch, HipRoll and HipPitch meet.
func (l Leg) Hip() Link {
	if l == LeftLeg {
		return LinkLPelvis
	}
	return LinkRPelvis
}

// HipInTorso returns the point where the hip's three axes meet, m.
func (l Leg) HipInTorso() r3.Vec { return links[l.Hip()].origin }

// LegAnglesOf returns one leg's angles.
func LegAnglesOf(leg Leg, joints *Joints) LegAngles {
	q := joints[leg.firstJoint():]
	return LegAngles{joints[LHipYawPitch], q[0], q[1], q[2], q[3], q[4]}
}

// Put sets one leg's angles, with the common HipYawPitch.
func (a LegAngles) Put(leg Leg, joints *Joints) {
	q := joints[leg.firstJoint():]
	joints[LHipYawPitch] = a.HipYawPitch
	q[0], q[1], q[2], q[3], q[4] = a.HipRoll, a.HipPitch, a.KneePitch, a.AnklePitch, a.AnkleRoll
}

// Put sets both legs' angles; HipYawPitch is the left one's.
func (p *LegPair) Put(joints *Joints) {
	p[RightLeg].Put(RightLeg, joints)
	p[LeftLeg].Put(LeftLeg, joints)
}

// Sole returns X_TF, the sole's frame in the torso at these angles.
func (a LegAngles) Sole(leg Leg) Pose {
	var q Joints
	a.Put(leg, &q)
	return SoleInTorso(leg, &q)
}

// Mirrored returns the other leg's angles that mirror these about the x-z plane.
func (a LegAngles) Mirrored() LegAngles {
	a.HipRoll, a.AnkleRoll = -a.HipRoll, -a.AnkleRoll
	return a
}

// Clamp limits the angles to the joints' ranges, and the knee to angles that do not bend it
// backwards. within reports whether no angle changed by more than a rounding error.
func (a LegAngles) Clamp(leg Leg) (clamped LegAngles, within bool) {
	j := leg.firstJoint()
	clamped = LegAngles{
		LHipYawPitch.Clamp(a.HipYawPitch), j.Clamp(a.HipRoll), (j + 1).Clamp(a.HipPitch),
		(j + 2).Clamp(max(a.KneePitch, 0)), (j + 3).Clamp(a.AnklePitch), (j + 4).Clamp(a.AnkleRoll),
	}
	return clamped, a.distance(clamped) <= limitSlack
}

// limitSlack is how far beyond a joint's limit an angle still counts as within, rad.
const limitSlack = 1e-9

// distance returns the largest difference of two legs' angles, rad.
func (a LegAngles) distance(b LegAngles) float64 {
	return max(
		math.Abs(a.HipYawPitch-b.HipYawPitch), math.Abs(a.HipRoll-b.HipRoll), math.Abs(a.HipPitch-b.HipPitch),
		math.Abs(a.KneePitch-b.KneePitch), math.Abs(a.AnklePitch-b.AnklePitch), math.Abs(a.AnkleRoll-b.AnkleRoll),
	)
}
