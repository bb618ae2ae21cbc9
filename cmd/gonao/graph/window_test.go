package graph

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheStatisticsOfGapsAreExact(t *testing.T) {
	var s gaps
	require.Equal(t, "no new messages", s.String())
	at := time.Unix(0, 0)
	for _, ms := range []int{0, 100, 300, 100} { // the first gap has left the window of 3
		at = at.Add(time.Duration(ms) * time.Millisecond)
		s.add(at, 3)
	}
	require.Equal(t, "average rate: 5.000\n\tmin: 0.100s max: 0.300s std dev: 0.10000s window: 3", s.String())
}

func TestADelayIsAgainstTheClockThatTheStampIsOf(t *testing.T) {
	var d delays
	system, simulated := time.Unix(1_800_000_000, 0), time.Unix(100, 0)
	d.add(arrival{at: system, sent: system.Add(-20 * time.Millisecond), simulated: simulated}, 9)
	d.add(arrival{at: system, sent: simulated.Add(-30 * time.Millisecond), simulated: simulated}, 9)
	d.add(arrival{at: system, sent: system.Add(-40 * time.Millisecond)}, 9) // no simulation
	require.InDeltaSlice(t, []float64{0.02, 0.03, 0.04}, d.sec, 1e-9)
}
