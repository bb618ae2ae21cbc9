package play

import "math"

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
