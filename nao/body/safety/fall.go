package safety

import (
	"math"

	"gonao/nao"
)

// softFall is the rule that reduces the stiffness of a robot that falls, for a short time.
type softFall struct {
	falling bool
	ready   bool    // it has stood since the last fall
	signs   int     // consecutive states that look like a fall
	sec     float64 // since the fall began, or since the robot stood up
}

// step reports whether the robot falls. Only a robot that has stood can fall: one that lies, gets
// up or is carried away lying keeps its commander's stiffness.
func (f *softFall) step(cfg *Config, state *nao.State, dtSec float64) bool {
	if !cfg.SoftFall || !state.Capabilities.Has(nao.SensesIMU) {
		*f = softFall{}
		return false
	}
	tilt, rate := tilting(state)
	f.sec += dtSec
	if f.falling {
		if f.sec >= cfg.FallAtMost.Seconds() || tilt < cfg.UprightWithin {
			*f = softFall{}
		}
		return f.falling
	}
	if f.signs++; !(tilt > cfg.FallTilt && rate > cfg.FallRadPerSec) {
		f.signs = 0
	}
	switch {
	case f.ready && f.signs >= 2:
		*f = softFall{falling: true}
	case !(tilt < cfg.UprightWithin):
		f.sec = 0
		f.ready = f.ready && tilt < cfg.FallTilt+0.3 // tipped over slowly: it lies, or is laid
	case f.sec >= cfg.FallRearm.Seconds():
		f.ready = true
	}
	return f.falling
}

// tilting returns the angle between the trunk and the vertical, rad, and how fast it grows, rad/s;
// NaN when the body's angles are NaN.
func tilting(state *nao.State) (tilt, rate float64) {
	sinRoll, cosRoll := math.Sincos(state.Angles[0])
	sinPitch, cosPitch := math.Sincos(state.Angles[1])
	x, y, z := -sinPitch, cosPitch*sinRoll, cosPitch*cosRoll // the vertical in the torso
	level := math.Hypot(x, y)
	if level < 1e-6 {
		return math.Acos(min(max(z, -1), 1)), 0
	}
	return math.Acos(min(max(z, -1), 1)), (y*state.Gyroscope[0] - x*state.Gyroscope[1]) / level
}

// soften limits the stiffness by heat and by a fall.
func (g *Guard) soften(state *nao.State) {
	falls := g.fall.step(&g.cfg, state, g.dtSec)
	for j, s := range g.sent.Stiffness {
		most := 1 - g.heat.loss[j]
		if falls {
			most = min(most, g.cfg.FallStiffness)
		}
		g.sent.Stiffness[j] = min(s, most)
	}
}
