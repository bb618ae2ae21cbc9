package kinematic

import (
	"fmt"
	"math"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/nao"
	"gonao/robot/percepts/plane"
)

// A Mover moves a robot as package motion moves a body with joints. A request begins in the world's next step, and a
// velocity replaces a request that has not begun. A world without physics kicks the ball where it is.
type Mover struct{ *Robot }

// task is the last kick, save or get-up.
type task struct {
	serial  uint64
	order   order // the present order
	outcome motion.Outcome
	before  motion.Outcome // of the last task
}

// end ends the task, if one is under way.
func (r *Robot) end(o motion.Outcome) {
	if r.task.outcome == motion.Playing {
		r.task.outcome = o
	}
}

// begun counts a task; the one before it, if it was under way, has given way.
func (r *Robot) begun() {
	r.end(motion.Preempted)
	r.task.serial++
	r.task.before = r.task.outcome
}

// ask gives the robot an order.
func (m Mover) ask(d do) (motion.Task, error) {
	r, from := m.Robot, Upright
	if d == getUp {
		from = Fallen
	}
	if r.Posture != from {
		return motion.Task{}, motion.ErrNotReady
	}
	r.begun()
	r.order.do, r.tries, r.task.outcome = d, 0, motion.Playing
	return motion.Task{Serial: r.task.serial}, nil
}

// SetVelocity walks with a velocity, within the limits of the body.
func (m Mover) SetVelocity(v motion.Velocity) error {
	if m.order.do == walkTo || m.order.do == getUp && m.Robot.Posture == Fallen {
		m.end(motion.Preempted)
	}
	m.order.do, m.order.x, m.order.y, m.order.theta = walk, v.X, v.Y, v.Yaw
	return nil
}

// SetHead turns the head; it has no pitch, and goes to positions only.
func (m Mover) SetHead(c nao.HeadCommand) error {
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
		m.order.kick = leftStraight
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

// WalkTo walks to a place by the odometry, until the next velocity.
func (m Mover) WalkTo(x, y, theta, speed float64) (motion.Task, error) {
	if err := motion.CheckWalkTo(x, y, theta, speed); err != nil {
		return motion.Task{}, err
	}
	if m.Robot.Posture == Upright {
		m.order.x, m.order.y, m.order.theta = 0, 0, 0
		m.order.place, m.order.far = m.Robot.Odometry.Mul(plane.Pose{X: x, Y: y, Theta: theta}), math.Hypot(x, y)
		m.order.speed = 1
		if speed > 0 {
			m.order.speed = min(speed, 1)
		}
	}
	return m.ask(walkTo)
}

// WalkGoal is unsupported.
func (Mover) WalkGoal([]motion.Point, float64, float64) error { return motion.ErrUnsupported }

// SetGait is unsupported.
func (Mover) SetGait(motion.Gait) error { return motion.ErrUnsupported }

// LookAt is unsupported.
func (Mover) LookAt(motion.LookAt) (motion.Task, error) {
	return motion.Task{}, motion.ErrUnsupported
}

// Move is unsupported.
func (Mover) Move([]slot.Target, float64) (motion.Play, error) {
	return motion.Play{}, motion.ErrUnsupported
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

// getUpTries is how often a robot tries to get up, as motion does.
const getUpTries = 6

// GetUp begins to get up, once the robot has lain for its time, and tries until it stands or gives up. A get-up under way
// continues; a standing robot is done at once.
func (m Mover) GetUp() (motion.Task, error) {
	switch m.Robot.Posture {
	case Upright:
		m.begun()
		m.task.outcome = motion.Finished
	case GettingUp:
		m.begun()
		m.order.do, m.task.outcome = getUp, motion.Playing
	default:
		return m.ask(getUp)
	}
	return motion.Task{Serial: m.task.serial}, nil
}

// Posture is unsupported, except for the stand.
func (m Mover) Posture(name string) (motion.Task, error) {
	if name != "stand" || m.Robot.Posture != Upright {
		return motion.Task{}, motion.ErrUnsupported
	}
	_ = m.SetVelocity(motion.Velocity{})
	m.begun()
	m.task.outcome = motion.Finished
	return motion.Task{Serial: m.task.serial}, nil
}

// Play is unsupported.
func (Mover) Play(string) (motion.Play, error) { return motion.Play{}, motion.ErrUnsupported }

// Cancel does nothing: nothing is played.
func (Mover) Cancel(motion.Play) {}

// Progress returns that nothing is played.
func (Mover) Progress(motion.Play) motion.Progress { return motion.Progress{Outcome: motion.Gone} }

// CancelTask ends a task that has not begun; the others continue to their ends.
func (m Mover) CancelTask(t motion.Task) {
	waits := m.Robot.Posture == Upright || m.Robot.Posture == Fallen
	if t.Serial == m.task.serial && m.order.do != walk && waits {
		m.order.do = walk
		m.end(motion.Canceled)
	}
}

// Report returns how a task stands.
func (m Mover) Report(t motion.Task) motion.Report {
	switch {
	case t.Serial == 0 || t.Serial > m.task.serial || t.Serial+1 < m.task.serial:
		return motion.Report{Outcome: motion.Gone}
	case t.Serial < m.task.serial:
		return motion.Report{Outcome: m.task.before}
	case m.order.do != walkTo:
		return motion.Report{Outcome: m.task.outcome, Attempts: m.tries}
	}
	x, y, turn := m.toPlace()
	return motion.Report{
		Outcome: m.task.outcome, Left: motion.Odometry{X: x, Y: y, Yaw: turn}, Share: max(0, 1-math.Hypot(x, y)/max(m.order.far, 1e-3)),
	}
}

// State returns the state of the body.
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

// Odometry returns the pose by odometry.
func (m Mover) Odometry() motion.Odometry {
	o := m.Robot.Odometry
	return motion.Odometry{X: o.X, Y: o.Y, Yaw: o.Theta, VX: m.VX, VY: m.VY, VYaw: m.W}
}
