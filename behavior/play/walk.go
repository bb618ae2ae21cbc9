package play

import (
	"math"

	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
)

// Clearance holds the obstacles of a player: other robots with their real size and place, because all poses are updated
// with each image.
var Clearance = planning.Clearance{Robot: 0.36, Fallen: 0.45, Within: 2.5, OfGoal: 0.35, Posts: 1.2, Beyond: 0.5}

// to walks to a pose on the field, around the other robots; it reports whether the robot is there.
func (s *Skills) to(v *View, goal plane.Pose, ball bool, o *Order) bool {
	own := v.Pose
	goal = legal(v, goal)
	d := own.Distance(goal)
	if d < 0.15 && math.Abs(plane.Angle(own.Theta-goal.Theta)) < 0.25 {
		return true
	}
	target := planning.Target{Pose: goal, AroundBall: ball && v.Ball.Known && v.Ball.Distance > 0.15, BallX: v.Ball.X, BallY: v.Ball.Y}
	free, err := s.Guide.Find(own, target, v.World)
	switch {
	case err != nil:
	case free:
		o.Velocity = s.straight(own, goal, d)
	default:
		o.Velocity, _ = s.Follow.Follow(s.Guide.Plan(), own, s.Body.Limits)
	}
	return false
}

// straight returns the velocity to a pose without obstacles: far away it faces the way, near it the goal's heading.
func (s *Skills) straight(own, goal plane.Pose, d float64) planning.Velocity {
	l := &s.Body.Limits
	x, y := own.Local(goal.X, goal.Y)
	heading := plane.Angle(goal.Theta - own.Theta)
	if d > 0.6 {
		heading = math.Atan2(y, x)
	}
	v := planning.Velocity{X: 1.5 * x, Y: 1.5 * y, Yaw: 2 * heading}
	if math.Abs(heading) > 1 && d > 0.6 {
		v.X, v.Y = 0, 0
	}
	return planning.Velocity{
		X: max(-l.ForwardMPS*0.6, min(l.ForwardMPS, v.X)), Y: max(-l.SideMPS, min(l.SideMPS, v.Y)), Yaw: max(-l.TurnRadPerSec, min(l.TurnRadPerSec, v.Yaw)),
	}
}

// near returns the velocity of the last steps to a pose.
func (s *Skills) near(own, goal plane.Pose) planning.Velocity {
	l := &s.Body.Limits
	x, y := own.Local(goal.X, goal.Y)
	turn := plane.Angle(goal.Theta - own.Theta)
	return planning.Velocity{X: bound(1.4*x, l.ForwardMPS*0.6), Y: bound(1.4*y, l.SideMPS*0.8), Yaw: bound(1.6*turn, l.TurnRadPerSec*0.7)}
}

// bound returns a number within a bound to either side of 0.
func bound(v, most float64) float64 { return max(-most, min(most, v)) }

// legal moves a goal to where the rules allow the robot to be.
func legal(v *View, goal plane.Pose) plane.Pose {
	if !v.Rules.Playing || v.Rules.MayPlay {
		return offBall(v, goal)
	}
	if v.Rules.KickOff {
		goal.X = min(goal.X, -0.3)
		return away(goal, 0, 0, v.Field.CircleRadius+0.3)
	}
	return away(goal, v.Ball.X, v.Ball.Y, 1.05)
}

// offBall keeps robots that do not play the ball away from the one that does.
func offBall(v *View, goal plane.Pose) plane.Pose {
	if !v.Rules.OffBall || !v.Ball.Known || !v.Rules.Playing {
		return goal
	}
	return away(goal, v.Ball.X, v.Ball.Y, 0.8)
}

// away moves a pose out of a circle, towards the own goal where it is in the middle.
func away(p plane.Pose, x, y, radius float64) plane.Pose {
	dx, dy := p.X-x, p.Y-y
	d := math.Hypot(dx, dy)
	if d >= radius {
		return p
	}
	if d < 0.05 {
		dx, dy, d = -1, 0, 1
	}
	p.X, p.Y = x+dx/d*radius, y+dy/d*radius
	return p
}
