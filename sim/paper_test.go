package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestThePapersHipsTurnEachForItself(t *testing.T) {
	s := simulate(t, "empty", exact, func(c *Config) { c.Fixed, c.Profile = true, Paper })
	command := stand()
	command.Position[nao.LHipYawPitch] = -0.4
	step(t, s, command, 80)
	require.InDelta(t, -0.4, s.RightHipYawPitch(), 0.03, "without a target it follows the left one")
	require.True(t, s.SetRightHipYawPitch(0.3))
	step(t, s, command, 80)
	var state nao.State
	s.State(&state)
	require.InDelta(t, -0.4, state.Position[nao.LHipYawPitch], 0.03)
	require.InDelta(t, 0.3, s.RightHipYawPitch(), 0.03)
	require.True(t, s.SetRightHipYawPitch(math.NaN()))
	step(t, s, command, 80)
	require.InDelta(t, -0.4, s.RightHipYawPitch(), 0.03)

	real := simulate(t, "empty", exact, func(c *Config) { c.Fixed = true })
	require.False(t, real.SetRightHipYawPitch(0.3))
	step(t, real, stand(), 50)
	require.InDelta(t, 0, real.RightHipYawPitch(), 0.03)
}

func TestThePapersLimbsPassThroughEachOtherAndOursDoNot(t *testing.T) {
	for _, profile := range Profiles() {
		s := simulate(t, "empty", exact, func(c *Config) { c.Fixed, c.Profile, c.Without = true, profile, AllRealism })
		command := stand()
		command.Position[nao.LHipRoll], command.Position[nao.RHipRoll] = -0.35, 0.35 // both legs inwards
		step(t, s, command, seconds(1))
		var state nao.State
		s.State(&state)
		touching := 0
		own := s.model.GeomBodies()
		for _, c := range s.contacts.buffer[:s.contacts.count] {
			if own[c.Geom[0]] > 0 && own[c.Geom[1]] > 0 {
				touching++
			}
		}
		if profile == Paper {
			require.Zero(t, touching)
			require.InDelta(t, -0.35, state.Position[nao.LHipRoll], 0.05)
		} else {
			require.Positive(t, touching)
			require.Greater(t, state.Position[nao.LHipRoll], -0.3, "the other leg is in the way")
		}
	}
}

// What touches itself must not shake: legs pressed together come to rest.
func TestLimbsThatTouchComeToRest(t *testing.T) {
	for name, pose := range map[string]func(*nao.Command){
		"legs together": func(c *nao.Command) { c.Position[nao.LHipRoll], c.Position[nao.RHipRoll] = -0.35, 0.35 },
		"hands on the thighs": func(c *nao.Command) {
			c.Position[nao.LShoulderPitch], c.Position[nao.LShoulderRoll], c.Position[nao.LElbowRoll] = 1.57, -0.1, -0.04
		},
		"arm against the chest": func(c *nao.Command) {
			c.Position[nao.LShoulderPitch], c.Position[nao.LShoulderRoll] = 1.2, -0.3
			c.Position[nao.LElbowYaw], c.Position[nao.LElbowRoll] = -0.5, -1.5
		},
	} {
		s := simulate(t, "empty", exact, func(c *Config) { c.Fixed, c.Profile = true, Real })
		command := stand()
		pose(command)
		step(t, s, command, seconds(1.5))
		fastest := 0.0
		for range 20 {
			step(t, s, command, 1)
			for _, at := range s.body.limbs.dof {
				fastest = max(fastest, math.Abs(s.data.QVel[at]))
			}
		}
		require.Less(t, fastest, 0.05, name)
	}
}

func TestThePapersRobotStandsOnItsSlipperyGround(t *testing.T) {
	s := simulate(t, "empty", exact, func(c *Config) { c.Profile = Paper })
	step(t, s, stand(), seconds(3))
	var truth Truth
	s.Truth(&truth)
	require.Greater(t, truth.Torso.P.Z, 0.29)
}
