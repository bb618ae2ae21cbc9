package behaviortest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/nao"
	"gonao/robot/goals"
	"gonao/robot/percepts"
)

// errNoServer is the error of a goal without a server.
var errNoServer = errors.New("nobody serves it")

// port is a port of the robot.
type port struct {
	robot    *Robot
	name     string
	feedback []string
}

// Open opens any port.
func (r *Robot) Open(p behavior.Port, feedback []string) (behavior.Caller, error) {
	return &port{r, p.Name, feedback}, nil
}

// Subscribe subscribes to nothing.
func (r *Robot) Subscribe(p behavior.Port, _ string, _ hfsm.Type) (behavior.Source, error) {
	return nil, fmt.Errorf("topic %s: the robot of a test has no topics", p.Name)
}

// Begin begins a goal.
func (p *port) Begin(goal any) behavior.Task {
	r := p.robot
	switch g := goal.(type) {
	case *goals.PlayMotion:
		return r.play(g.Name)
	case *goals.MoveJoints:
		return r.moveJoint(g.Names[0], g.Positions[0], g.Speed)
	case *goals.WalkTo:
		if r.NoLegs {
			break
		}
		return r.walkTo(g.X, g.Y, g.Theta)
	}
	if action, ok := r.Motions[p.name]; ok {
		r.say("%s %+v", p.name, reflect.ValueOf(goal).Elem())
		return r.begin(action)
	}
	return behavior.Ended{Status: hfsm.Failed, Outcome: vocabulary.NoServer, Err: errNoServer}
}

// play begins a motion of Motions; another one fails.
func (r *Robot) play(name string) *Going {
	r.say("play %s", name)
	motion, ok := r.Motions[name]
	motion.Fails = motion.Fails || !ok
	return r.begin(motion)
}

// moveJoint begins to move a joint; it is there after a second.
func (r *Robot) moveJoint(name string, angle, speed float64) *Going {
	joint, err := nao.ParseJoint(name)
	if err != nil {
		return r.begin(Motion{Fails: true})
	}
	r.say("move %s to %.2f at %.2f", joint, angle, speed)
	return r.begin(Motion{Takes: time.Second, Effect: func(r *Robot) { r.State.Position[joint] = angle }})
}

func (r *Robot) begin(m Motion) *Going {
	g := &Going{robot: r, motion: m, began: r.State.Time}
	r.going = append(r.going, g)
	return g
}

// Going is a motion under way.
type Going struct {
	robot  *Robot
	motion Motion
	began  time.Duration
	status hfsm.Status
}

// step ends it when its time has come.
func (g *Going) step() {
	if g.status != hfsm.Running || g.robot.State.Time-g.began < g.motion.Takes {
		return
	}
	g.status = hfsm.Final
	if g.motion.Fails {
		g.status = hfsm.Failed
	} else if g.motion.Effect != nil {
		g.motion.Effect(g.robot)
	}
}

// Report returns how the motion stands.
func (g *Going) Report() behavior.Report {
	words := map[hfsm.Status]string{hfsm.Final: vocabulary.Succeeded, hfsm.Failed: vocabulary.Failed}
	return behavior.Report{Status: g.status, Outcome: words[g.status]}
}

// Feedback returns the positions that the motion has reached.
func (g *Going) Feedback(int) (hfsm.Value, bool) {
	slots := int64(max(g.motion.Slots, 1))
	if g.motion.Takes == 0 {
		return hfsm.IntValue(slots), true
	}
	return hfsm.IntValue(min(slots, slots*int64(g.robot.State.Time-g.began)/int64(g.motion.Takes))), true
}

// Cancel ends it.
func (g *Going) Cancel() {
	if g.status == hfsm.Running {
		g.robot.say("cancelled")
		g.status = hfsm.Failed
	}
}

// How the robot walks to a place: in a straight line, while it turns.
const (
	walkSpeedMPerS = 0.2
	turnRadPerS    = 0.8
	nearM          = 0.01
	nearRad        = 0.02
)

// walk is a walk to a place.
type walk struct {
	legs  interface{ Walk(v behavior.Velocity) }
	place percepts.Odometry
	ended string // outcome; "" while it walks
}

// walkTo begins to walk to a place seen from the robot.
func (r *Robot) walkTo(x, y, theta float64) *walk {
	sin, cos := math.Sincos(r.At.Theta)
	if r.place != nil && r.place.ended == "" {
		r.place.end("preempted")
	}
	r.place = &walk{legs: r, place: percepts.Odometry{
		X: r.At.X + cos*x - sin*y, Y: r.At.Y + sin*x + cos*y, Theta: r.At.Theta + theta,
	}}
	r.stepWalk()
	return r.place
}

// stepWalk sets the velocity of a walk to a place.
func (r *Robot) stepWalk() {
	w := r.place
	if w == nil || w.ended != "" {
		return
	}
	sin, cos := math.Sincos(r.At.Theta)
	dx, dy := w.place.X-r.At.X, w.place.Y-r.At.Y
	left, turn := math.Hypot(dx, dy), w.place.Theta-r.At.Theta
	if left < nearM && math.Abs(turn) < nearRad {
		w.end(vocabulary.Succeeded)
		return
	}
	v := behavior.Velocity{Yaw: min(max(turn, -turnRadPerS), turnRadPerS)}
	if left > 0 {
		pace := min(walkSpeedMPerS, 2*left) / left
		v.X, v.Y = pace*(cos*dx+sin*dy), pace*(-sin*dx+cos*dy)
	}
	r.Walk(v)
}

func (w *walk) end(outcome string) {
	w.ended = outcome
	w.legs.Walk(behavior.Velocity{})
}

// Report returns how the walk stands.
func (w *walk) Report() behavior.Report {
	switch w.ended {
	case "":
		return behavior.Report{}
	case vocabulary.Succeeded:
		return behavior.Report{Status: hfsm.Final, Outcome: w.ended}
	}
	return behavior.Report{Status: hfsm.Failed, Outcome: w.ended}
}

// Feedback returns nothing.
func (w *walk) Feedback(int) (hfsm.Value, bool) { return hfsm.Value{}, false }

// Cancel stands.
func (w *walk) Cancel() {
	if w.ended == "" {
		w.end(vocabulary.Canceled)
	}
}
