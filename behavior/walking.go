package behavior

import (
	"math"
	"time"

	"gonao/hfsm"
	"gonao/robot/goals"
	"gonao/robot/percepts"
	"gonao/robot/planning"
)

// Velocity is the requested velocity of the walk. The zero value stands.
type Velocity = planning.Velocity

// walking walks at one speed until its state is left.
type walking struct {
	brain *Brain
	args  hfsm.Args
}

// newWalking makes one use of walk.
func newWalking(b *Brain, _ *hfsm.Machine, _ *Action, args hfsm.Args) (hfsm.Activity, error) {
	return &walking{brain: b, args: args}, nil
}

// Start begins to walk.
func (w *walking) Start(now time.Duration, _ hfsm.Entry) { _, _ = w.Step(now) }

// Step repeats the velocity, since the robot stops without a new one.
func (w *walking) Step(time.Duration) (hfsm.Status, error) {
	w.brain.out.Walk(Velocity{X: w.args.Float("x"), Y: w.args.Float("y"), Yaw: w.args.Float("turn")})
	return hfsm.Running, nil
}

// Stop stands.
func (w *walking) Stop(time.Duration) { w.brain.out.Walk(Velocity{}) }

// walkTo walks to a place seen from where the robot stood at the beginning.
type walkTo struct {
	goal
	args  hfsm.Args
	place percepts.Odometry // in the odometry frame
	known bool              // place is set
	to    goals.WalkTo
}

// newWalkTo makes one use of walk_to.
func newWalkTo(b *Brain, m *hfsm.Machine, a *Action, args hfsm.Args) (hfsm.Activity, error) {
	w := &walkTo{args: args}
	g, err := newGoal(b, m, &a.Action, a.Port, func() any { return &w.to })
	if err != nil {
		return nil, err
	}
	w.goal = *g
	return w, nil
}

// Start begins to walk. A resumed walk goes to the same place.
func (w *walkTo) Start(now time.Duration, how hfsm.Entry) {
	at, ok := w.brain.senses.Odometry()
	left := percepts.Odometry{X: w.args.Float("x"), Y: w.args.Float("y"), Theta: w.args.Float("theta")}
	if how == hfsm.Resumed && ok && w.known {
		left = seenFrom(at, w.place)
	} else {
		w.known, w.place = ok, from(at, left)
	}
	w.to = goals.WalkTo{X: left.X, Y: left.Y, Theta: left.Theta, Speed: w.args.Float("speed")}
	w.goal.Start(now, how)
}

// from returns in the odometry frame a place that is relative to the robot's pose.
func from(at, seen percepts.Odometry) percepts.Odometry {
	sin, cos := math.Sincos(at.Theta)
	return percepts.Odometry{X: at.X + cos*seen.X - sin*seen.Y, Y: at.Y + sin*seen.X + cos*seen.Y, Theta: at.Theta + seen.Theta}
}

// seenFrom returns a place of odometry's frame as the robot at a place sees it.
func seenFrom(at, place percepts.Odometry) percepts.Odometry {
	sin, cos := math.Sincos(at.Theta)
	dx, dy := place.X-at.X, place.Y-at.Y
	return percepts.Odometry{X: cos*dx + sin*dy, Y: -sin*dx + cos*dy, Theta: place.Theta - at.Theta}
}
