package gazebobridge

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sleepClock is a clock that moves on only during Sleep.
type sleepClock struct{ now time.Time }

func (c *sleepClock) Now() time.Time { return c.now }

func (c *sleepClock) Sleep(_ context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return nil
}

func TestAWorldInLockstepRunsNoFasterThanAllowed(t *testing.T) {
	const cycle = 12 * time.Millisecond
	for name, row := range map[string]struct {
		most float64
		took time.Duration // each cycle, before it is kept back
		want time.Duration // 100 cycles
	}{
		"real time":        {1, 5 * time.Millisecond, 100 * cycle},
		"twice as fast":    {2, 5 * time.Millisecond, 50 * cycle},
		"as fast as it is": {0, 5 * time.Millisecond, 500 * time.Millisecond},
		"slower anyway":    {1, 20 * time.Millisecond, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			clock, p := &sleepClock{now: time.Unix(1000, 0)}, pace{}
			at := 3 * time.Second
			p.keep(t.Context(), clock, row.most, at)
			begin := clock.now
			for range 100 {
				clock.now = clock.now.Add(row.took)
				at += cycle
				p.keep(t.Context(), clock, row.most, at)
			}
			require.InDelta(t, row.want.Seconds(), clock.now.Sub(begin).Seconds(), 1e-6)
		})
	}
}

func TestWhatALateOrResetWorldLostIsNotMadeUpFor(t *testing.T) {
	for name, at := range map[string]time.Duration{"late by a second": time.Second, "set back": 0} {
		t.Run(name, func(t *testing.T) {
			clock, p := &sleepClock{now: time.Unix(1000, 0)}, pace{}
			p.keep(t.Context(), clock, 1, time.Second)
			clock.now = clock.now.Add(time.Second)
			p.keep(t.Context(), clock, 1, at)
			before := clock.now
			p.keep(t.Context(), clock, 1, at+12*time.Millisecond)
			require.Equal(t, 12*time.Millisecond, clock.now.Sub(before))
		})
	}
}
