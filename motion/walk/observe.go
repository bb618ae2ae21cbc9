package walk

import "gonao/nao"

// Observe estimates the body's pose while another engine moves the legs, so that the odometry continues. Call it instead
// of Step; call Begin before the next Step.
func (e *Engine) Observe(state *nao.State) {
	gap := state.Time - e.now
	e.dt = clamp(gap.Seconds(), 0, 3*nao.CyclePeriod.Seconds())
	e.now = state.Time
	e.support = e.odo.leg
	e.est.learnPerSec = 0
	e.est.step(state, e.support, e.cfg.omega(), e.dt)
	e.odo.step(&e.est, &e.cfg, false, e.dt)
}
