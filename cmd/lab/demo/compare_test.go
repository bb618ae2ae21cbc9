package demo

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim"
	"gonao/sim/robot"
	"gonao/sim/world"
)

func TestTheRunsInOneProcessAreOfTheLaunchedRobot(t *testing.T) {
	adjusted := func(cfg robot.Config) sim.Config {
		w, err := world.Load(cfg.World)
		require.NoError(t, err)
		c := sim.DefaultConfig(w)
		cfg.Adjust(&c)
		return c
	}
	plain := sameRobot(nil, predictive)
	require.Equal(t, robot.DefaultConfig(paperMachine).Camera, plain.Camera)
	require.Equal(t, sim.Ideal, adjusted(plain).Profile)

	asked := sameRobot([]string{"world:=empty", "camera:=paper", "look:=blocks", "profile:=real"}, proportional)
	require.Equal(t, "empty", asked.World)
	require.Equal(t, proportional, asked.Behavior.Controller)
	require.Equal(t, []any{320, 240, 10.0, 60.0}, []any{asked.Camera.Width, asked.Camera.Height, asked.Camera.RateHz, asked.Camera.FovXDeg})
	c := adjusted(asked)
	require.Equal(t, sim.Real, c.Profile)
	require.Equal(t, "blocks", c.World.Robot.Look)
}

func TestAPictureIsTakenOnlyOfAWorldWithTheView(t *testing.T) {
	require.True(t, hasView(nil))
	file := filepath.Join(t.TempDir(), "bare.yaml")
	require.NoError(t, os.WriteFile(file, []byte("floor: {size_m: [8, 8]}\n"), 0o644))
	require.False(t, hasView([]string{"world:=" + file}))
}
