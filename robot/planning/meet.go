package planning

import "math"

// RollingBall is a ball as the robot sees it: place and velocity over the ground, in base_footprint.
type RollingBall struct {
	X, Y, VX, VY float64 // m, m/s
	Deceleration float64 // m/s²
}

// At returns where the ball is after a time, and its speed then.
func (b *RollingBall) At(sec float64) (x, y, speed float64) {
	v := math.Hypot(b.VX, b.VY)
	if v == 0 {
		return b.X, b.Y, 0
	}
	if b.Deceleration > 0 {
		sec = min(sec, v/b.Deceleration)
	}
	// s = v t − a t²/2
	way := v*sec - b.Deceleration*sec*sec/2
	return b.X + way*b.VX/v, b.Y + way*b.VY/v, v - b.Deceleration*sec
}

// Meeting is where and when the robot meets a ball.
type Meeting struct {
	X, Y   float64 // m, of the ball, in base_footprint
	Sec    float64 // time until then
	AtRest bool    // the ball does not roll any more
	// SlackSec is how much earlier than the ball the robot is there; below 0 it comes too late.
	SlackSec float64
}

// Times of a meeting.
const (
	meetStepSec  = 0.05
	meetHorizon  = 6.0 // s
	meetReaction = 0.35
	// MeetAhead is the distance of the ball ahead of the middle of the feet when they meet, m.
	MeetAhead = 0.10
)

// Meet returns where a robot with some limits meets a rolling ball: the first place on the ball's path at which the robot
// stands before the ball arrives, or, if there is none, the one with the smallest delay. The robot needs some time to
// begin.
func Meet(b *RollingBall, l Limits) Meeting {
	best := Meeting{SlackSec: math.Inf(-1)}
	for k := 0; k <= int(meetHorizon/meetStepSec); k++ {
		t := float64(k) * meetStepSec
		x, y, speed := b.At(t)
		slack := t - timeTo(x-MeetAhead, y, l)
		if slack > best.SlackSec {
			best = Meeting{X: x, Y: y, Sec: t, AtRest: speed <= 0, SlackSec: slack}
		}
		if slack >= 0 {
			return best
		}
	}
	return best
}

// timeTo returns the time that a robot needs to a place in base_footprint without turning, s.
func timeTo(x, y float64, l Limits) float64 {
	const near = 0.05 // m, that the feet are wide on either side of the place
	x, y = math.Copysign(max(math.Abs(x)-near, 0), x), math.Copysign(max(math.Abs(y)-near, 0), y)
	if x == 0 && y == 0 {
		return 0
	}
	return meetReaction + math.Hypot(x/l.ForwardMPS, y/l.SideMPS)
}

// Figures of the way to a meeting.
const (
	meetFactor   = 2.5  // 1/s, of the velocity towards the place
	meetOver     = 1.2  // factor on the speeds that the meeting assumes
	meetTurn     = 0.6  // rad/s
	meetTurnFrom = 0.25 // rad, of the ball's bearing
	meetThere    = 0.03 // m
)

// Velocity returns the velocity with which a robot with the limits of the meeting goes there. It turns only to keep the ball in
// front of it, and stands still when it waits for the ball.
func (m *Meeting) Velocity(b *RollingBall, l Limits) Velocity {
	bound := func(v, most float64) float64 { return min(max(v, -most), most) }
	x, y := m.X-MeetAhead, m.Y
	v := Velocity{X: bound(meetFactor*x, meetOver*l.ForwardMPS), Y: bound(meetFactor*y, meetOver*l.SideMPS)}
	if turn := math.Atan2(b.Y, b.X); math.Abs(turn) > meetTurnFrom {
		v.Yaw = bound(turn, meetTurn)
	}
	if !m.AtRest && math.Hypot(x, y) < meetThere && v.Yaw == 0 {
		return Velocity{}
	}
	return v
}
