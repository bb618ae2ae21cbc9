package getup

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
)

// check is where the trunk must be at the end of a slot; a slot that has none passes.
type check struct {
	motion           string
	slot             int
	leanMin, leanMax float64 // degrees
	rollMax          float64 // degrees to either side
}

// checks come from runs that succeeded, with a margin.
var checks = [...]check{
	{"stand_up_front", 3, -40, 115, 35},
	{"stand_up_front", 5, -35, 45, 30},
	{"stand_up_back", 5, -25, 45, 30},
	{"stand_up_back", 7, -30, 40, 30},
	{"getup", 0, -30, 40, 30},
	{"getup", 1, -20, 25, 20},
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

// placeOf returns what a robot with that vertical in its torso lies or stands on.
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

// Sits reports whether a robot whose trunk is upright sits on the ground, by its joints: its legs are not below it.
func Sits(position *nao.Joints) bool {
	const below = -0.165 // m, of a sole in the torso; −0.238 when the robot squats
	left, right := nao.SoleInTorso(nao.LeftLeg, position), nao.SoleInTorso(nao.RightLeg, position)
	return left.P.Z > below && right.P.Z > below
}
