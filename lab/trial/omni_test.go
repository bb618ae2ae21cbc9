package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

func TestTheOmnidirectionalWalkGoesWhereItIsToldInBothProfiles(t *testing.T) {
	for _, row := range []struct {
		name    string
		profile sim.Profile
		least   float64 // cm/s or °/s, the start included
	}{
		{"omni_forward", sim.Real, 3},
		{"omni_side", sim.Real, 1.5},
		{"omni_turn", sim.Paper, 12},
	} {
		if testing.Short() && row.name != "omni_forward" {
			continue
		}
		speed, up := measure(t, row.name, Setup{Profile: row.profile, Seed: 1, Seconds: 7})
		require.True(t, up, row.name)
		require.Greater(t, speed, row.least, row.name)
	}
}
