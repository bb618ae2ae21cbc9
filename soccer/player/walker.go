package player

import (
	"math"

	"gonao/percepts/plane"
	"gonao/planning"
	"gonao/robot/mover"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// walker leads the robot to poses, and to where a kick begins.
type walker struct {
	player *Player
	guide  *planning.Guide

	stance mover.Kick // chosen for the decision
	pose   plane.Pose
	behind bool
	lined  bool
}

// aim chooses the kick for the decision, and where the robot stands for it.
func (w *walker) aim(v *View) {
	w.behind, w.lined = false, false
	b := &v.Ball
	if !b.Known {
		return
	}
	toward := math.Atan2(v.Decision.Y-b.Y, v.Decision.X-b.X)
	own := v.Estimate.Pose
	best := math.Inf(1)
	before := w.stance
	for i := range w.player.Kicks {
		s := w.player.Kicks[i]
		if s.Direction != 0 && (v.Decision.Choice == team.Dribble || v.Decision.Distance > w.player.Kick.Side+0.3) {
			continue
		}
		theta := toward - s.Direction
		sin, cos := math.Sincos(theta)
		pose := plane.Pose{X: b.X - cos*s.X + sin*s.Y, Y: b.Y - sin*s.X - cos*s.Y, Theta: plane.Angle(theta)}
		cost := own.Distance(pose) + 0.35*math.Abs(plane.Angle(pose.Theta-own.Theta))
		if s != before {
			cost += 0.15
		}
		if cost < best {
			best, w.stance, w.pose = cost, s, pose
		}
	}
	w.judge(v)
}

// judge sets behind and lined for the chosen kick.
func (w *walker) judge(v *View) {
	b, own := &v.Ball, v.Estimate.Pose
	turned := math.Abs(plane.Angle(own.Theta - w.pose.Theta))
	x, y := w.pose.Local(own.X, own.Y) // where the robot is, from where it should stand
	w.behind = b.Distance < 0.75 && x < 0.12 && x > -0.65 && math.Abs(y) < 0.25-0.2*min(x, 0) && turned < 0.8 && b.LocalX > 0
	s := &w.stance
	accuracy := 0.16
	if v.Decision.Choice == team.Clear {
		accuracy = 0.35
	}
	w.lined = b.Own && b.Age < 0.6 && math.Hypot(b.VX, b.VY) < 0.25 && turned < accuracy &&
		math.Abs(b.LocalX-s.X) < 0.028 && math.Abs(b.LocalY-s.Y) < 0.033
}

// rollsBy reports whether the ball rolls past the robot so near and so slowly that it can be stopped.
func (w *walker) rollsBy(v *View) bool {
	b := &v.Ball
	speed := math.Hypot(b.VX, b.VY)
	if !b.Own || speed < 0.35 || b.Distance > 3 || b.Distance < 0.3 {
		return false
	}
	t := -(b.LocalX*b.VX + b.LocalY*b.VY) / (speed * speed)
	across := math.Abs(b.LocalX*b.VY-b.LocalY*b.VX) / speed
	stop := math.Hypot(b.StopX-b.LocalX, b.StopY-b.LocalY)
	return t > 0.3 && t < 4 && across < 0.6 && stop > t*speed*0.8
}

// clearance is what a player goes round: others as wide as they are, where they are, as its pose and theirs come with each image.
var clearance = planning.Clearance{Robot: 0.36, Fallen: 0.45, Within: 2.5, OfGoal: 0.35, Posts: 1.2, Beyond: 0.5}

// to walks to a pose on the field round the others; it reports whether the robot is there.
func (w *walker) to(v *View, goal plane.Pose, ball bool, c *Command) bool {
	own, p := v.Estimate.Pose, w.player
	goal = w.legal(v, goal)
	d := own.Distance(goal)
	if d < 0.15 && math.Abs(plane.Angle(own.Theta-goal.Theta)) < 0.25 {
		return true
	}
	target := planning.Target{Pose: goal, AroundBall: ball && v.Ball.Known && v.Ball.Distance > 0.15, BallX: v.Ball.X, BallY: v.Ball.Y}
	free, err := w.guide.Find(own, target, &v.World)
	switch {
	case err != nil:
	case free:
		c.Velocity = w.straight(own, goal, d)
	default:
		c.Velocity, _ = p.planning.Follow(w.guide.Plan(), own, p.Limits)
	}
	return false
}

// straight returns the velocity to a pose without obstacles: far away it faces the way, near it the goal's heading.
func (w *walker) straight(own, goal plane.Pose, d float64) planning.Velocity {
	l := &w.player.Limits
	x, y := own.Local(goal.X, goal.Y)
	heading := plane.Angle(goal.Theta - own.Theta)
	if d > 0.6 {
		heading = math.Atan2(y, x)
	}
	v := planning.Velocity{X: 1.5 * x, Y: 1.5 * y, Theta: 2 * heading}
	if math.Abs(heading) > 1 && d > 0.6 {
		v.X, v.Y = 0, 0
	}
	return planning.Velocity{
		X: max(-l.ForwardMPS*0.6, min(l.ForwardMPS, v.X)), Y: max(-l.SideMPS, min(l.SideMPS, v.Y)), Theta: max(-l.TurnRadPerSec, min(l.TurnRadPerSec, v.Theta)),
	}
}

// near returns the velocity of the last steps to a pose.
func (w *walker) near(own, goal plane.Pose) planning.Velocity {
	l := &w.player.Limits
	x, y := own.Local(goal.X, goal.Y)
	turn := plane.Angle(goal.Theta - own.Theta)
	bound := func(v, most float64) float64 { return max(-most, min(most, v)) }
	return planning.Velocity{X: bound(1.4*x, l.ForwardMPS*0.6), Y: bound(1.4*y, l.SideMPS*0.8), Theta: bound(1.6*turn, l.TurnRadPerSec*0.7)}
}

// legal moves a goal to where the rules allow the robot to be.
func (w *walker) legal(v *View, goal plane.Pose) plane.Pose {
	if v.State != game.Playing || mayPlay(v) {
		return w.offBall(v, goal)
	}
	if v.SetPlay == game.KickOff {
		goal.X = min(goal.X, -0.3)
		return away(goal, 0, 0, v.Field.CircleRadius+0.3)
	}
	return away(goal, v.Ball.X, v.Ball.Y, 1.05)
}

// offBall keeps robots that do not play the ball from crowding who does.
func (w *walker) offBall(v *View, goal plane.Pose) plane.Pose {
	if v.Role == team.Striker || v.Role == team.Keeper || !v.Ball.Known || v.State != game.Playing {
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
