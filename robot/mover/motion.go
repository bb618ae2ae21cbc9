package mover

import (
	"math"

	"gonao/motion"
	"gonao/motion/slot"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/robot/percepts/plane"
)

var _ Mover = (*motion.Motion)(nil)

// Motion is a robot's motion for a caller that sends requests once per image. In each cycle it repeats the velocity and
// the head's command. It holds velocities back while a kick or a save is under way. It belongs to one goroutine at a
// time.
type Motion struct {
	Mover  // the motion, for methods that this type does not change
	Motion *motion.Motion
	kicks  []preset.Kick
	base   plane.Pose // odometry where the motion began
	falls  int        // falls of earlier motions

	velocity motion.Velocity
	head     nao.HeadCommand
	task     motion.Task
	posture  motion.BodyState // Kicking or Posing while the task runs, otherwise Standing
	walk     motion.Task      // to a place; has the legs until another velocity; 0: none
	look     motion.Task      // at a point; has the head until another command; 0: none
	save     motion.SaveKind  // of the last save
	ball     [2]float64       // the newest, m
	passed   [2]float64       // the last one passed to motion
}

var _ Mover = (*Motion)(nil)

// NewMotion returns the motion of a robot that begins at the stand. kicks are the kicks that callers request.
func NewMotion(cfg motion.Config, library slot.Library, kicks []preset.Kick) (*Motion, error) {
	m := &Motion{kicks: kicks, head: Ahead}
	return m, m.Restart(cfg, library)
}

// Restart replaces the motion by a new one, as after the robot was carried. It keeps odometry, velocity and head command.
func (m *Motion) Restart(cfg motion.Config, library slot.Library) error {
	begun, err := motion.New(cfg, library)
	if err != nil {
		return err
	}
	if m.Motion != nil {
		o := m.Odometry()
		m.base, m.falls = plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw}, m.Falls()
	}
	*m = Motion{Mover: begun, Motion: begun, kicks: m.kicks, base: m.base, falls: m.falls, velocity: m.velocity, head: m.head, posture: motion.Standing}
	return nil
}

// Odometry returns the odometry, continued over restarts.
func (m *Motion) Odometry() motion.Odometry {
	o := m.Motion.Odometry()
	at := m.base.Mul(plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw})
	o.X, o.Y, o.Yaw = at.X, at.Y, at.Theta
	return o
}

// Falls returns how often the robot has fallen.
func (m *Motion) Falls() int { return m.falls + m.Motion.Falls() }

// Busy returns Kicking or Posing while a kick or a save is under way, from the request on, and Standing otherwise.
func (m *Motion) Busy() motion.BodyState { return m.posture }

// Saves returns the kind of the last save.
func (m *Motion) Saves() motion.SaveKind { return m.save }

// Step runs a cycle: it passes the requests on, and fills in the command of the joints. It does not allocate.
func (m *Motion) Step(state *nao.State, out *nao.Command) {
	// Requests that motion refuses, for example because the robot lies, have no effect.
	m.head.Stamp = state.Time
	if !m.under(&m.look) {
		_ = m.Motion.SetHead(m.head)
	}
	if m.posture != motion.Standing {
		m.carryOn()
	} else if !m.under(&m.walk) {
		_ = m.Motion.SetVelocity(m.velocity)
	}
	m.Motion.Step(state, out)
}

// carryOn follows the task to its end, and passes on where the ball is while the robot steps to it.
func (m *Motion) carryOn() {
	switch {
	case m.Report(m.task).Outcome != motion.Playing:
		m.posture = motion.Standing
	case m.posture == motion.Kicking && m.ball != m.passed && m.State() == motion.Walking:
		m.passed = m.ball
		_ = m.Motion.SetBall(m.ball[0], m.ball[1])
	}
}

// under reports whether a task is under way, and forgets one that has ended.
func (m *Motion) under(t *motion.Task) bool {
	if t.Serial != 0 && m.Report(*t).Outcome != motion.Playing {
		*t = motion.Task{}
	}
	return t.Serial != 0
}

// SetVelocity walks with a velocity until the next one.
func (m *Motion) SetVelocity(v motion.Velocity) error {
	m.velocity, m.walk = v, motion.Task{}
	return nil
}

// SetHead turns the head to a position until the next one.
func (m *Motion) SetHead(c nao.HeadCommand) error {
	m.head, m.look = c, motion.Task{}
	return nil
}

// SetBall sets where the ball is measured now.
func (m *Motion) SetBall(x, y float64) error {
	m.ball = [2]float64{x, y}
	return nil
}

// WalkTo begins a walk to a place, which the next velocity ends.
func (m *Motion) WalkTo(x, y, theta, speed float64) (t motion.Task, err error) {
	if m.posture != motion.Standing {
		return t, motion.ErrNotReady
	}
	if t, err = m.Motion.WalkTo(x, y, theta, speed); err == nil {
		m.walk, m.velocity = t, motion.Velocity{}
	}
	return t, err
}

// LookAt turns the head to a point, until the next command of the head.
func (m *Motion) LookAt(at motion.LookAt) (t motion.Task, err error) {
	if t, err = m.Motion.LookAt(at); err == nil {
		m.look = t
	}
	return t, err
}

// KickWalking begins a kick out of the walk, unless a task is under way.
func (m *Motion) KickWalking(r motion.KickRequest) (motion.Task, error) {
	m.ball = [2]float64{r.BallX, r.BallY}
	m.passed = m.ball
	return m.begin(motion.Kicking, func() (motion.Task, error) { return m.Motion.KickWalking(r) })
}

// farKick is the share of its longest distance from which a kick is as strong as possible.
const farKick = 0.95

// Kick begins a kick, unless a task is under way.
func (m *Motion) Kick(r motion.KickRequest) (motion.Task, error) {
	for i := range m.kicks {
		if k := &m.kicks[i]; math.Abs(plane.Angle(r.Direction-k.Direction)) <= math.Pi/4 {
			share := r.Distance / k.LongestM // and back: matches are compared bit by bit, and this rounds
			r.Distance = share * k.LongestM
			if share >= farKick {
				r.Distance = 0
			}
			break
		}
	}
	m.ball = [2]float64{r.BallX, r.BallY}
	m.passed = m.ball
	return m.begin(motion.Kicking, func() (motion.Task, error) { return m.Motion.Kick(r) })
}

// Save begins a block or a dive, unless a task is under way.
func (m *Motion) Save(r motion.SaveRequest) (motion.Task, error) {
	return m.begin(motion.Posing, func() (motion.Task, error) {
		m.save = r.Kind
		return m.Motion.Save(r)
	})
}

// begin begins a task.
func (m *Motion) begin(posture motion.BodyState, begin func() (motion.Task, error)) (motion.Task, error) {
	if m.posture != motion.Standing {
		return motion.Task{}, motion.ErrNotReady
	}
	t, err := begin()
	if err == nil {
		m.task, m.posture = t, posture
	}
	return t, err
}
