package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/sim"
)

func TestAGoalkeeperBlocksAndDivesAndGetsUp(t *testing.T) {
	for _, row := range []struct {
		aside float64
		kind  motion.SaveKind
	}{{0.02, motion.SaveBlock}, {0.37, motion.SaveDiveLeft}, {-0.37, motion.SaveDiveRight}} {
		if testing.Short() && row.kind == motion.SaveDiveRight {
			continue
		}
		shot, err := runShot(Setup{Profile: sim.Real, Seed: 1}, row.aside, 1.5)
		require.NoError(t, err)
		t.Logf("%+v", shot)
		require.Equal(t, row.kind, shot.Kind)
		require.True(t, shot.Saved, "%+v", shot)
		require.True(t, shot.Up, "%+v", shot)
	}
}
