package motion

import (
	"cmp"
	"fmt"

	"gonao/internal/declared"
	"gonao/motion/walk"
	"gonao/nao"
)

// Velocity is a velocity to walk with: m/s forward and to the left, rad/s
// counterclockwise, in base_footprint. The zero value stands.
type Velocity = walk.Velocity

// Odometry is a place in m and rad, and the velocity there.
type Odometry = walk.Odometry

// usualShare is the default share of the walk's top speed in WalkTo.
const usualShare = 0.6

// walkEngine is the walk's engine as motion uses it.
type walkEngine struct {
	*walk.Engine
	next *walk.Config // for the next step; may be nil
}

func newWalkEngine(cfg walk.Config) (*walkEngine, error) {
	e, err := walk.New(cfg)
	if err != nil {
		return nil, err
	}
	return &walkEngine{Engine: e}, nil
}

// WalkTo walks to a place seen from here.
func (w *walkEngine) WalkTo(dx, dy, dYaw, speed float64) error {
	speed = cmp.Or(speed, usualShare)
	return w.Engine.WalkTo(dx, dy, dYaw, speed)
}

// Standing reports whether both feet stay on the ground.
func (w *walkEngine) Standing() bool { return w.Phase() == walk.Standing }

// tune sets another configuration from the moment on at which the foot is on the ground: with
// the next step, or at once in the stand.
func (w *walkEngine) tune(cfg walk.Config) error {
	if err := declared.Check(&cfg); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	w.next = &cfg
	return nil
}

// Step writes the next command of the walk.
func (w *walkEngine) Step(state *nao.State, out *nao.Command) {
	before, _ := w.SupportLeg()
	w.Engine.Step(state, out)
	if w.next == nil {
		return
	}
	if leg, _ := w.SupportLeg(); leg == before && !w.Standing() {
		return
	}
	w.Use(*w.next)
	w.next = nil
}
