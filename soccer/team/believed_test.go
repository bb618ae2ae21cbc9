package team_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
	"gonao/soccer/team"
)

func TestAMessageSaysWhatTheRobotBelieves(t *testing.T) {
	pose, cov := plane.Pose{X: 1, Y: 1, Theta: math.Pi / 2}, plane.Cov3{XX: 0.04, YY: 0.01}
	m := team.Believed(time.Minute, pose, &cov, &worldmodel.Snapshot{})
	require.False(t, m.HasBall)
	require.InDelta(t, 99, m.BallAge, 0, "it was never seen")
	require.InDelta(t, 0.2, m.PoseDev, 1e-12)
	w := worldmodel.Snapshot{Ball: worldmodel.Ball{
		Known: true, MapX: 1, MapY: 2, VX: 1, Cov: plane.Cov2{XX: 0.01, YY: 0.0025}, SeenAt: time.Minute - time.Second,
	}}
	m = team.Believed(time.Minute, pose, &cov, &w)
	require.True(t, m.HasBall)
	require.InDelta(t, 1, m.BallAge, 1e-9)
	require.InDelta(t, 1, m.BallSpeed[1], 1e-12, "the velocity is in map")
	require.InDelta(t, 0.3, m.BallDev, 1e-12)
	w.OtherSide = 3
	require.InDelta(t, 3.2, team.Believed(time.Minute, pose, &cov, &w).PoseDev, 1e-12, "it doubts its side")
	w.Ball.SeenAt = time.Minute - 3*time.Second
	require.False(t, team.Believed(time.Minute, pose, &cov, &w).HasBall, "it was seen too long ago")
}
