// Package mover is behaviour's interface to a body. A [Motion] implements Mover for a simulated body and for the robot;
// so does a robot of sim/kinematic, which has no joints.
//
// Frames: m and rad in base_footprint, which lies on the ground midway between the soles and looks where the torso looks.
package mover

import (
	"errors"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/nao"
)

// A Mover moves a body. It refuses what the body cannot do with [motion.ErrUnsupported]. The calls return at once: the
// movements happen in the next cycles.
type Mover interface {
	// SetVelocity walks until the next velocity; zero stands. It replaces a request that has not begun.
	SetVelocity(v motion.Velocity) error
	SetHead(c nao.HeadCommand) error
	// SetBall sets where the ball is measured now, for a kick that has not swung its foot yet.
	SetBall(x, y float64) error

	WalkTo(x, y, theta, speed float64) (motion.Task, error)
	// WalkGoal walks along points that are set again several times a second.
	WalkGoal(points []motion.Point, sigmaM, sigmaRad float64) error
	SetGait(g motion.Gait) error
	Kick(r motion.KickRequest) (motion.Task, error)
	KickWalking(r motion.KickRequest) (motion.Task, error)
	Save(r motion.SaveRequest) (motion.Task, error)
	GetUp() (motion.Task, error)
	Posture(name string) (motion.Task, error)
	LookAt(at motion.LookAt) (motion.Task, error)
	// Play plays a motion file.
	Play(name string) (motion.Play, error)
	// Move moves joints to angles, at a share of their top speed.
	Move(targets []slot.Target, speedShare float64) (motion.Play, error)

	// CancelTask ends a task as soon as the robot is safe.
	CancelTask(t motion.Task)
	Report(t motion.Task) motion.Report
	Cancel(p motion.Play)
	Progress(p motion.Play) motion.Progress

	State() motion.BodyState
	// Asked returns the velocity that the walk follows, within its limits.
	Asked() motion.Velocity
	// Odometry returns the pose by odometry.
	Odometry() motion.Odometry
}

// Ahead is where the head looks to see the field from near the feet to the other goal.
var Ahead = nao.HeadCommand{Pitch: 0.25}

// Word returns the word of the table of actions for the outcome of a request to a body.
func Word(outcome motion.Outcome, why error) string {
	var taken *motion.TakenError
	switch {
	case errors.Is(why, motion.ErrUnsupported):
		return "unsupported"
	case outcome == motion.Canceled:
		return "canceled"
	case outcome == motion.Fell, errors.Is(why, motion.ErrFallen):
		return "fallen"
	case errors.Is(why, motion.ErrBadGoal), errors.Is(why, motion.ErrBadMove):
		return "bad_goal"
	case errors.Is(why, motion.ErrUnknownPosture):
		return "unknown_posture"
	case errors.Is(why, motion.ErrUnknownMotion):
		return "unknown_motion"
	case outcome == motion.Unreachable, errors.Is(why, motion.ErrUnreachable), errors.Is(why, kick.ErrUnreachable):
		return "unreachable"
	case errors.As(why, &taken):
		return "joint_taken"
	case outcome == motion.Preempted:
		return "preempted"
	case outcome == motion.Blocked:
		return "blocked"
	case outcome == motion.GaveUp:
		return "gave_up"
	case outcome == motion.NotReached, outcome == motion.OffPath:
		return "not_reached"
	case errors.Is(why, motion.ErrNotReady), errors.Is(why, motion.ErrNotStanding):
		return "not_ready"
	}
	return "failed"
}
