package gazebobridge

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestTheStatisticsCountFromTheFirstStateOfAConnection(t *testing.T) {
	var s statistics
	wall := time.Unix(1000, 0)
	at := func(world, past time.Duration, connection, missed uint64) (factor, simulated float64, due bool) {
		m, due := s.cycle(&nao.State{Time: world}, connection, missed, true, wall.Add(past))
		if due {
			require.Equal(t, missed == 0, m.Reproducible)
		}
		return m.RealTimeFactor, m.Simulated, due
	}
	_, _, due := at(5*time.Second, 0, 1, 0)
	require.False(t, due)
	_, _, due = at(6*time.Second, 999*time.Millisecond, 1, 0)
	require.False(t, due)
	factor, simulated, due := at(9*time.Second, 2*time.Second, 1, 0)
	require.True(t, due)
	require.InDelta(t, 2, factor, 1e-9)
	require.InDelta(t, 4, simulated, 1e-9)
	_, _, due = at(9*time.Second, 2500*time.Millisecond, 1, 1)
	require.False(t, due, "half a second after the last one")
	_, _, due = at(0, 4*time.Second, 2, 1)
	require.False(t, due, "another server")
	factor, _, due = at(time.Second, 6*time.Second, 2, 1)
	require.True(t, due)
	require.InDelta(t, 0.5, factor, 1e-9)
}
