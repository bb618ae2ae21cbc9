package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

func TestTheCPGBehavioursWalkTurnAndGoAroundTheBall(t *testing.T) {
	for _, row := range []struct {
		name    string
		profile sim.Profile
		least   float64 // cm/s or °/s, the start included
	}{
		{"cpg_walk", sim.Real, 4},
		{"cpg_turn", sim.Real, 25},
		{"cpg_rotate", sim.Paper, 15},
	} {
		if testing.Short() && row.name != "cpg_walk" {
			continue
		}
		speed, up := measure(t, row.name, Setup{Profile: row.profile, Seed: 1, Seconds: 6})
		require.True(t, up, row.name)
		require.Greater(t, speed, row.least, row.name)
	}
	_, err := newCPG("cpg_wlak")(&Setup{})
	require.ErrorContains(t, err, `CPG behaviour "cpg_wlak": no such behaviour`)
	_, err = newCPG("cpg_walk")(&Setup{File: "nothing.xml"})
	require.ErrorContains(t, err, "nothing.xml")
}
