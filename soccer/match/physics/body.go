package physics

import (
	"math"
	"time"

	"gonao/body/safety"
	"gonao/motion"
	"gonao/motion/head"
	"gonao/motion/kick"
	"gonao/nao"
	"gonao/percepts/plane"
	"gonao/sim"
	"gonao/sim/kinematic"
	"gonao/sim/mujoco"
)

// A body is a simulated robot with its motion.
type body struct {
	world  *World
	index  int
	body   *sim.Body
	guard  *safety.Guard
	motion *motion.Motion
	state  nao.State
	wanted nao.Command
	sent   nao.Command
	feet   [nao.NumLegs]int // in the model
	torso  int

	at    plane.Pose // in world
	lean  float64    // rad, of the torso
	base  plane.Pose // odometry where its motion began
	task  motion.Task
	doing kinematic.Posture // while a task runs
	until time.Duration     // an order that was refused counts as under way until then
	order kinematic.Do      // the last one
	seen  [2]float64        // the ball that motion has been told of last, m in the robot's frame
	falls int
}

func newBody(w *World, index int, s *sim.Body) (*body, error) {
	b := &body{world: w, index: index, body: s}
	model := w.sim.Model()
	var err error
	for leg := range nao.Leg(nao.NumLegs) {
		if b.feet[leg], err = model.ID(mujoco.Body, s.Prefix()+leg.Foot().String()); err != nil {
			return nil, err
		}
	}
	if b.torso, err = model.ID(mujoco.Body, s.Prefix()+nao.LinkTorso.String()); err != nil {
		return nil, err
	}
	return b, b.wake()
}

// wake gives the robot a motion that begins at the stand.
func (b *body) wake() error {
	m, err := motion.New(b.world.motion, b.world.library)
	if err != nil {
		return err
	}
	if b.motion != nil {
		b.base, b.falls = b.odometry(), b.falls+b.motion.Falls()
	}
	b.motion, b.guard = m, safety.New(safety.DefaultConfig())
	b.task, b.doing, b.until, b.order = motion.Task{}, kinematic.Upright, 0, kinematic.Walk
	b.body.State(&b.state)
	b.wanted = nao.Command{Position: b.world.motion.Stand}
	for j := range b.wanted.Stiffness {
		b.wanted.Stiffness[j] = 1
	}
	return nil
}

// place puts the robot down standing, with a motion that begins anew. Its odometry does not count the way.
func (b *body) place(p plane.Pose) error {
	err := b.world.sim.Place(b.index, sim.Placement{X: p.X, Y: p.Y, Yaw: p.Theta, Lie: sim.Upright, Posture: b.world.motion.Stand})
	if err != nil {
		return err
	}
	b.at = p
	return b.wake()
}

// odometry returns where the robot takes itself to have walked.
func (b *body) odometry() plane.Pose {
	o := b.motion.Odometry()
	return b.base.Mul(plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw})
}

// step runs a cycle of the robot: its sensors, the order, motion and the driver's rules.
func (b *body) step(o *kinematic.Order, p *kinematic.Preset) {
	b.body.State(&b.state)
	b.follow(o, p)
	b.motion.Step(&b.state, &b.wanted)
	b.guard.Step(b.state.Time, &b.state, &b.wanted, &b.sent)
	b.body.Command(&b.sent)
}

// headPitch is where the head looks to see the field from near the feet to the other goal, rad.
const headPitch = 0.25

// refusedFor is how long an order that motion refused counts as under way: players see that it has ended.
const refusedFor = 200 * time.Millisecond

// follow passes an order to motion.
func (b *body) follow(o *kinematic.Order, p *kinematic.Preset) {
	m := b.motion
	// What motion refuses, as from a robot that lies, is without effect, as on the robot.
	_ = m.SetHead(head.Command{Time: b.state.Time, Mode: head.Position, Yaw: o.HeadYaw, Pitch: headPitch})
	if b.doing != kinematic.Upright {
		b.carryOn(o)
		return
	}
	begins := o.Do != b.order
	b.order = o.Do
	switch o.Do {
	case kinematic.Walk:
		_ = m.SetVelocity(motion.Velocity{X: o.X, Y: o.Y, Yaw: o.Theta})
	case kinematic.KickBall:
		if begins {
			b.seen = [2]float64{o.BallX, o.BallY}
			b.begin(kinematic.Kicking)(m.Kick(kickOf(o, p)))
		}
	case kinematic.Block:
		if begins {
			b.begin(kinematic.Blocking)(m.Save(motion.SaveRequest{Kind: motion.SaveBlock}))
		}
	case kinematic.Dive:
		kind := motion.SaveDiveLeft
		if o.Side < 0 {
			kind = motion.SaveDiveRight
		}
		if begins {
			b.begin(kinematic.Diving)(m.Save(motion.SaveRequest{Kind: kind}))
		}
	case kinematic.GetUp: // motion gets up by itself
	}
}

// begin returns what notes a task that motion has begun or refused.
func (b *body) begin(doing kinematic.Posture) func(motion.Task, error) {
	return func(t motion.Task, err error) {
		b.doing, b.task, b.until = doing, t, 0
		if err != nil {
			b.until = b.state.Time + refusedFor
		}
	}
}

// carryOn follows a task to its end, and passes on where the ball is while the robot steps to it.
func (b *body) carryOn(o *kinematic.Order) {
	if b.until > 0 {
		if b.state.Time >= b.until {
			b.doing, b.until = kinematic.Upright, 0
		}
		return
	}
	if b.motion.Report(b.task).Outcome != motion.Playing {
		b.doing = kinematic.Upright
		return
	}
	if at := [2]float64{o.BallX, o.BallY}; b.doing == kinematic.Kicking && at != b.seen && b.motion.State() == motion.Walking {
		b.seen = at
		_ = b.motion.SetBall(o.BallX, o.BallY)
	}
}

// mostStrength is the strength from which on a kick goes as far as it can.
const mostStrength = 0.95

// kickOf returns motion's kick for an order.
func kickOf(o *kinematic.Order, p *kinematic.Preset) motion.KickRequest {
	r := motion.KickRequest{BallX: o.BallX, BallY: o.BallY}
	length := p.Kicks.Straight.Distance
	switch o.Kick {
	case kinematic.LeftStraight:
		r.Foot = kick.LeftFoot
	case kinematic.RightStraight:
		r.Foot = kick.RightFoot
	case kinematic.LeftSide:
		r.Direction, length = -math.Pi/2, p.Kicks.Side.Distance
	case kinematic.RightSide:
		r.Direction, length = math.Pi/2, p.Kicks.Side.Distance
	}
	if o.Strength < mostStrength {
		r.Distance = o.Strength * length
	}
	return r
}

// posture returns what the body does, as the ground has it.
func (b *body) posture() kinematic.Posture {
	switch b.motion.State() {
	case motion.Fallen, motion.Falling:
		return kinematic.Fallen
	case motion.GettingUp:
		return kinematic.GettingUp
	default:
		return b.doing
	}
}
