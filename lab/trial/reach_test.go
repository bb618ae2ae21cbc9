package trial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

func TestItWalksOnceToAGoalThatComesAnewWithNoise(t *testing.T) {
	s, err := onFeet(Setup{Profile: sim.Real, Seed: 1}, newWalker)
	require.NoError(t, err)
	defer s.Close()
	r, err := s.reach(Place{X: 0.6, Y: 0.4, Yaw: 0.5}, true)
	require.NoError(t, err)
	require.False(t, r.fell)
	require.True(t, r.reported && r.once, "it ends once")
	require.Less(t, r.offM, 0.05)
	require.Less(t, r.offRad, 10*math.Pi/180)
	require.Less(t, r.sec, 14.0)
}

func TestTheCommandedSpeedIsMadeAndSoonAtRest(t *testing.T) {
	if testing.Short() {
		t.Skip("32 s of walking: in the run without -short")
	}
	s, err := onFeet(Setup{Profile: sim.Real, Seed: 2}, newWalker)
	require.NoError(t, err)
	defer s.Close()
	for _, v := range []Place{{X: 0.2}, {Yaw: 0.8}, {X: 0.15, Y: 0.08, Yaw: 0.4}} {
		path, fell, err := s.record(v, 7)
		require.NoError(t, err)
		require.False(t, fell)
		require.Less(t, speedError(v, path.mean(250, len(path)-1)), 0.3, "%+v", v)
	}
	_, fell, err := s.record(Place{X: asFastAsItGoes}, 4)
	require.NoError(t, err)
	require.False(t, fell)
	path, fell, err := s.record(Place{}, 3)
	require.NoError(t, err)
	require.False(t, fell)
	sec, wayM := path.rest()
	require.Less(t, sec, 1.5)
	require.Less(t, wayM, 0.4)
}
