package localization

import (
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// Balls holds evidence about the side of a symmetric field on which the robot stands: the ball as the robot itself and as
// its teammates see it, and the teammates that the robot sees.
type Balls struct {
	Known    bool // both balls
	Stamp    time.Duration
	Odometry plane.Pose        // of base_footprint in odom at Stamp
	Own      percepts.SeenBall // in base_footprint at Stamp
	Team     percepts.SeenBall // in map
	// OtherSide is the evidence of the teammates in sight, as in Input.
	OtherSide float64
}

// ballsLast is how long balls are used after their stamp.
const ballsLast = 500 * time.Millisecond

// SetBalls sets the balls for the images of the next half second.
func (t *Tracker) SetBalls(b Balls) { t.balls = b }

// addBalls adds the balls that are new enough to the input of a step.
func (t *Tracker) addBalls(in *Input) {
	b := &t.balls
	if age := in.Stamp - b.Stamp; age > ballsLast || age < -ballsLast {
		return
	}
	in.OtherSide = b.OtherSide
	if !b.Known {
		return
	}
	moved := in.Odometry.Inverse().Mul(b.Odometry)
	t.own, t.team = b.Own, b.Team
	t.own.X, t.own.Y = moved.Point(b.Own.X, b.Own.Y)
	t.own.Cov = b.Own.Cov.Rotated(moved.Theta)
	in.OwnBall, in.TeamBall = &t.own, &t.team
}

// Figures of a ball that shows the side.
const (
	ballFresh = 400 * time.Millisecond
	ballRests = 0.5 // probability that it rolls, at most
)

// BallShowsSide reports whether the robot's own ball may be compared with that of its teammates: the robot has seen it
// within the last 400 ms, and it rests. rolling is the probability that it rolls.
func BallShowsSide(age time.Duration, rolling float64) bool {
	return age < ballFresh && rolling < ballRests
}
