package body

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestTheRateIsThatOfTheTimeConnected(t *testing.T) {
	now := time.Unix(100, 0)
	var s Stats
	require.Zero(t, s.Rate())
	for range 3 { // the robot goes away for a minute, twice
		s.connect(true)
		for range 50 {
			s.count(now, time.Millisecond, true, true)
			now = now.Add(nao.CyclePeriod)
		}
		s.connect(false)
		now = now.Add(time.Minute)
	}
	require.InDelta(t, 83.333, s.Rate(), 0.001)
	require.EqualValues(t, 150, s.Cycles)
	require.EqualValues(t, 3, s.Connections)
}

func TestOnlyExpectedAnswersAreMissed(t *testing.T) {
	var s Stats
	s.count(time.Unix(1, 0), 0, false, false)
	require.Zero(t, s.Missed, "nobody has commanded yet")
	s.count(time.Unix(2, 0), 0, false, true)
	require.EqualValues(t, 1, s.Missed)
	s.count(time.Unix(3, 0), time.Millisecond, true, true)
	require.EqualValues(t, 1, s.Missed)
	require.Equal(t, time.Millisecond, s.Latency.Max())
}

func TestQuantilesOfTheLatency(t *testing.T) {
	var l Latency
	require.Zero(t, l.Quantile(0.5))
	for i := range 100 {
		l.add(time.Duration(i+1) * 100 * time.Microsecond)
	}
	l.add(time.Second)
	require.InDelta(t, 5*time.Millisecond, l.Quantile(0.5), float64(150*time.Microsecond))
	require.InDelta(t, 10*time.Millisecond, l.Quantile(0.99), float64(150*time.Microsecond))
	require.Equal(t, time.Second, l.Max())
	require.EqualValues(t, 1, l.bins[len(l.bins)-1], "what is beyond the scale counts")
}
