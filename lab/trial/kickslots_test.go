package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

func TestTheAdaptedSlotKicksStandAndHitTheBall(t *testing.T) {
	seeds := []uint64{1, 2}
	if testing.Short() {
		seeds = seeds[:1]
	}
	for _, name := range []string{"kick_forward_slots", "kick_side_slots"} {
		row, err := Find(name)
		require.NoError(t, err)
		for _, seed := range seeds {
			r, err := row.Run(Setup{Profile: sim.Real, Seed: seed})
			require.NoError(t, err)
			require.InDelta(t, 1, r.Values[3], 0, "%s stands", name)
			require.Greater(t, r.Values[0], 0.2, "%s hits the ball", name)
		}
	}
	row, err := Find("kick_forward_slots")
	require.NoError(t, err)
	r, err := row.Run(Setup{Profile: sim.Real, Seed: 1, Simulated: true})
	require.NoError(t, err)
	require.Zero(t, r.Values[3], "without the balance it falls")
}
