package ros

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func at(sec float64) time.Time {
	return time.Unix(0, 0).Add(time.Duration(sec * float64(time.Second)))
}

// ticks runs a loop over Tick and gives when it has run so far.
func ticks(t *testing.T, c *Clock, period time.Duration) func() []time.Time {
	ctx, stop := context.WithCancel(t.Context())
	var mu sync.Mutex
	var got []time.Time
	done := make(chan struct{})
	go func() {
		defer close(done)
		for now := range c.Tick(ctx, period) {
			mu.Lock()
			got = append(got, now)
			mu.Unlock()
		}
	}()
	t.Cleanup(func() { stop(); <-done })
	synctest.Wait()
	return func() []time.Time {
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(got)
	}
}

func set(c *Clock, secs ...float64) {
	for _, sec := range secs {
		c.Set(at(sec))
		synctest.Wait()
	}
}

func TestTicksFollowSimulatedTime(t *testing.T) {
	rows := map[string]struct {
		set  []float64
		want []time.Time
	}{
		"every period once":            {[]float64{0, 1, 1.5, 2, 3}, []time.Time{at(1), at(2), at(3)}},
		"late, on the grid afterwards": {[]float64{0, 1.25, 2, 2.25, 3}, []time.Time{at(1.25), at(2), at(3)}},
		"a gap gives one tick":         {[]float64{0, 7.5, 7.75, 8}, []time.Time{at(7.5), at(8)}},
		"the clock starts late":        {[]float64{50, 50.5, 51}, []time.Time{at(51)}},
		"back, then a new period":      {[]float64{10, 11, 2, 2.5, 3}, []time.Time{at(11), at(3)}},
		"standing still":               {[]float64{1, 1, 1}, nil},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := NewSimClock()
				got := ticks(t, c, time.Second)
				set(c, row.set...)
				require.Equal(t, row.want, got())
			})
		})
	}
}

func TestAJumpBackIsTold(t *testing.T) {
	c := NewSimClock()
	var from, to time.Time
	jumps := 0
	c.OnJump(func(f, u time.Time) { from, to, jumps = f, u, jumps+1 })
	c.Set(at(40)) // the first time is no jump
	c.Set(at(41))
	require.Zero(t, jumps)
	c.Set(at(3))
	require.Equal(t, 1, jumps)
	require.Equal(t, at(41), from)
	require.Equal(t, at(3), to)
	require.Equal(t, at(3), c.Now())
}

func TestJumpsAreToldFromTheirThreshold(t *testing.T) {
	rows := map[string]struct {
		threshold JumpThreshold
		set       []float64
		want      []time.Duration
	}{
		"backward only":        {JumpThreshold{}, []float64{1, 100, 99.9, 0}, []time.Duration{-100 * time.Millisecond, -99900 * time.Millisecond}},
		"backward, far":        {JumpThreshold{Backward: time.Second}, []float64{100, 99.9, 0}, []time.Duration{-99900 * time.Millisecond}},
		"forward, far":         {JumpThreshold{Forward: 2 * time.Second}, []float64{1, 2, 4, 5}, []time.Duration{2 * time.Second}},
		"the first is no jump": {JumpThreshold{Forward: 1}, []float64{100}, nil},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			c := NewSimClock()
			var got []time.Duration
			forget := c.OnJumps(row.threshold, func(j Jump) { got = append(got, j.Forward()) })
			for _, sec := range row.set {
				c.Set(at(sec))
			}
			require.Equal(t, row.want, got)
			forget()
			c.Set(at(-1000))
			require.Equal(t, row.want, got)
		})
	}
}

func TestTheSourceCanChangeWhileLoopsRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewSystemClock()
		got := ticks(t, c, time.Second)
		slept := make(chan error, 1)
		go func() { slept <- c.Sleep(t.Context(), 5*time.Second) }()
		var jumps []Jump
		c.OnJumps(JumpThreshold{Source: true}, func(j Jump) { jumps = append(jumps, j) })
		time.Sleep(2500 * time.Millisecond)
		synctest.Wait()
		require.Len(t, got(), 2)

		c.simulate(true)
		require.True(t, c.Simulated())
		require.Len(t, jumps, 1)
		require.True(t, jumps[0].SourceChanged)
		time.Sleep(time.Hour) // nobody sets it: all stand still
		synctest.Wait()
		require.Len(t, got(), 2)
		set(c, 10, 11, 12)
		require.Equal(t, []time.Time{at(11), at(12)}, got()[2:])
		require.Empty(t, slept, "half a second is left")
		set(c, 12.5)
		require.NoError(t, <-slept)

		c.simulate(false)
		require.Len(t, jumps, 2)
		require.False(t, c.follow(at(13)), "what /clock says no longer counts")
		before := len(got())
		time.Sleep(1100 * time.Millisecond)
		synctest.Wait()
		require.Len(t, got(), before+1)
	})
}

func TestAfterKeepsWhatWasLeftOverAJump(t *testing.T) {
	c := NewSimClock()
	c.Set(at(100))
	done := c.After(2 * time.Second)
	c.Set(at(101))
	c.Set(at(0))
	c.Set(at(0.9))
	require.Empty(t, done)
	c.Set(at(1))
	require.Equal(t, at(1), <-done)
}

func TestSleepEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []*Clock{NewSimClock(), NewSystemClock()} {
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			require.ErrorIs(t, c.Sleep(ctx, time.Hour), context.DeadlineExceeded)
			stop()
		}
		require.NoError(t, NewSystemClock().Sleep(t.Context(), time.Hour))
	})
}

func TestTimeZeroIsTheUnixEpoch(t *testing.T) {
	require.Equal(t, time.Unix(0, 0), NewSimClock().Now())
	require.Equal(t, at(1.5), StampTime(Stamp(at(1.5))))
	require.EqualValues(t, 1, Stamp(at(1.5)).Sec)
	require.EqualValues(t, 500_000_000, Stamp(at(1.5)).Nanosec)
}

func TestATickAllocatesNothing(t *testing.T) {
	c := NewSimClock()
	c.Set(at(0))
	now := at(0)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	took := make(chan time.Time)
	go func() {
		for now := range c.Tick(ctx, time.Second) {
			took <- now
		}
	}()
	for c.pending() == 0 {
		time.Sleep(time.Millisecond)
	}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		now = now.Add(time.Second)
		c.Set(now)
		<-took
	}))
}

// pending is how many wait on the clock.
func (c *Clock) pending() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiters)
}
