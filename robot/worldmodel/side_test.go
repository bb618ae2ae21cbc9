package worldmodel

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// Players give one place a teammate, and a report only in the image after its message.
func TestAReportCountsUntilItIsOld(t *testing.T) {
	m, err := New(DefaultConfig())
	require.NoError(t, err)
	var out Snapshot
	for now := time.Second; now < 8*time.Second; now += 100 * time.Millisecond {
		in := Input{Stamp: now, Team: make([]TeamReport, 5)}
		if now == time.Second {
			in.Team[2] = TeamReport{Stamp: now, Pose: plane.Pose{X: 1}, PoseDev: 0.1, HasBall: true, BallX: 2, BallDev: 0.1}
		}
		m.Step(&in, &out)
		young := now < 6*time.Second
		require.Equal(t, young, out.MatesBall.Known, "%v", now)
		if now != 6*time.Second {
			require.Equal(t, young, out.Count == 1, "%v", now)
		}
	}
}

func TestTeammatesInSightShowTheSide(t *testing.T) {
	places := []plane.Pose{{X: -2, Y: 1.5}, {X: -1, Y: -1.8}, {X: -2.5, Y: -1}}
	truth := plane.Pose{X: -4}
	// evidence returns what a robot with a belief has after some seconds of seeing the first n teammates.
	evidence := func(m *Model, belief plane.Pose, n int, from, until time.Duration) float64 {
		var out Snapshot
		for now := from; now < until; now += 100 * time.Millisecond {
			in := Input{Stamp: now, Pose: belief, Image: true, View: View{HalfWidth: 1, FarM: 5}}
			for _, p := range places[:n] {
				x, y := truth.Local(p.X, p.Y)
				in.Robots = append(in.Robots, percepts.SeenRobot{Stamp: now, X: x, Y: y, Cov: plane.Cov2{XX: 0.01, YY: 0.01}, Side: percepts.OwnSide})
				in.Team = append(in.Team, TeamReport{Stamp: now, Pose: p, PoseDev: 0.1})
			}
			m.Step(&in, &out)
		}
		return out.OtherSide
	}
	model := func() *Model {
		m, err := New(DefaultConfig())
		require.NoError(t, err)
		return m
	}
	require.Less(t, evidence(model(), truth, 3, time.Second, 4*time.Second), -5.0)
	require.LessOrEqual(t, evidence(model(), truth.Turned(), 1, time.Second, 9*time.Second), 4.0, "one alone may be wrong itself")
	m := model()
	require.Greater(t, evidence(m, truth.Turned(), 3, time.Second, 4*time.Second), 5.0)
	require.Less(t, evidence(m, truth, 3, 4*time.Second, 4200*time.Millisecond), 0.0, "what was compared with another pose does not count")
	require.False(t, math.IsNaN(evidence(m, truth, 0, 5*time.Second, 6*time.Second)))
}
