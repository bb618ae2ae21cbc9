package pace

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// cycle makes a cycle if one may be made.
func cycle(p *Pace) bool {
	if p.Stand() || !p.Admit() {
		return false
	}
	p.Count()
	return true
}

func TestAPausedWorldMakesTheCyclesOfItsSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(0)
		require.True(t, cycle(p), "it runs")
		paused := make(chan error, 1)
		go func() { paused <- p.Pause(t.Context()) }()
		synctest.Wait()
		<-p.Changed()
		require.Empty(t, paused, "it is not known yet whether it stands")
		require.False(t, cycle(p))
		require.NoError(t, <-paused)

		stepped := make(chan error, 1)
		go func() { stepped <- p.Step(t.Context(), 2) }()
		synctest.Wait()
		require.True(t, cycle(p))
		require.Empty(t, stepped)
		require.True(t, cycle(p))
		require.NoError(t, <-stepped)
		require.False(t, cycle(p))

		ended, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		require.ErrorIs(t, p.Step(ended, 5), context.DeadlineExceeded)
		require.False(t, cycle(p), "what was not made in time is not made")
		p.Resume()
		require.True(t, cycle(p))
	})
}

func TestTheSpeedIsLimited(t *testing.T) {
	p := New(0)
	require.Zero(t, p.Period(12*time.Millisecond))
	require.NoError(t, p.SetSpeed(0.5))
	require.Equal(t, 24*time.Millisecond, p.Period(12*time.Millisecond))
	for _, wrong := range []float64{-1, 0.09, 10.1, math.NaN(), math.Inf(1)} {
		require.ErrorContains(t, p.SetSpeed(wrong), "expected 0.1 to 10 times real time")
	}
}
