package motion

import (
	"gonao/motion/kick"
	"gonao/nao"
)

// Foot is the foot that kicks.
type Foot = kick.Foot

// KickRequest is a request to kick. A ball at 0, 0 has an unknown place: it is taken to lie where the foot reaches it
// best. A distance of 0 is as far as possible.
type KickRequest = kick.Request

// kickEngine is the kick's engine as motion uses it.
type kickEngine struct{ *kick.Engine }

// Begin starts a kick; missing parts of the request are filled in.
func (k kickEngine) Begin(r KickRequest, state *nao.State, command *nao.Command) error {
	if r.Distance > 0 || r.Strength > 0 {
		return k.begin(r, state, command)
	}
	// As far as it goes: the feet differ, as for one of them the direction is outward and for the other inward.
	left, right := 0.99*k.Farthest(r.Direction), 0.99*k.Farthest(-r.Direction)
	r.Distance = max(left, right)
	err := k.begin(r, state, command)
	if err != nil && left != right {
		r.Distance = min(left, right)
		err = k.begin(r, state, command)
	}
	return err
}

// begin starts a kick of a known distance.
func (k kickEngine) begin(r KickRequest, state *nao.State, command *nao.Command) error {
	if r.BallX != 0 || r.BallY != 0 {
		return k.Engine.Begin(r, state, command)
	}
	var err error
	for _, r.BallX = range [...]float64{0.19, 0.16, 0.12, 0.08, 0.04} {
		for _, r.BallY = range [...]float64{0.05, -0.05, 0.1, -0.1, 0.15, -0.15, 0.2, -0.2} {
			if err = k.Engine.Begin(r, state, command); err == nil {
				return nil
			}
		}
	}
	return err
}

// Step writes the next command of the kick.
func (k kickEngine) Step(state *nao.State, out *nao.Command) engineStatus {
	switch k.Engine.Step(state, out) {
	case kick.Running:
		return engineRunning
	case kick.Failed:
		return engineFailed
	default:
		return engineDone
	}
}

// Foot returns the foot that kicks.
func (k kickEngine) Foot() Foot {
	if k.Leg() == nao.LeftLeg {
		return kick.LeftFoot
	}
	return kick.RightFoot
}
