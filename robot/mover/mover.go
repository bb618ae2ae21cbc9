// Package mover is what behaviour asks of a body and reads back. Package motion implements a Mover as it is, for a simulated body
// and for the robot; so does a robot of sim/kinematic, which has no joints.
//
// Frames: m and rad in base_footprint, which lies on the ground midway between the soles and looks where the torso looks.
package mover

import (
	"math"

	"gonao/motion"
	"gonao/motion/head"
	"gonao/motion/kick"
	"gonao/nao/preset"
)

// A Mover moves a body. What the body cannot do is refused with [motion.ErrUnsupported]. The calls return at once: what they
// ask for happens in the next cycles.
type Mover interface {
	// SetVelocity walks until the next velocity; zero stands. It replaces what was asked for and has not begun.
	SetVelocity(v motion.Velocity) error
	SetHead(c head.Command) error
	// SetBall sets where the ball is measured now, for a kick that has not swung its foot yet.
	SetBall(x, y float64) error

	Kick(r motion.KickRequest) (motion.Task, error)
	KickWalking(r motion.KickRequest) (motion.Task, error)
	Save(r motion.SaveRequest) (motion.Task, error)
	GetUp() (motion.Task, error)
	Posture(name string) (motion.Task, error)
	// Play plays a motion file.
	Play(name string) (motion.Play, error)

	// CancelTask ends a task as soon as the robot is safe.
	CancelTask(t motion.Task)
	Report(t motion.Task) motion.Report
	Cancel(p motion.Play)
	Progress(p motion.Play) motion.Progress

	State() motion.BodyState
	// Asked returns the velocity that the walk follows, within its limits.
	Asked() motion.Velocity
	// Odometry returns where the robot takes itself to have walked.
	Odometry() motion.Odometry
}

// A Kick is one that a body has.
type Kick struct {
	Foot      kick.Foot // AnyFoot: the direction decides
	Direction float64   // rad, of the ball, from ahead
	LongestM  float64   // that the ball rolls
	X, Y      float64   // m, the ball in front of the robot
}

// Kicks returns the four kicks out of the stand, with the ball within their rectangles (NaOISIS, table 2) and, for straight ones,
// where package motion kicks it without a further step.
func Kicks(r *preset.KickRules) []Kick {
	ahead, aside := r.Straight.Distance, r.Side.Distance
	return []Kick{
		{Foot: kick.LeftFoot, LongestM: ahead, X: 0.168, Y: 0.065},
		{Foot: kick.RightFoot, LongestM: ahead, X: 0.168, Y: -0.065},
		{Direction: -math.Pi / 2, LongestM: aside, X: 0.165, Y: -0.06},
		{Direction: math.Pi / 2, LongestM: aside, X: 0.165, Y: 0.06},
	}
}

// Ahead is where the head looks to see the field from near the feet to the other goal.
var Ahead = head.Command{Pitch: 0.25}
