package trial

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/nao"
	"gonao/sim"
)

// slow passes on one of every nth state; between them the last command holds.
type slow struct {
	m     *motion.Motion
	every uint64
}

func (c *slow) Step(state *nao.State, out *nao.Command) {
	if c.every > 0 && state.Cycle%c.every != 0 {
		return
	}
	c.m.Step(state, out)
}

// TestAWalkThatMissesMostStatesStops has seeds of its own: 18 of these 20 fell before the walk stopped for it.
func TestAWalkThatMissesMostStatesStops(t *testing.T) {
	if testing.Short() {
		t.Skip("20 walks: make nightly STEPS=tests")
	}
	fell := 0
	for seed := uint64(101); seed <= 120; seed++ {
		s, err := New(Setup{Profile: sim.Real, Seed: seed})
		require.NoError(t, err)
		m := newMotion(t)
		until(t, s, m, motion.Walking, 5*time.Second)
		c := &slow{m: m}
		walk := func(d time.Duration) {
			for end := s.Time() + d; s.Time() < end; {
				_ = m.SetVelocity(motion.Velocity{X: 0.2, Yaw: 0.2}) // refused while the states come too slowly
				require.NoError(t, s.Step(c))
			}
		}
		walk(2*time.Second + time.Duration(seed)*41*time.Millisecond)
		c.every = 8
		walk(5 * time.Second)
		if s.Fallen() || m.Falls() > 0 {
			fell++
		} else {
			require.Equal(t, motion.Standing, m.State())
		}
		s.Close()
	}
	t.Logf("%d of 20 fell", fell)
	require.LessOrEqual(t, fell, 2)
}
