package getup

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/motion/fall"
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

// passes reports whether the trunk is where the end of a slot should have brought it.
// A reading that is not a number passes: the next slot is checked again.
func passes(motion string, slot int, state *nao.State) bool {
	lean, roll := lie(state)
	for i := range checks {
		c := &checks[i]
		if c.motion == motion && c.slot == slot &&
			(lean < c.leanMin*si.Degree || lean > c.leanMax*si.Degree || math.Abs(roll) > c.rollMax*si.Degree) {
			return false
		}
	}
	return true
}

// lie returns the trunk's lean forward, and how far it lies on its right side, rad.
func lie(state *nao.State) (lean, roll float64) {
	up := fall.Up(state.Angles)
	return math.Atan2(-up.X, up.Z), math.Asin(min(max(up.Y, -1), 1))
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

// balance works against the trunk's turning and leaning with the ankles.
type balance struct {
	rate  [2]float64 // of roll and pitch, smoothed, rad/s
	share float64    // 0 to 1: how far it has come in
}

// Bounds of the balance.
const (
	balanceSmooth = 0.4  // share of the new rate
	balanceIn     = 0.2  // s until it is there
	balanceMost   = 0.15 // rad
)

// step adds to the ankles' targets.
func (b *balance) step(cfg *Config, state *nao.State, on bool, dtSec float64, out *nao.Joints) {
	for i := range b.rate {
		if w := state.Gyroscope[i]; si.IsFinite(w) {
			b.rate[i] += balanceSmooth * (w - b.rate[i])
		}
	}
	if change := dtSec / balanceIn; on {
		b.share = min(b.share+change, 1)
	} else {
		b.share = max(b.share-change, 0)
	}
	lean, roll := lie(state)
	if b.share == 0 || !si.IsFinite(lean) || !si.IsFinite(roll) {
		return
	}
	most := b.share * balanceMost
	pitch := min(max(b.share*(cfg.GyroGain*b.rate[1]+cfg.LeanGain*lean), -most), most)
	side := min(max(b.share*cfg.GyroGain*b.rate[0], -most), most)
	add := func(j nao.Joint, v float64) { out[j] = j.Clamp(out[j] + v) }
	add(nao.LAnklePitch, pitch)
	add(nao.RAnklePitch, pitch)
	add(nao.LAnkleRoll, side)
	add(nao.RAnkleRoll, side)
}
