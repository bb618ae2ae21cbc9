package planning

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

func guide(t testing.TB) *Guide {
	t.Helper()
	f, err := field.Load("spl")
	require.NoError(t, err)
	return NewGuide(planner(t), f.Map(), DefaultClearance())
}

// robotAt returns a world with a robot that stands at a place of map.
func robotAt(x, y float64) *worldmodel.Snapshot {
	s := &worldmodel.Snapshot{Count: 1}
	s.Robots[0] = worldmodel.Robot{MapX: x, MapY: y}
	return s
}

func TestTheGuideLeadsRoundARobot(t *testing.T) {
	var l Lead
	require.NoError(t, guide(t).Step(plane.Pose{X: -2}, Target{Pose: plane.Pose{X: 2, Theta: 1}}, robotAt(0, 0.05), &l))
	require.Greater(t, l.Count, 2)
	require.Equal(t, plane.Pose{X: 2, Theta: 1}, l.Points[l.Count-1], "the goal comes last")
	for _, p := range l.Points[:l.Count-1] {
		require.GreaterOrEqual(t, math.Hypot(p.X, p.Y-0.05), RobotRadius-1e-6)
		require.Negative(t, p.Y, "the shorter side")
	}
	require.InDelta(t, 4.1, l.Left, 0.1)
}

func TestTheLastHalfMetreGoesRoundTheBallInShortSteps(t *testing.T) {
	s := &worldmodel.Snapshot{}
	goal := KickPose(1, 0, math.Pi, 0.2, 0) // it stands beyond the ball
	pose := plane.Pose{X: 0.75}
	g := guide(t)
	target := Target{Pose: goal, AroundBall: true, BallX: 1}
	var l Lead
	for range 60 {
		require.NoError(t, g.Step(pose, target, s, &l))
		require.GreaterOrEqual(t, math.Hypot(pose.X-1, pose.Y), 0.18, "it does not touch the ball")
		next := l.Points[0]
		d := pose.Distance(next)
		step := min(1, 0.03/max(d, 1e-9))
		pose.X, pose.Y = pose.X+step*(next.X-pose.X), pose.Y+step*(next.Y-pose.Y)
		pose.Theta = next.Theta
	}
	require.Less(t, pose.Distance(goal), 0.03)
}

func TestATargetThatIsNoNumberIsRefused(t *testing.T) {
	var l Lead
	require.Error(t, guide(t).Step(plane.Pose{}, Target{Pose: plane.Pose{X: math.NaN()}}, robotAt(1, 1), &l))
}
