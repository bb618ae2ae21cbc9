// Package legs has a robot's motion do what a player of soccer/player wants: walk, kick, block, dive, turn the head. The
// same package moves the simulated bodies of a match in one process and the robot of the node player.
//
// Frames: m and rad in base_footprint, which lies on the ground midway between the soles and looks where the torso looks.
package legs

import (
	"math"
	"time"

	"gonao/motion"
	"gonao/motion/head"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/nao"
	"gonao/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/soccer/player"
)

// OrderOf returns the order for a player's command.
func OrderOf(c *player.Command, p *kinematic.Preset) kinematic.Order {
	o := kinematic.Order{X: c.Velocity.X, Y: c.Velocity.Y, Theta: c.Velocity.Theta, HeadYaw: c.HeadYaw, BallX: c.Kick.X, BallY: c.Kick.Y, Foul: kinematic.Foul(c.Foul)}
	switch c.Action {
	case player.KickBall:
		o.Do, o.Kick, o.Strength = kinematic.KickBall, kickFor(&c.Kick), c.Kick.Distance/p.Kicks.Straight.Distance
		if c.Kick.Sideways {
			o.Strength = c.Kick.Distance / p.Kicks.Side.Distance
		}
	case player.GetUp:
		o.Do = kinematic.GetUp
	case player.Block:
		o.Do = kinematic.Block
	case player.DiveLeft, player.DiveRight:
		o.Do, o.Side = kinematic.Dive, 1
		if c.Action == player.DiveRight {
			o.Side = -1
		}
	case player.Walk:
	}
	return o
}

// kickFor returns the kick of NaOISIS that an order means.
func kickFor(k *player.KickOrder) kinematic.Kick {
	switch {
	case k.Sideways && k.Left:
		return kinematic.LeftSide
	case k.Sideways:
		return kinematic.RightSide
	case k.Left:
		return kinematic.LeftStraight
	}
	return kinematic.RightStraight
}

// Legs move a robot by orders. They belong to one goroutine at a time.
type Legs struct {
	motion *motion.Motion
	preset *kinematic.Preset
	base   plane.Pose // odometry where the motion began
	falls  int        // of motions before

	now   time.Duration
	task  motion.Task
	doing kinematic.Posture // while a task runs
	until time.Duration     // an order that was refused counts as under way until then
	order kinematic.Do      // the last one
	seen  [2]float64        // the ball that motion was told of last, m
}

// New returns legs of a robot that begins at the stand. The preset has the lengths of kicks at full strength.
func New(cfg motion.Config, library slot.Library, p *kinematic.Preset) (*Legs, error) {
	l := &Legs{preset: p}
	return l, l.Restart(cfg, library)
}

// Restart replaces the motion by one that begins anew, as after the robot was carried. The odometry goes on.
func (l *Legs) Restart(cfg motion.Config, library slot.Library) error {
	m, err := motion.New(cfg, library)
	if err != nil {
		return err
	}
	if l.motion != nil {
		l.base, l.falls = l.Odometry(), l.Falls()
	}
	*l = Legs{motion: m, preset: l.preset, base: l.base, falls: l.falls, now: l.now}
	return nil
}

// Odometry returns where the robot takes itself to have walked.
func (l *Legs) Odometry() plane.Pose {
	o := l.motion.Odometry()
	return l.base.Mul(plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw})
}

// Falls returns how often the robot has fallen.
func (l *Legs) Falls() int { return l.falls + l.motion.Falls() }

// Motion returns the motion.
func (l *Legs) Motion() *motion.Motion { return l.motion }

// Walking reports whether the walk moves the legs for an order to walk.
func (l *Legs) Walking() bool {
	return l.motion.State() == motion.Walking && l.doing == kinematic.Upright
}

// Step runs a cycle: it passes the order to motion and fills in the command of the joints. It does not allocate.
func (l *Legs) Step(state *nao.State, o *kinematic.Order, out *nao.Command) {
	l.now = state.Time
	l.follow(o)
	l.motion.Step(state, out)
}

// headPitch is where the head looks to see the field from near the feet to the other goal, rad.
const headPitch = 0.25

// refusedFor is how long an order that motion refused counts as under way: players see that it has ended.
const refusedFor = 200 * time.Millisecond

// follow passes an order to motion.
func (l *Legs) follow(o *kinematic.Order) {
	m := l.motion
	// What motion refuses, as from a robot that lies, is without effect.
	_ = m.SetHead(head.Command{Time: l.now, Mode: head.Position, Yaw: o.HeadYaw, Pitch: headPitch})
	if l.doing != kinematic.Upright {
		l.carryOn(o)
		return
	}
	begins := o.Do != l.order
	l.order = o.Do
	switch o.Do {
	case kinematic.Walk:
		_ = m.SetVelocity(motion.Velocity{X: o.X, Y: o.Y, Yaw: o.Theta})
	case kinematic.KickBall:
		if begins {
			l.seen = [2]float64{o.BallX, o.BallY}
			l.begin(kinematic.Kicking)(m.Kick(l.kickOf(o)))
		}
	case kinematic.Block:
		if begins {
			l.begin(kinematic.Blocking)(m.Save(motion.SaveRequest{Kind: motion.SaveBlock}))
		}
	case kinematic.Dive:
		kind := motion.SaveDiveLeft
		if o.Side < 0 {
			kind = motion.SaveDiveRight
		}
		if begins {
			l.begin(kinematic.Diving)(m.Save(motion.SaveRequest{Kind: kind}))
		}
	case kinematic.GetUp: // motion gets up by itself
	}
}

// begin returns what notes a task that motion has begun or refused.
func (l *Legs) begin(doing kinematic.Posture) func(motion.Task, error) {
	return func(t motion.Task, err error) {
		l.doing, l.task, l.until = doing, t, 0
		if err != nil {
			l.until = l.now + refusedFor
		}
	}
}

// carryOn follows a task to its end, and passes on where the ball is while the robot steps to it.
func (l *Legs) carryOn(o *kinematic.Order) {
	if l.until > 0 {
		if l.now >= l.until {
			l.doing, l.until = kinematic.Upright, 0
		}
		return
	}
	if l.motion.Report(l.task).Outcome != motion.Playing {
		l.doing = kinematic.Upright
		return
	}
	if at := [2]float64{o.BallX, o.BallY}; l.doing == kinematic.Kicking && at != l.seen && at != [2]float64{} && l.motion.State() == motion.Walking {
		l.seen = at
		_ = l.motion.SetBall(o.BallX, o.BallY)
	}
}

// mostStrength is the strength from which on a kick goes as far as it can.
const mostStrength = 0.95

// kickOf returns motion's kick for an order.
func (l *Legs) kickOf(o *kinematic.Order) motion.KickRequest {
	r := motion.KickRequest{BallX: o.BallX, BallY: o.BallY}
	length := l.preset.Kicks.Straight.Distance
	switch o.Kick {
	case kinematic.LeftStraight:
		r.Foot = kick.LeftFoot
	case kinematic.RightStraight:
		r.Foot = kick.RightFoot
	case kinematic.LeftSide:
		r.Direction, length = -math.Pi/2, l.preset.Kicks.Side.Distance
	case kinematic.RightSide:
		r.Direction, length = math.Pi/2, l.preset.Kicks.Side.Distance
	}
	if o.Strength < mostStrength {
		r.Distance = o.Strength * length
	}
	return r
}

// Posture returns what the body does.
func (l *Legs) Posture() kinematic.Posture {
	switch l.motion.State() {
	case motion.Fallen, motion.Falling:
		return kinematic.Fallen
	case motion.GettingUp:
		return kinematic.GettingUp
	default:
		return l.doing
	}
}
