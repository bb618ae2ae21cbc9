package gait_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/paper/gait"
	"gonao/nao"
)

func TestStepsGrowThenTheSpeedAndAStopGoesTheSameWayBack(t *testing.T) {
	var s gait.Stepper
	require.Equal(t, gait.Standing, s.Phase())
	command := nao.Command{Position: nao.StandPosture()}
	out := command
	s.Begin(&command)
	require.Equal(t, gait.Starting, s.Phase())
	s.Want(gait.Velocity{X: 0.5}, gait.Velocity{X: 0.2})
	now := time.Duration(0)
	run := func(until func() bool) {
		t.Helper()
		for range 2000 {
			if until() {
				return
			}
			before, angle := s.Velocity(), s.Angle()
			dt := s.Advance(now, 0.5, 1, gait.Velocity{X: 0.1})
			s.Write(dt, &command.Position, &out)
			require.InDelta(t, before.X, s.Velocity().X, 0.1*dt+1e-12)
			if s.Amount() > 0 {
				require.InDelta(t, 2*math.Pi*dt/0.5, math.Mod(s.Angle()-angle+2*math.Pi, 2*math.Pi), 1e-9)
			} else {
				require.InDelta(t, angle, s.Angle(), 0)
			}
			now += nao.CyclePeriod
		}
		require.Fail(t, "it does not end", "%s", s.Phase())
	}
	run(func() bool { return s.Phase() == gait.Walking })
	require.InDelta(t, 1, s.Amount(), 0)
	require.InDelta(t, 0, s.Velocity().X, 0.01, "the steps grow first")
	run(func() bool { return s.Velocity().X == 0.2 }) // as fast as the limit lets it
	s.Stop()
	run(func() bool { return s.Phase() == gait.Standing })
	require.Equal(t, gait.Velocity{}, s.Velocity())
	require.InDelta(t, 0, s.Amount(), 0)
	s.Want(gait.Velocity{X: 0.1}, gait.Velocity{X: 0.2})
	require.Equal(t, gait.Starting, s.Phase())
}
