package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/paper/gait"
	"gonao/sim"
)

// measure runs a row once.
func measure(t *testing.T, row string, setup Setup) (value float64, upright bool) {
	t.Helper()
	r, err := Find(row)
	require.NoError(t, err)
	result, err := r.Run(setup)
	require.NoError(t, err)
	return result.Values[0], result.Values[1] == 1
}

// What the paper found: the walk that learned to use slippery ground, without coronal
// movement, walks in its simulator and stumbles on a carpet; adapted, it walks there.
func TestTheTFSWalkOfTheSimulatorStumblesOnCarpetUntilItIsAdapted(t *testing.T) {
	if testing.Short() {
		t.Skip("36 s of walking: in the run without -short")
	}
	speed, up := measure(t, "tfs_joints", Setup{Profile: sim.Paper, Seed: 1, Seconds: 9})
	require.True(t, up)
	require.Greater(t, speed, 20.0, "cm/s, the start included")

	stumbles := newTFSOf(gait.TFSJoints())
	for _, seed := range seedsOf(2) {
		s, err := onFeet(Setup{Profile: sim.Real, Seed: seed}, stumbles)
		require.NoError(t, err)
		defer s.Close()
		w, err := s.walk(Place{X: asFastAsItGoes}, 9, nil)
		require.NoError(t, err)
		require.True(t, w.fell, "seed %d", seed)
	}

	speed, up = measure(t, "tfs_joints", Setup{Profile: sim.Real, Seed: 1, Seconds: 9})
	require.True(t, up)
	require.Greater(t, speed, 15.0, "cm/s, the start included")
}

// newTFSOf makes walks of a configuration whatever the profile is.
func newTFSOf(cfg gait.TFSConfig) maker {
	return func(*Setup) (Gait, error) {
		e, err := gait.NewTFS(cfg)
		return openLoop{e}, err
	}
}

func TestTheTFSWalkByLegsWalksOnCarpetWithoutCoronalMovement(t *testing.T) {
	require.Zero(t, gait.TFSLegsAdapted().Coronal)
	speed, up := measure(t, "tfs_legs", Setup{Profile: sim.Real, Seed: 1, Seconds: 8})
	require.True(t, up)
	require.Greater(t, speed, 12.0, "cm/s, the start included")
}
