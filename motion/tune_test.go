package motion

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/declared"
	"gonao/motion/walk"
	"gonao/nao"
)

func TestTheWalkTakesOtherNumbersWithItsNextStep(t *testing.T) {
	w, err := newWalkEngine(walk.DefaultConfig())
	require.NoError(t, err)
	command := nao.Command{Position: nao.StandPosture()}
	state := nao.State{Position: command.Position}
	step := func() {
		t.Helper()
		state.Time += nao.CyclePeriod
		state.Cycle++
		w.Step(&state, &command)
		state.Position = command.Position
	}
	slow := walk.DefaultConfig()
	slow.MaxForward = 0.1
	w.Begin(&state, &command)
	require.NoError(t, w.tune(slow))
	step()
	require.Nil(t, w.next, "in the stand at once")

	require.NoError(t, w.SetVelocity(Velocity{X: 0.3}))
	require.InDelta(t, 0.1, w.Asked().X, 1e-12)
	for range 200 {
		step()
	}
	require.False(t, w.Standing())
	require.NoError(t, w.tune(walk.DefaultConfig()))
	leg, _ := w.SupportLeg()
	for cycles := 0; ; cycles++ {
		step()
		if now, _ := w.SupportLeg(); now != leg {
			break
		}
		require.InDelta(t, 0.1, w.Asked().X, 1e-12, "the step goes on as it began")
		require.Less(t, cycles, 100, "no step ends")
	}
	require.InDelta(t, 0.3, w.Asked().X, 1e-12, "the velocity is that which was asked for")

	slow.Period = 0
	require.ErrorContains(t, w.tune(slow), "walk: period: 0.0: expected 0.15 to 0.5 s")
	require.Nil(t, w.next)
}

func TestANumberOfAnEngineOutOfRangeIsNamed(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"walk.lift: 1.0:":                   func(c *Config) { c.Walk.Lift = 1 },
		"kick.side_back: -1.0:":             func(c *Config) { c.Kick.Side.Back = -1 },
		"get_up.attempts: 0:":               func(c *Config) { c.GetUp.Attempts = 0 },
		"get_up.lean_gain: 2.0: expected 0": func(c *Config) { c.GetUp.LeanGain = 2 },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		require.ErrorContains(t, declared.Check(&cfg), want)
		m, err := New(DefaultConfig(), nil)
		require.NoError(t, err)
		require.ErrorContains(t, m.Tune(cfg), want)
	}
}
