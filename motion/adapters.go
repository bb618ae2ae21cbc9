package motion

import (
	"fmt"
	"math"

	"gonao/motion/kick"
	"gonao/motion/walk"
	"gonao/nao"
)

// Velocity is what walking is asked for: m/s forward and to the left, rad/s
// counterclockwise, in base_footprint. The zero value stands.
type Velocity = walk.Velocity

// Odometry is a place in m and rad, and the velocity there.
type Odometry = walk.Odometry

// Foot says which foot kicks.
type Foot = kick.Foot

// KickRequest is what a kick shall do. A ball at 0, 0 is one whose place is not known:
// it is taken to lie where the foot reaches it best. A distance of 0 is as far as it goes.
type KickRequest = kick.Request

// usualShare is the share of the walk's top speed that WalkTo takes when none is given.
const usualShare = 0.6

// walking is the walk's engine as motion uses it.
type walking struct {
	*walk.Engine
	cfg    walk.Config
	next   *walk.Config // from the next step on; nil when there is none
	wished Velocity     // as it was told
	asked  Velocity     // of that, what is within the limits
}

func newWalking(cfg walk.Config) (*walking, error) {
	e, err := walk.New(cfg)
	if err != nil {
		return nil, err
	}
	return &walking{Engine: e, cfg: cfg}, nil
}

// Begin takes over a robot that stands.
func (w *walking) Begin(state *nao.State, command *nao.Command) {
	w.wished, w.asked = Velocity{}, Velocity{}
	w.Engine.Begin(state, command)
}

// SetVelocity walks.
func (w *walking) SetVelocity(v Velocity) error {
	w.wished, w.asked = v, w.cfg.Limit(v)
	return w.Engine.SetVelocity(v)
}

// WalkTo walks to a place seen from here.
func (w *walking) WalkTo(dx, dy, dYaw, speed float64) error {
	w.wished, w.asked = Velocity{}, Velocity{}
	if speed == 0 {
		speed = usualShare
	}
	return w.Engine.WalkTo(dx, dy, dYaw, speed)
}

// Stop stands with the next steps.
func (w *walking) Stop() {
	w.wished, w.asked = Velocity{}, Velocity{}
	w.Engine.Stop()
}

// Asked gives the velocity that was asked for, within the limits.
func (w *walking) Asked() Velocity { return w.asked }

// Standing tells whether both feet stay on the ground.
func (w *walking) Standing() bool { return w.Phase() == walk.Standing }

// tune takes other figures when the foot is on the ground: with the next step, or at once
// in the stand.
func (w *walking) tune(cfg walk.Config) error {
	if err := cfg.Check(); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	w.next = &cfg
	return nil
}

// Step walks on.
func (w *walking) Step(state *nao.State, out *nao.Command) {
	before, _ := w.SupportLeg()
	w.Engine.Step(state, out)
	if w.next == nil {
		return
	}
	if leg, _ := w.SupportLeg(); leg == before && !w.Standing() {
		return
	}
	_ = w.Tune(*w.next) // which was checked
	w.cfg, w.next = *w.next, nil
	if w.wished != (Velocity{}) {
		_ = w.SetVelocity(w.wished) // within the limits that hold now
	}
}

// kicking is the kick's engine as motion uses it.
type kicking struct{ *kick.Engine }

// Begin begins a kick; a request that leaves things open is filled in.
func (k kicking) Begin(r KickRequest, state *nao.State, command *nao.Command) error {
	if r.Distance == 0 {
		r.Distance = 0.99 * k.Farthest(r.Direction)
	}
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

// Step kicks on.
func (k kicking) Step(state *nao.State, out *nao.Command) stepped {
	switch k.Engine.Step(state, out) {
	case kick.Running:
		return stepRunning
	case kick.Failed:
		return stepFailed
	default:
		return stepDone
	}
}

// Foot gives the foot that kicks.
func (k kicking) Foot() Foot {
	if k.Leg() == nao.LeftLeg {
		return kick.LeftFoot
	}
	return kick.RightFoot
}

// checkKick refuses a request that makes no sense.
func checkKick(r KickRequest) error {
	for _, v := range [4]float64{r.BallX, r.BallY, r.Direction, r.Distance} {
		if !finite(v) {
			return fmt.Errorf("%w: %g: expected a finite number", ErrBadGoal, v)
		}
	}
	switch {
	case r.Distance < 0:
		return fmt.Errorf("%w: distance %g m: expected 0 or more", ErrBadGoal, r.Distance)
	case math.Abs(r.Direction) > 2*math.Pi:
		return fmt.Errorf("%w: direction %g rad: expected a part of a turn", ErrBadGoal, r.Direction)
	case r.Foot > kick.RightFoot:
		return fmt.Errorf("%w: foot %d: expected 0 (any), 1 (left) or 2 (right)", ErrBadGoal, r.Foot)
	}
	return nil
}
