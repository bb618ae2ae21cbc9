package motion

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// missing makes the next n steps miss the given number of states each.
func missing(b *puppet, m *Motion, n, states int) {
	for range n {
		b.state.Cycle += uint64(states)
		b.state.Time += time.Duration(states) * nao.CyclePeriod
		b.run(m, 1, nil)
	}
}

func TestAWalkStandsWhileMostStatesAreMissed(t *testing.T) {
	m, b, _ := onFeet(t)
	walk := func(steps int) {
		for range steps {
			require.NoError(t, m.SetVelocity(Velocity{X: 0.1}))
			b.run(m, 1, nil)
		}
	}
	walk(100)
	require.Equal(t, Walking, m.State())
	missing(b, m, 1, 7)
	walk(50)
	require.Equal(t, Walking, m.State(), "one gap does not stop it")

	missing(b, m, 20, 7)
	_, err := m.WalkTo(1, 0, 0, 1)
	require.ErrorIs(t, err, errSlow)
	for range 20 {
		require.ErrorIs(t, m.SetVelocity(Velocity{X: 0.1}), errSlow)
		missing(b, m, 1, 7)
	}
	require.Equal(t, Standing, m.State())

	b.run(m, 50, nil)
	walk(100)
	require.Equal(t, Walking, m.State(), "it walks on when states come in time")
}

func TestATaskThatWalksEndsWhileMostStatesAreMissed(t *testing.T) {
	m, b, _ := onFeet(t)
	task, err := m.WalkTo(1, 0, 0, 1)
	require.NoError(t, err)
	b.run(m, 100, nil)
	missing(b, m, 10, 7)
	require.Equal(t, Blocked, m.Report(task).Outcome)
	require.ErrorIs(t, m.Report(task).Err, errSlow)
}
