package sim

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// A fallen robot lies still, limp or stiff, without load on its soles.
func TestAFallenRobotLies(t *testing.T) {
	for _, row := range []struct {
		lie         Lie
		roll, pitch float64
		free        bool // roll is undefined: the trunk is level
	}{
		{OnFront, 0, math.Pi / 2, true},
		{OnBack, 0, -math.Pi / 2, true},
		{OnLeft, -math.Pi / 2, 0, false},
		{OnRight, math.Pi / 2, 0, false},
	} {
		for _, stiffness := range []float64{0, 1} {
			if stiffness == 0 && !row.free {
				continue // limp, it rolls from its side onto the front or back
			}
			s := simulate(t, "empty", exact, func(c *Config) { c.Profile, c.Seed = Real, 3 })
			command := stand()
			for j := range command.Stiffness {
				command.Stiffness[j] = stiffness
			}
			require.NoError(t, s.Place(Placement{Lie: row.lie, Posture: command.Position}))
			step(t, s, command, seconds(1.8))
			var state nao.State
			var truth Truth
			s.State(&state)
			s.Truth(&truth)
			at := string(row.lie)
			require.Less(t, truth.Torso.P.Z, 0.125, at)
			require.Greater(t, truth.Torso.P.Z, 0.03, at)
			require.InDelta(t, row.pitch, state.Angles[1], 0.35, at)
			if !row.free {
				require.InDelta(t, row.roll, state.Angles[0], 0.5, at)
			}
			borne := 0.0
			for _, f := range state.FSR {
				borne += f
			}
			require.Less(t, borne, 8.0, at)
			for _, v := range state.Gyroscope {
				require.InDelta(t, 0, v, 0.25, at)
			}
			a := state.Accelerometer
			require.InDelta(t, 9.81, math.Hypot(math.Hypot(a[0], a[1]), a[2]), 0.6, at)
		}
	}
}

// A pull at the head lifts the lying robot to its feet.
func TestAFallenRobotIsLiftedByItsHead(t *testing.T) {
	for _, lie := range []Lie{OnFront, OnBack, OnLeft} {
		s := simulate(t, "empty", exact, func(c *Config) { c.Profile = Real })
		require.NoError(t, s.Place(Placement{Lie: lie, Posture: nao.StandPosture()}))
		step(t, s, stand(), seconds(0.3))
		var truth Truth
		s.Truth(&truth)
		over := truth.Torso.P
		over.Z = 0.75
		require.NoError(t, s.Pull("head", over, 150, 3*time.Second))
		step(t, s, stand(), seconds(2.5))
		s.Truth(&truth)
		require.Greater(t, truth.Torso.AxisZ().Z, 0.9, "%s: it hangs upright", lie)
		require.Greater(t, truth.Torso.P.Z, 0.4, lie)
		var state nao.State
		s.State(&state)
		require.Equal(t, [nao.NumFSR]float64{}, state.FSR, "its feet are in the air")
	}
}

// It sinks within the play of its joints and comes down.
func TestAPullThatEndsLetsGo(t *testing.T) {
	s := simulate(t, "empty", exact)
	require.NoError(t, s.Pull("torso", r3.Vec{Z: 0.8}, 200, 300*time.Millisecond))
	step(t, s, stand(), seconds(0.3))
	require.Greater(t, s.data.QPos[s.body.limbs.rootQPos+2], 0.5)
	step(t, s, stand(), seconds(1.5))
	require.Less(t, s.data.QPos[s.body.limbs.rootQPos+2], 0.34)
}
