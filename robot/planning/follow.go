package planning

import (
	"math"

	"gonao/motion/walk"
	"gonao/robot/percepts/plane"
)

// Limits are the largest speeds of the walk.
type Limits struct {
	ForwardMPS, SideMPS float64
	TurnRadPerSec       float64
}

// Velocity is a walking command in base_footprint: m/s forward and to the left, rad/s counterclockwise.
type Velocity = walk.Velocity

// Follow returns the walking command along a plan. Far from the goal the robot faces the way ahead; in the last
// TurnToGoalM it turns to the goal's heading and walks sideways as far as needed. It returns true when it is there.
func (c *Config) Follow(p *Plan, pose plane.Pose, l Limits) (Velocity, bool) {
	left := pose.Distance(p.Goal)
	turnLeft := plane.Angle(p.Goal.Theta - pose.Theta)
	if !pose.Finite() || p.Count == 0 && left > c.EndM {
		return Velocity{}, false
	}
	if left < c.EndM && math.Abs(turnLeft) < 0.1 {
		return Velocity{}, true
	}
	const ahead = 0.08
	x, y, _ := p.At(ahead)
	dx, dy := pose.Local(x, y)
	heading := plane.Angle(math.Atan2(dy, dx))
	distance := math.Hypot(dx, dy)
	turn := heading
	if p.Length < c.TurnToGoalM {
		share := 1 - p.Length/c.TurnToGoalM
		turn = plane.Angle(heading + share*plane.Angle(turnLeft-heading))
		if left < ahead {
			turn = turnLeft
		}
	}
	v := Velocity{Yaw: min(max(1.5*turn, -l.TurnRadPerSec), l.TurnRadPerSec)}
	if distance < 1e-6 {
		return v, false
	}
	// The ellipse of speeds: as fast as the slower axis allows; slower at the end and while turning far.
	ux, uy := dx/distance, dy/distance
	speed := 1 / math.Hypot(ux/l.ForwardMPS, uy/l.SideMPS)
	speed = min(speed, 1.2*left+0.01) * max(0.2, 1-math.Abs(turn)/math.Pi)
	v.X, v.Y = speed*ux, speed*uy
	return v, false
}
