package throttle_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/throttle"
)

func at(sec float64) time.Time {
	return time.Unix(1000, 0).Add(time.Duration(sec * float64(time.Second)))
}

func TestReportsAreDueOncePerPeriodAndCountEverything(t *testing.T) {
	var c throttle.Counter
	for _, row := range []struct {
		name  string
		sec   float64
		times int // 0: not due
	}{
		{"the first is due at once", 0, 1},
		{"the next one waits", 0.012, 0},
		{"until a second is over", 0.999, 0},
		{"then all are in the count", 1, 3},
		{"and the period begins anew", 1.5, 0},
		{"also after a long silence", 60, 2},
		{"a clock that was set back is due at once", 7, 1},
	} {
		times, due := c.Count(at(row.sec))
		require.Equal(t, row.times > 0, due, row.name)
		require.Equal(t, row.times, times, row.name)
	}
}

func TestOccurrencesMayBeCountedBeforeTheReport(t *testing.T) {
	c := throttle.Counter{Period: 10 * time.Second}
	_, due := c.Due(at(0))
	require.False(t, due, "nothing happened")
	c.Add(3)
	times, due := c.Due(at(0))
	require.True(t, due)
	require.Equal(t, 3, times)
	c.Add(2)
	_, due = c.Due(at(9))
	require.False(t, due)
	c.Reset()
	_, due = c.Due(at(20))
	require.False(t, due, "forgotten")
	times, due = c.Count(at(20))
	require.True(t, due)
	require.Equal(t, 1, times)
}

func TestNothingIsLostBetweenGoroutines(t *testing.T) {
	var c throttle.Counter
	var all sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	for range 4 {
		all.Go(func() {
			for i := range 1000 {
				if times, due := c.Count(at(float64(i) / 10)); due {
					mu.Lock()
					sum += times
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	rest, _ := c.Due(at(1e6))
	require.Equal(t, 4000, sum+rest)
}

func TestCountingAllocatesNothing(t *testing.T) {
	var c throttle.Counter
	now := at(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		now = now.Add(12 * time.Millisecond)
		c.Count(now)
	}))
}
