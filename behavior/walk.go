package behavior

import (
	"errors"
	"math"
	"time"

	"gonao/hfsm"
	"gonao/percepts"
)

// Velocity is what walking is asked for: m/s forward and to the left, rad/s
// counterclockwise. The zero value stands.
type Velocity struct{ X, Y, Turn float64 }

// walking walks at one speed until its state is left.
type walking struct {
	brain *Brain
	args  hfsm.Args
}

// Start begins to walk.
func (w *walking) Start(now time.Duration, _ hfsm.Entry) { _, _ = w.Step(now) }

// Step says the speed again: who walks stops when nobody does.
func (w *walking) Step(time.Duration) (hfsm.Status, error) {
	w.brain.out.Walk(Velocity{w.args.Float("x"), w.args.Float("y"), w.args.Float("turn")})
	return hfsm.Running, nil
}

// Stop stands.
func (w *walking) Stop(time.Duration) { w.brain.out.Walk(Velocity{}) }

// What walkTo calls there, and how it walks.
const (
	nearM     = 0.05        // from the place
	nearRad   = 5 * degree  // from the direction
	turnFirst = 35 * degree // a place further to the side is turned to before it is walked to
	farM      = 0.3         // nearer than this it walks sideways too, and turns to the goal's direction
	gainPerS  = 1.2         // speed by distance, turning by angle
	oldAfter  = 500 * time.Millisecond
)

const degree = math.Pi / 180

// errNoOdometry is why walk_to fails.
var errNoOdometry = errors.New("walk_to: no odometry for half a second; does anybody publish odom?")

// walkTo walks to a place seen from where the robot stood at the beginning.
type walkTo struct {
	brain *Brain
	args  hfsm.Args
	goal  percepts.Odometry
	set   bool
	began time.Duration
}

// Start takes the place; a robot that was interrupted goes on to the same one.
func (w *walkTo) Start(now time.Duration, how hfsm.Entry) {
	if how == hfsm.Anew {
		w.set, w.began = false, now
	}
}

// Step walks on. It is Final at the place.
func (w *walkTo) Step(now time.Duration) (hfsm.Status, error) {
	at, ok := w.brain.in.Odometry()
	if !ok || now-at.Stamp > oldAfter {
		w.brain.out.Walk(Velocity{})
		if now-w.began > oldAfter {
			return hfsm.Failed, errNoOdometry
		}
		return hfsm.Running, nil
	}
	w.began = now - oldAfter // from now on odometry is never waited for
	if !w.set {
		sin, cos := math.Sincos(at.Theta)
		x, y := w.args.Float("x"), w.args.Float("y")
		w.goal = percepts.Odometry{X: at.X + cos*x - sin*y, Y: at.Y + sin*x + cos*y, Theta: at.Theta + w.args.Float("theta")}
		w.set = true
	}
	v, there := approach(at, w.goal, w.args.Float("speed"))
	w.brain.out.Walk(v)
	if there {
		return hfsm.Final, nil
	}
	return hfsm.Running, nil
}

// Stop stands.
func (w *walkTo) Stop(time.Duration) { w.brain.out.Walk(Velocity{}) }

// approach gives the speed at a place on the way to a goal: from far it turns to the
// place and walks forward, near it walks there in any direction while it turns to
// the goal's.
func approach(at, goal percepts.Odometry, speed float64) (v Velocity, there bool) {
	sin, cos := math.Sincos(at.Theta)
	dx, dy := goal.X-at.X, goal.Y-at.Y
	x, y := cos*dx+sin*dy, -sin*dx+cos*dy // seen from the robot
	distance, bearing := math.Hypot(x, y), math.Atan2(y, x)
	turn := math.Remainder(goal.Theta-at.Theta, 2*math.Pi)
	if distance < nearM && math.Abs(turn) < nearRad {
		return Velocity{}, true
	}
	if distance > farM {
		v.Turn = bounded(gainPerS*bearing, 1)
		if math.Abs(bearing) < turnFirst {
			v.X = speed * math.Cos(bearing)
		}
		return v, false
	}
	v.Turn = bounded(gainPerS*turn, 1)
	pace := min(speed, gainPerS*distance)
	if distance > 0 {
		v.X, v.Y = pace*x/distance, pace*y/distance
	}
	return v, false
}

// bounded keeps v within ±limit.
func bounded(v, limit float64) float64 { return min(max(v, -limit), limit) }
