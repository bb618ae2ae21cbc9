package play

import (
	"math"

	"gonao/robot/goals"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
)

// never is the time until a ball crosses that does not cross, s.
const never = 99

// blockReach is how far to a side a ball may pass and still meet the robot's block, m.
const blockReach = 0.3

// crossing returns the time until the ball crosses the line on which the robot stands, on its way into the own goal, and where that
// is to its left; [never] when it does not, or would miss the goal.
func (s *Skills) crossing() (seconds, side float64) {
	v := &s.View
	b, pose := v.Ball, v.Pose
	if v.Field == nil || !v.Localized || !b.Own || !s.Team.Keeper().Blocks {
		return never, 0
	}
	sin, cos := math.Sincos(pose.Theta)
	vx, vy := cos*b.VX-sin*b.VY, sin*b.VX+cos*b.VY
	if vx > -0.3 || b.X < pose.X {
		return never, 0
	}
	t := (pose.X - b.X) / vx
	y := b.Y + t*vy
	line := -v.Field.Length / 2
	atLine := b.Y + (line-b.X)/vx*vy
	stopX, _ := pose.Point(b.StopX, b.StopY)
	if stopX > line+0.3 || math.Abs(atLine) > v.Field.GoalWidth/2+0.25 {
		return never, 0
	}
	_, side = pose.Local(pose.X, y)
	return t, side
}

// Threat returns the time until the ball crosses and where, as [Skills.crossing] does, for a ball that the robot can save.
func (s *Skills) Threat() (seconds, side float64) {
	seconds, side = s.crossing()
	if math.Abs(side) > blockReach && !s.Team.Keeper().Dives {
		return never, 0
	}
	return seconds, side
}

// guard stands on the line from the ball to the middle of the goal.
func (s *Skills) guard(r *Run, v *View, o *Order) {
	line := -v.Field.Length / 2
	keeper := s.Team.Keeper()
	depth := keeper.DepthM
	if d := r.Args["depth"].Float; d >= 0 {
		depth = d
	}
	v.watch(o)
	x, y := 0.0, 0.0
	if v.Ball.Known {
		x, y = v.Ball.X, v.Ball.Y
	}
	dx, dy := x-line+0.4, y
	at := plane.Pose{X: line + depth, Y: dy / max(dx, 0.3) * (depth + 0.4)}
	at.Y = max(-v.Field.GoalWidth/2+0.1, min(v.Field.GoalWidth/2-0.1, at.Y))
	at.Theta = math.Atan2(y-at.Y, x-at.X)
	own := v.Pose
	if seconds, side := s.crossing(); seconds < 4 && keeper.Steps {
		l := &s.Body.Limits // it steps into the path of the ball
		o.Velocity = planning.Velocity{Y: max(-l.SideMPS, min(l.SideMPS, 3*side))}
		return
	}
	if own.Distance(at) > 0.5 {
		s.to(v, at, false, o)
		return
	}
	if own.Distance(at) > 0.07 || math.Abs(plane.Angle(own.Theta-at.Theta)) > 0.2 {
		o.Velocity = s.near(own, at)
	}
}

// saveKinds are the kinds as the action has them.
var saveKinds = map[string]uint8{"auto": goals.SaveAuto, "block": goals.SaveBlock, "dive_left": goals.SaveDiveLeft, "dive_right": goals.SaveDiveRight}

// save blocks or dives. With auto, the ball of the arguments decides, or otherwise the approaching ball that the robot
// sees, which it waits for.
func (s *Skills) save(r *Run, _ *View, o *Order) {
	a := r.Args
	ball := goals.Save{
		Kind: saveKinds[a["kind"].String], BallKnown: a["x"].Float > 0 && a["velocity_x"].Float != 0,
		BallX: a["x"].Float, BallY: a["y"].Float, BallVelocityX: a["velocity_x"].Float, BallVelocityY: a["velocity_y"].Float,
	}
	if ball.Kind == goals.SaveAuto && !ball.BallKnown {
		seconds, side := s.crossing()
		switch {
		case seconds >= never:
			return
		case side > blockReach:
			ball.Kind = goals.SaveDiveLeft
		case side < -blockReach:
			ball.Kind = goals.SaveDiveRight
		default:
			ball.Kind = goals.SaveBlock
		}
	}
	o.Action, o.Save = Save, ball
}

func (s *Skills) dive(r *Run, _ *View, o *Order) {
	o.Action, o.Save = Save, goals.Save{Kind: goals.SaveDiveRight}
	switch r.Args["side"].String {
	case "left":
		o.Save.Kind = goals.SaveDiveLeft
	case "auto":
		seconds, side := s.crossing()
		if seconds >= never {
			o.Action = Walk
			r.end(missed)
		} else if side > 0 {
			o.Save.Kind = goals.SaveDiveLeft
		}
	}
}
