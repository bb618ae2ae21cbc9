package trial

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

func TestEventsHappenInOrderAndAtTheirTime(t *testing.T) {
	s, err := New(Setup{Profile: sim.Ideal, Seed: 1})
	require.NoError(t, err)
	defer s.Close()
	var happened []time.Duration
	for _, at := range []time.Duration{50, 30, 10, 30} {
		s.At(at*time.Millisecond, func() error { happened = append(happened, s.Time()); return nil })
	}
	require.NoError(t, s.Stand())
	const ms = time.Millisecond
	require.Equal(t, []time.Duration{12 * ms, 36 * ms, 36 * ms, 60 * ms}, happened)
	over := errors.New("over")
	s.At(0, func() error { return over })
	require.ErrorIs(t, s.Hold(time.Second), over)
}

func TestLiesOnTheSideThatWasAskedFor(t *testing.T) {
	for side := Front; side <= Right; side++ {
		s, err := New(Setup{Profile: sim.Ideal, Seed: uint64(side) + 1})
		require.NoError(t, err)
		defer s.Close()
		require.NoError(t, s.Lie(side))
		require.True(t, s.Fallen(), side)
		if side >= Left {
			continue // it may roll over
		}
		down := s.Torso().Inverse().R // its last column is the world's z in the torso
		up := map[Side]float64{Front: -down[2], Back: down[2]}[side]
		require.Greater(t, up, 0.7, "%v: %v", side, down)
	}
}

func TestAPushGoesWhereItIsTold(t *testing.T) {
	s, err := New(Setup{Profile: sim.Ideal, Seed: 1})
	require.NoError(t, err)
	defer s.Close()
	before := s.CoM()
	s.PushAt(0, 0.8, math.Pi/2)
	require.NoError(t, s.Hold(150*time.Millisecond))
	after := s.CoM()
	require.Greater(t, after.Y-before.Y, 0.001)
	require.InDelta(t, before.X, after.X, 0.001)
}

func TestAPlaceAsSeenFromAnother(t *testing.T) {
	p := Place{1, 2, 0.3}.In(Place{1, 1, math.Pi / 2})
	require.InDelta(t, 1, p.X, 1e-12)
	require.InDelta(t, 0, p.Y, 1e-12)
	require.InDelta(t, 0.3-math.Pi/2, p.Yaw, 1e-12)
}
