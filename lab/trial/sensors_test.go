package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

// seedsOf returns the seeds from 1 on that a test runs: all, with -short the first.
func seedsOf(all int) []uint64 {
	seeds := make([]uint64, all)
	for i := range seeds {
		seeds[i] = uint64(i) + 1
	}
	if testing.Short() {
		return seeds[:1]
	}
	return seeds
}

func TestARobotWithFaultySensorsWalksOnOrComesToAStand(t *testing.T) {
	for _, row := range sensorRows() {
		if testing.Short() && (row.Name == "sensors_foot" || row.Name == "sensors_cells") {
			continue // sensors_feet has no force cells at all
		}
		t.Run(row.Name, func(t *testing.T) {
			t.Parallel()
			for _, seed := range seedsOf(3) {
				res, err := row.Run(Setup{Profile: sim.Real, Seed: seed})
				require.NoError(t, err)
				require.InDelta(t, 1, res.Values[0], 0, "seed %d", seed)
			}
		})
	}
}
