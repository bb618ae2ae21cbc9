package trial

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion/walk"
	"gonao/nao"
	"gonao/sim"
)

// strider is a robot that stands on the walk's engine.
func strider(t *testing.T, profile sim.Profile, seed uint64) (*Stage, *walk.Engine) {
	t.Helper()
	s, err := New(Setup{Profile: profile, Seed: seed})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	e, err := walk.New(walk.DefaultConfig())
	require.NoError(t, err)
	command := nao.Command{Position: nao.StandPosture()}
	for j := range command.Stiffness {
		command.Stiffness[j] = 1
	}
	s.wanted = command
	s.Sim.State(&s.State)
	e.Begin(&s.State, &command)
	require.NoError(t, s.Run(e, time.Second))
	return s, e
}

func TestItWalksForwardAndStopsOnEveryFloor(t *testing.T) {
	for _, profile := range []sim.Profile{sim.Ideal, sim.Real} {
		for _, seed := range seedsOf(3) {
			t.Run(fmt.Sprintf("%s %d", profile, seed), func(t *testing.T) {
				s, e := strider(t, profile, seed)
				start := s.Torso()
				require.NoError(t, e.SetVelocity(walk.Velocity{X: 0.2}))
				require.NoError(t, s.Run(e, 3*time.Second))
				e.Stop()
				stood, err := s.RunUntil(e, 3*time.Second, func() bool { return e.Phase() == walk.Standing })
				require.NoError(t, err)
				require.NoError(t, s.Run(e, 500*time.Millisecond))
				require.False(t, s.Fallen())
				require.True(t, stood, "it does not come to a stand")
				way := start.Inverse().Mul(s.Torso())
				require.Greater(t, way.P.X, 0.25, "m forward")
				require.Less(t, math.Abs(way.P.Y), 0.2, "m aside")
				o := e.Odometry()
				require.InDelta(t, way.P.X, o.X, 0.12*way.P.X+0.03)
			})
		}
	}
}

func TestItStepsAsideAndTurns(t *testing.T) {
	s, e := strider(t, sim.Real, 2)
	start := s.Torso()
	require.NoError(t, e.SetVelocity(walk.Velocity{Y: 0.1}))
	require.NoError(t, s.Run(e, 3*time.Second))
	require.Greater(t, start.Inverse().Mul(s.Torso()).P.Y, 0.12, "m to the left")
	require.NoError(t, e.SetVelocity(walk.Velocity{Yaw: -0.9}))
	require.NoError(t, s.Run(e, 2*time.Second))
	require.False(t, s.Fallen())
	_, _, yaw := start.Inverse().Mul(s.Torso()).RollPitchYaw()
	require.Less(t, yaw, -0.8, "rad, of some -2")
}

func TestAPushIsCaughtStandingAndWalking(t *testing.T) {
	for i, v := range []walk.Velocity{{}, {X: 0.15}} {
		for k, push := range []r3.Vec{{X: 0.9}, {Y: -0.9}} {
			s, e := strider(t, sim.Real, uint64(1+i+k))
			require.NoError(t, e.SetVelocity(v))
			require.NoError(t, s.Run(e, 1500*time.Millisecond))
			require.NoError(t, s.Sim.Push(push, 100*time.Millisecond))
			require.NoError(t, s.Run(e, 2*time.Second))
			require.False(t, s.Fallen(), "%+v, push %v", v, push)
		}
	}
}

func TestItWalksToAPlaceAndStandsThere(t *testing.T) {
	s, e := strider(t, sim.Real, 1)
	start := s.Torso()
	require.NoError(t, e.WalkTo(0.4, 0.1, 0.5, 1))
	arrived, err := s.RunUntil(e, 12*time.Second, e.Arrived)
	require.NoError(t, err)
	require.False(t, s.Fallen())
	require.True(t, arrived, "%+v", e.Odometry())
	at := start.Inverse().Mul(s.Torso())
	require.InDelta(t, 0.4, at.P.X, 0.08)
	require.InDelta(t, 0.1, at.P.Y, 0.08)
	_, _, yaw := at.RollPitchYaw()
	require.InDelta(t, 0.5, yaw, 0.15)
}

// Uphill, downhill and across: without soles that are turned to the ground, one of these falls within seconds.
func TestItWalksOnASlope(t *testing.T) {
	row, err := Find("slope")
	require.NoError(t, err)
	res, err := row.Run(Setup{Profile: sim.Real, Seed: 3, Seconds: 10})
	require.NoError(t, err)
	require.Equal(t, []float64{1, 1, 1}, res.Values)
}
