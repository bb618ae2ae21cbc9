package getup

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// check holds where trunk and joints must be for a slot to end; a slot without a check ends by time.
type check struct {
	motion           string
	slot             int
	leanMin, leanMax float64 // degrees
	rollMax          float64 // degrees to either side
	joint            float64 // degrees: no joint of the slot is farther from its target, the head's and hands' apart
}

// checks are the values of robots that got up, at the end of each slot, with a margin; a trunk that is already upright
// passes, because a person may help. Arms that carry the trunk stay far behind their targets.
var checks = [...]check{
	{"stand_up_front", 0, -40, 115, 40, 45},
	{"stand_up_front", 1, -40, 130, 40, 50},
	{"stand_up_front", 2, -40, 145, 40, 65},
	{"stand_up_front", 3, -40, 115, 35, 55},
	{"stand_up_front", 4, -40, 75, 35, 20},
	{"stand_up_front", 5, -35, 45, 30, 20},
	{"stand_up_back", 0, -120, 45, 40, 85},
	{"stand_up_back", 1, -95, 45, 40, 100},
	{"stand_up_back", 2, -85, 45, 40, 110},
	{"stand_up_back", 3, -75, 45, 40, 35},
	{"stand_up_back", 4, -55, 45, 35, 50},
	{"stand_up_back", 5, -25, 45, 30, 30},
	{"stand_up_back", 6, -30, 55, 30, 35},
	{"stand_up_back", 7, -30, 40, 30, 25},
	{"getup", 0, -30, 40, 30, 25},
	{"getup", 1, -20, 25, 20, 15},
}

// checkOf returns the check at the end of a slot, or nil.
func checkOf(motion string, slot int) *check {
	for i := range checks {
		if c := &checks[i]; c.motion == motion && c.slot == slot {
			return c
		}
	}
	return nil
}

// off returns by how much the trunk is outside of the check, rad; 0: it passes. A reading that is not a number passes: the
// next slot is checked again.
func (c *check) off(t trunk) float64 {
	off := max(c.leanMin*si.Degree-t.lean, t.lean-c.leanMax*si.Degree, math.Abs(t.roll)-c.rollMax*si.Degree)
	if !(off > 0) {
		return 0
	}
	return off
}

// late returns the joint of a slot that is farthest from its target beyond the check, if any.
func (c *check) late(s *slot.Slot, measured *nao.Joints) (worst nao.Joint, late bool) {
	most := c.joint * si.Degree
	for _, t := range s.Targets {
		off := math.Abs(measured[t.Joint] - t.Angle)
		if t.Limp() || t.Joint == nao.HeadYaw || t.Joint == nao.HeadPitch || t.Joint == nao.LHand || t.Joint == nao.RHand {
			continue
		}
		if off > most {
			most, worst, late = off, t.Joint, true
		}
	}
	return worst, late
}

// placeOf returns how a robot lies or stands, from the vertical in its torso.
func placeOf(up r3.Vec) place {
	switch {
	case up.Z > 0.5:
		return onFeet
	case math.Abs(up.Y) > 0.75:
		if up.Y < 0 {
			return onLeft
		}
		return onRight
	case up.X > 0:
		return onBack
	default:
		return onFront
	}
}

// Sits reports whether a robot with upright trunk sits on the ground: its legs are not below the trunk.
func Sits(position *nao.Joints) bool {
	const below = -0.165 // m, of a sole in the torso; −0.238 when the robot squats
	left, right := nao.SoleInTorso(nao.LeftLeg, position), nao.SoleInTorso(nao.RightLeg, position)
	return left.P.Z > below && right.P.Z > below
}
