package motion

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// abandoned returns a robot whose driver has let it down in the middle of a walk.
func abandoned(t *testing.T, auto bool) (*Motion, *puppet, Task) {
	t.Helper()
	m, b, _ := onFeet(t)
	cfg := m.core.cfg
	cfg.AutoReengage = auto
	require.NoError(t, m.Tune(cfg))
	b.state.Guard = nao.GuardFollowing
	b.run(m, 3, nil)
	walk, err := m.WalkTo(2, 0, 0, 1)
	require.NoError(t, err)
	b.run(m, 50, nil)
	require.Equal(t, Playing, m.Report(walk).Outcome)
	b.state.Guard = nao.GuardLettingDown
	b.run(m, 1, nil)
	return m, b, walk
}

func TestWhoeverWasLetDownBeginsWhereTheRobotIs(t *testing.T) {
	m, b, walk := abandoned(t, true)
	require.Equal(t, Restarted, m.Report(walk).Outcome)
	require.Equal(t, "let down", m.Detail())
	for range 100 { // the driver moves it, and does not follow yet
		b.state.Position[nao.LKneePitch] += 0.01
		b.state.Stiffness[nao.LKneePitch] = 0.5
		m.Step(&b.state, &b.command)
		require.InDelta(t, b.state.Position[nao.LKneePitch], b.command.Position[nao.LKneePitch], 1e-12)
		require.InDelta(t, 0.5, b.command.Stiffness[nao.LKneePitch], 1e-12)
		b.state.Time += nao.CyclePeriod
		b.state.Cycle++
	}
	require.False(t, m.Yields())
	require.Equal(t, Starting, m.State())
	b.state.Guard = nao.GuardFollowing
	for range 1000 {
		if m.State() == Standing {
			break
		}
		b.run(m, 1, nil)
	}
	require.Equal(t, Standing, m.State())
}

func TestWithoutAutoReengageTheRobotStaysDownUntilARequest(t *testing.T) {
	m, b, _ := abandoned(t, false)
	b.state.Guard = nao.GuardLimp
	b.run(m, 500, nil)
	require.True(t, m.Yields())
	_, err := m.Posture("stand")
	require.ErrorIs(t, err, ErrNotReady, "it waits for the stand")
	require.False(t, m.Yields())
}

func TestAShortHoldIsGoneOnFromAndALongOneIsNot(t *testing.T) {
	for cycles, want := range map[int]Outcome{10: Playing, 30: Restarted} {
		m, b, _ := onFeet(t)
		b.state.Guard = nao.GuardFollowing
		b.run(m, 3, nil)
		walk, err := m.WalkTo(2, 0, 0, 1)
		require.NoError(t, err)
		b.state.Guard = nao.GuardHolding
		b.run(m, cycles, nil)
		require.Equal(t, want, m.Report(walk).Outcome, "%d cycles", cycles)
	}
}

func TestAClockThatJumpsEndsWhatIsTimedByIt(t *testing.T) {
	m, b, _ := onFeet(t)
	b.state.Guard = nao.GuardFollowing
	b.run(m, 3, nil)
	walk, err := m.WalkTo(2, 0, 0, 1)
	require.NoError(t, err)
	b.state.Time += 7 * time.Second
	b.run(m, 1, nil)
	require.Equal(t, Restarted, m.Report(walk).Outcome)
}
