package safety

import (
	"math"

	"gonao/nao"
)

// softFall takes the stiffness away from a robot that falls, for a short while.
type softFall struct {
	falling bool
	ready   bool    // it has stood since the last fall
	signs   int     // states in a row that look like a fall
	sec     float64 // since the fall began, or since it stands again
}

// step tells whether the robot falls. Only who stood can fall: a robot that lies, gets up
// or is carried away lying is its commander's alone.
func (f *softFall) step(cfg *Config, state *nao.State, dtSec float64) bool {
	if !cfg.SoftFall || !state.Capabilities.Has(nao.TellsIMU) {
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

// tilting gives the angle between the trunk and the vertical and how fast it grows, rad
// and rad/s; not numbers when the body's are none.
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

// soften takes back what heat and a fall leave no stiffness for.
func (g *Guard) soften(state *nao.State) {
	falls := g.fall.step(&g.cfg, state, g.dtSec)
	for j, s := range g.sent.Stiffness {
		most := 1 - g.heat.cap[j]
		if falls {
			most = min(most, g.cfg.FallStiffness)
		}
		g.sent.Stiffness[j] = min(s, most)
	}
}
