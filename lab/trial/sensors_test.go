package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

func TestARobotWithFaultySensorsWalksOnOrComesToAStand(t *testing.T) {
	for _, row := range sensorRows() {
		t.Run(row.Name, func(t *testing.T) {
			t.Parallel()
			seeds := uint64(1)
			if !testing.Short() {
				seeds = 3
			}
			for seed := range seeds {
				res, err := row.Run(Setup{Profile: sim.Real, Seed: seed + 1})
				require.NoError(t, err)
				require.InDelta(t, 1, res.Values[0], 0, "seed %d", seed+1)
			}
		})
	}
}
