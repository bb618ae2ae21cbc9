package trial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/kick"
	"gonao/nao"
	"gonao/sim"
)

func TestKicksTheBallAndStandsAgain(t *testing.T) {
	for _, seed := range seedsOf(3) {
		k, err := runKick(Setup{Profile: sim.Real, Seed: seed}, forwardKick())
		require.NoError(t, err)
		require.False(t, k.Fell, "seed %d", seed)
		require.True(t, k.Done, "seed %d", seed)
		require.Less(t, k.HitSec, 2.5, "seed %d: it draws the foot back by 2 cm more than a kick needs, for its speed", seed)
		require.Greater(t, k.Distance, 2.2, "seed %d", seed)
		require.InDelta(t, 0, k.Direction, 0.15, "seed %d", seed)
	}
}

func TestKicksToTheSideAndStandsAgain(t *testing.T) {
	k, err := runKick(Setup{Profile: sim.Real, Seed: 1}, sideKick())
	require.NoError(t, err)
	require.False(t, k.Fell)
	require.Greater(t, k.Distance, 1.3)
	require.InDelta(t, math.Pi/2, k.Direction, 0.3)
}

// The kicking step takes longer than the walk's: the sway before it and the landing after it
// have to compensate for that.
func TestKicksOutOfTheWalkAndStands(t *testing.T) {
	for _, seed := range seedsOf(3) {
		k, err := runWalkingKick(Setup{Profile: sim.Real, Seed: seed}, nao.LeftLeg, 0.5, 0.25, 0)
		require.NoError(t, err)
		require.False(t, k.Fell, "seed %d", seed)
		require.True(t, k.Done, "seed %d", seed)
		require.Greater(t, k.Distance, 1.0, "seed %d", seed)
		require.InDelta(t, 0, k.Direction, 0.3, "seed %d", seed)
	}
}

func TestWhatIsAskedToRollFartherRollsFarther(t *testing.T) {
	const robots = 4 // weak kicks of one robot scatter by half
	last := 0.0
	for _, distance := range []float64{0.5, 3} {
		r, mean := forwardKick(), 0.0
		r.Distance = distance
		for seed := range uint64(robots) {
			k, err := runKick(Setup{Profile: sim.Real, Seed: seed + 1}, r)
			require.NoError(t, err)
			mean += k.Distance / robots
		}
		require.Greater(t, mean, last+0.2, "asked for %g m", distance)
		require.InDelta(t, distance, mean, 0.5*distance)
		last = mean
	}
}

// The right foot's kick rolls as far as the left one's.
func TestKicksWithBothFeet(t *testing.T) {
	var distance [2]float64
	for i, foot := range []kick.Foot{kick.LeftFoot, kick.RightFoot} {
		r := forwardKick()
		r.Foot = foot
		if foot == kick.RightFoot {
			r.BallY = -r.BallY
		}
		k, err := runKick(Setup{Profile: sim.Ideal, Seed: 1}, r)
		require.NoError(t, err)
		require.False(t, k.Fell)
		distance[i] = k.Distance
	}
	require.InDelta(t, distance[0], distance[1], 0.25*distance[0])
}
