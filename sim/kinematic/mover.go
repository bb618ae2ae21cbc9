package kinematic

import (
	"fmt"
	"math"

	"gonao/motion"
	"gonao/motion/head"
	"gonao/motion/kick"
	"gonao/robot/percepts/plane"
)

// A Mover moves a robot as package motion moves a body with joints. What is asked for begins in the world's next step, and a
// velocity replaces what has not begun. A world without physics kicks the ball where it is.
type Mover struct{ *Robot }

// task is the last kick, save or get-up.
type task struct {
	serial  uint64
	order   order // that is performed
	outcome motion.Outcome
}

// end ends the task, if one is under way.
func (r *Robot) end(o motion.Outcome) {
	if r.task.outcome == motion.Playing {
		r.task.outcome = o
	}
}

// ask makes the robot begin something.
func (m Mover) ask(d do) (motion.Task, error) {
	r, from := m.Robot, Upright
	if d == getUp {
		from = Fallen
	}
	if r.Posture != from {
		return motion.Task{}, motion.ErrNotReady
	}
	r.task.serial++
	r.order.do, r.task.outcome = d, motion.Playing
	return motion.Task{Serial: r.task.serial}, nil
}

// SetVelocity walks with a velocity, within the limits of the body.
func (m Mover) SetVelocity(v motion.Velocity) error {
	m.order.do, m.order.x, m.order.y, m.order.theta = walk, v.X, v.Y, v.Yaw
	return nil
}

// SetHead turns the head; it has no pitch, and goes to positions only.
func (m Mover) SetHead(c head.Command) error {
	m.order.headYaw = c.Yaw
	return nil
}

// SetBall does nothing.
func (Mover) SetBall(float64, float64) error { return nil }

// Kick begins the kick that is nearest to the direction.
func (m Mover) Kick(r motion.KickRequest) (motion.Task, error) {
	left := r.Foot == kick.LeftFoot || r.Foot == kick.AnyFoot && r.BallY > 0
	switch direction := plane.Angle(r.Direction); {
	case math.Abs(direction) <= math.Pi/4 && left:
		m.order.kick = LeftStraight
	case math.Abs(direction) <= math.Pi/4:
		m.order.kick = RightStraight
	case math.Abs(direction-math.Pi/2) <= math.Pi/4:
		m.order.kick = RightSide
	case math.Abs(direction+math.Pi/2) <= math.Pi/4:
		m.order.kick = LeftSide
	default:
		return motion.Task{}, fmt.Errorf("kick: %w: direction %.2f rad: expected one within 45° of ahead, left or right", motion.ErrUnreachable, direction)
	}
	m.order.distance = r.Distance
	return m.ask(kickBall)
}

// KickWalking is unsupported.
func (Mover) KickWalking(motion.KickRequest) (motion.Task, error) {
	return motion.Task{}, motion.ErrUnsupported
}

// Save begins a block or a dive.
func (m Mover) Save(r motion.SaveRequest) (motion.Task, error) {
	kind, _, err := r.Decide()
	switch {
	case err != nil:
		return motion.Task{}, err
	case kind == motion.SaveBlock:
		return m.ask(block)
	}
	m.order.side = 1
	if kind == motion.SaveDiveRight {
		m.order.side = -1
	}
	return m.ask(dive)
}

// GetUp begins to get up, as soon as the robot has lain for its time.
func (m Mover) GetUp() (motion.Task, error) { return m.ask(getUp) }

// Posture is unsupported, but for the stand.
func (m Mover) Posture(name string) (motion.Task, error) {
	if name != "stand" || m.Robot.Posture != Upright {
		return motion.Task{}, motion.ErrUnsupported
	}
	_ = m.SetVelocity(motion.Velocity{})
	m.task.serial++
	m.task.outcome = motion.Finished
	return motion.Task{Serial: m.task.serial}, nil
}

// Play is unsupported.
func (Mover) Play(string) (motion.Play, error) { return motion.Play{}, motion.ErrUnsupported }

// Cancel does nothing: nothing is played.
func (Mover) Cancel(motion.Play) {}

// Progress returns that nothing is played.
func (Mover) Progress(motion.Play) motion.Progress { return motion.Progress{Outcome: motion.Gone} }

// CancelTask ends a task that has not begun; the others go on to their ends.
func (m Mover) CancelTask(t motion.Task) {
	waits := m.Robot.Posture == Upright || m.Robot.Posture == Fallen
	if t.Serial == m.task.serial && m.order.do != walk && waits {
		m.order.do = walk
		m.end(motion.Canceled)
	}
}

// Report returns how a task stands.
func (m Mover) Report(t motion.Task) motion.Report {
	if t.Serial == 0 || t.Serial != m.task.serial {
		return motion.Report{Outcome: motion.Gone}
	}
	return motion.Report{Outcome: m.task.outcome}
}

// State returns what the body does.
func (m Mover) State() motion.BodyState {
	switch m.Robot.Posture {
	case Kicking:
		return motion.Kicking
	case Blocking, Diving:
		return motion.Posing
	case Fallen:
		return motion.Fallen
	case GettingUp:
		return motion.GettingUp
	case Upright:
	}
	if m.Walking() {
		return motion.Walking
	}
	return motion.Standing
}

// Asked returns the velocity that the robot walks with once it has accelerated.
func (m Mover) Asked() motion.Velocity {
	return motion.Velocity{X: m.order.x, Y: m.order.y, Yaw: m.order.theta}
}

// Odometry returns where the robot takes itself to have walked.
func (m Mover) Odometry() motion.Odometry {
	o := m.Robot.Odometry
	return motion.Odometry{X: o.X, Y: o.Y, Yaw: o.Theta, VX: m.VX, VY: m.VY, VYaw: m.W}
}
