package trial

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/journal"
	"gonao/sim"
)

func TestTheAdaptedSlotKicksStandAndHitTheBall(t *testing.T) {
	rows := []*Row{}
	for _, name := range []string{"kick_forward_slots", "kick_side_slots"} {
		row, err := Find(name)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	seeds := []uint64{1, 2}
	if testing.Short() {
		seeds = seeds[:1]
	}
	all, err := MeasureTransfer(t.Context(), "", rows, Setup{}, seeds, journal.Options{Workers: 1})
	require.NoError(t, err)
	require.Len(t, all, 2)
	require.Equal(t, sim.Ideal, all[0].Ideal.Profile)
	for i := range all {
		for _, r := range all[i].After.Results {
			require.InDelta(t, 1, r.Values[3], 0, "%s stands", all[i].Row.Name)
			require.Greater(t, r.Values[0], 0.2, "%s hits the ball", all[i].Row.Name)
		}
	}
	require.Zero(t, all[0].Before.Results[0].Values[3], "without the balance it falls")
	var b strings.Builder
	require.NoError(t, WriteTransfer(&b, all))
	require.Contains(t, b.String(), "| slot kick forward | 2.87 ± 0.46 m after 3.2 s on the robot |")
	require.Contains(t, b.String(), fmt.Sprintf("%d of %d stand |\n", len(seeds), len(seeds)))
	require.GreaterOrEqual(t, len(DocumentRows()), 12)
}
