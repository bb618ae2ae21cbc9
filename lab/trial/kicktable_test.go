package trial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/kick"
	"gonao/sim"
)

// A part of the committed table is measured again: the full kick straight on, with the table's own robots.
func TestTheTableOfKicksIsWhatKicksDo(t *testing.T) {
	if testing.Short() {
		t.Skip("four kicks; make nightly runs it")
	}
	table, err := kick.Fitted()
	require.NoError(t, err)
	found := false
	for _, p := range KickProbes() {
		if p.Place || p.Request.Direction != 0 || p.Request.Strength != 1 {
			continue
		}
		found = true
		far, turn, err := ProbeKick(&p, sim.Real, []uint64{101, 102, 103, 104})
		require.NoError(t, err)
		require.InDelta(t, table.Distance[p.I][p.J], far, 0.2, "generate the table anew: gonao motion kicks")
		require.InDelta(t, table.Turn[p.I][p.J], turn, 0.05)
	}
	require.True(t, found)
}

func TestAKickThatCannotBeMeasuredIsNotANumber(t *testing.T) {
	p := KickProbe{Request: kick.Request{BallX: 0.17, BallY: 0.4, Strength: 1, Foot: kick.LeftFoot}}
	far, turn, err := ProbeKick(&p, sim.Ideal, []uint64{1})
	require.NoError(t, err)
	require.True(t, math.IsNaN(far) && math.IsNaN(turn))
	_, _, err = ProbeKick(&p, "no such profile", []uint64{1})
	require.Error(t, err)
}
