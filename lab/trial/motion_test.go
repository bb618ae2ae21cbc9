package trial

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/sim"
)

// newMotion returns the whole of motion with its engines.
func newMotion(t *testing.T) *motion.Motion {
	t.Helper()
	library, err := motion.Builtin()
	require.NoError(t, err)
	m, err := motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	return m
}

// until runs a robot that is told to walk until it is in a state.
func until(t *testing.T, s *Stage, m *motion.Motion, want motion.BodyState, atMost time.Duration) {
	t.Helper()
	end := s.Time() + atMost
	for m.State() != want {
		require.Less(t, s.Time(), end, "%s, not %s, after %v; %d falls", m.State(), want, s.Time(), m.Falls())
		_ = m.SetVelocity(motion.Velocity{X: 0.1}) // refused while it lies, and kept
		require.NoError(t, s.Step(m))
	}
}

// The pushes go forward, to the left, back, to the right, and forward again.
func TestARobotPushedOverFiveTimesGetsUpAndWalksOn(t *testing.T) {
	for _, seed := range seedsOf(3) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			s, err := New(Setup{Profile: sim.Real, Seed: seed})
			require.NoError(t, err)
			defer s.Close()
			m := newMotion(t)
			until(t, s, m, motion.Walking, 5*time.Second)
			falls := 5
			if testing.Short() {
				falls = 2
			}
			for n := range falls {
				began := s.Time()
				for end := s.Time() + time.Second; s.Time() < end && m.State() == motion.Walking; {
					_ = m.SetVelocity(motion.Velocity{X: 0.1})
					require.NoError(t, s.Step(m))
				}
				if m.State() == motion.Walking { // and has not fallen without a push
					s.PushAt(s.Time(), 14, float64(n)*math.Pi/2)
				}
				until(t, s, m, motion.Falling, 5*time.Second)
				until(t, s, m, motion.Fallen, 4*time.Second)
				side := m.Detail()
				for _, stiff := range s.Sent.Stiffness {
					require.Less(t, stiff, 0.7, "it gets soft before it lies")
				}
				until(t, s, m, motion.GettingUp, 5*time.Second)
				until(t, s, m, motion.Walking, 20*time.Second)
				t.Logf("fall %d on its %s: walks on after %.1f s", n+1, side, (s.Time() - began).Seconds())
			}
		})
	}
}

func TestARobotThatDancesKeepsItsBalanceAndItsFeet(t *testing.T) {
	for seed := uint64(1); seed <= 2; seed++ {
		s, err := New(Setup{Profile: sim.Real, Seed: seed})
		require.NoError(t, err)
		defer s.Close()
		m := newMotion(t)
		until(t, s, m, motion.Standing, 5*time.Second)
		for range 2 {
			p, err := m.Play("dance_right")
			require.NoError(t, err)
			for m.Progress(p).Outcome == motion.Playing {
				require.NoError(t, s.Step(m))
				require.Equal(t, motion.Standing, m.State(), "it takes no step, seed %d at %v", seed, s.Time())
			}
			require.Equal(t, motion.Finished, m.Progress(p).Outcome)
		}
	}
}
