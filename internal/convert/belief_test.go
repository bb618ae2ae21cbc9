package convert

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
	"gonao/ros"
)

var odom = plane.Pose{X: 4, Y: 5, Theta: 0.6}

func TestAnEstimateIsReadAsItWasWritten(t *testing.T) {
	e := localization.Estimate{
		Stamp: 3 * time.Second, Pose: plane.Pose{X: 1, Y: 2, Theta: 0.3}, Cov: plane.Cov3{XX: 1, XY: 2, XT: 3, YY: 4, YT: 5, TT: 6},
		Localized: true, Fit: 0.5, Reason: 1, Refused: 7, Pitch: 0.1, Roll: 0.2, TiltVar: 0.3,
	}
	m := msgs.PoseEstimate{}
	m.Header.Stamp = ros.EpochStamp(e.Stamp)
	SetEstimate(&m, &e, odom)
	var read localization.Estimate
	at, ok := FromEstimate(&read, &m)
	require.True(t, ok)
	require.Equal(t, odom, at)
	require.Equal(t, e, read)
	for _, edit := range []func(*msgs.PoseEstimate){
		func(m *msgs.PoseEstimate) { m.X = math.NaN() }, func(m *msgs.PoseEstimate) { m.OdomTheta = math.Inf(1) },
		func(m *msgs.PoseEstimate) { m.Covariance[3] = math.NaN() },
	} {
		bad := m
		edit(&bad)
		_, ok = FromEstimate(&read, &bad)
		require.False(t, ok)
		require.Equal(t, e, read)
	}
}

// whole returns a world in which everything is known.
func whole() worldmodel.Snapshot {
	s := worldmodel.Snapshot{
		Stamp: 3 * time.Second, Pose: plane.Pose{X: 1, Y: 2, Theta: 0.3}, Refused: 7, Count: 2,
		Ball: worldmodel.Ball{
			Known: true, X: 1, Y: 2, VX: 3, VY: 4, Cov: plane.Cov2{XX: 5, XY: 6, YY: 7}, MapX: 8, MapY: 9, Rolling: 0.5, SeenAt: time.Second, Missed: 0.25,
			StopsX: 10, StopsY: 11,
		},
		TeamBall: worldmodel.TeamBall{Known: true, X: 1, Y: 2, Dev: 0.5}, MatesBall: worldmodel.TeamBall{Known: true, X: 3, Y: 4, Dev: 0.25},
	}
	s.Robots[0] = worldmodel.Robot{X: 1, Y: 2, VX: 3, VY: 4, Cov: plane.Cov2{XX: 5, XY: 6, YY: 7}, MapX: 8, MapY: 9, Side: percepts.OpponentSide, Fallen: true, SeenAt: time.Second}
	s.Robots[1] = worldmodel.Robot{MapX: 1, Side: percepts.OwnSide, Number: 3, Told: true}
	return s
}

func TestAModelIsReadAsItWasWritten(t *testing.T) {
	s := whole()
	var m msgs.WorldModel
	SetModel(&m, &s, odom, true)
	read := worldmodel.Snapshot{Count: 9}
	at, ok := FromModel(&read, &m)
	require.True(t, ok)
	require.Equal(t, odom, at)
	require.Equal(t, s, read)

	m.Ball.Vx, m.MatesBallX, m.Robots[0].MapY = math.NaN(), math.Inf(1), math.NaN()
	_, ok = FromModel(&read, &m)
	require.True(t, ok)
	require.False(t, read.Ball.Known)
	require.False(t, read.MatesBall.Known)
	require.True(t, read.TeamBall.Known)
	require.Equal(t, 1, read.Count, "a robot that is not finite is left out")
	require.Equal(t, 3, read.Robots[0].Number)

	m.PoseX = math.NaN()
	_, ok = FromModel(&read, &m)
	require.False(t, ok)
}
