package host

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
	"gonao/behavior/history"
)

// threeLevels takes five transitions a second, on three levels, and reads an input that changes thirty times a second.
const threeLevels = `
machine: levels
rate_hz: 60
inputs: {torso_roll: float}
initial: a
states:
  a:
    initial: b
    states:
      b:
        initial: c
        states:
          c: {transitions: [{after: 300ms, to: d}]}
          d: {transitions: [{after: 300ms, to: c}]}
        transitions: [{after: 1s, to: e}]
      e: {transitions: [{if: torso_roll > 9, to: b}, {after: 500ms, to: b}]}
    transitions: [{after: 5s, to: f}]
  f: {transitions: [{after: 200ms, to: a}]}
`

// The documents promise some 20 MB an hour; bytes do not depend on the machine that runs the test.
func TestAnHourOfHistoryHasTheSizeThatTheDocumentsPromise(t *testing.T) {
	const minutes = 4
	p := &place{t: t, file: filepath.Join(t.TempDir(), "m.yaml")}
	p.write(threeLevels)
	cfg := behavior.DefaultConfig()
	robot := behaviortest.Standing()
	var err error
	p.Machine, err = New(Options{Source: p.file, Loader: behavior.Loader{Config: &cfg}, Senses: behavior.NewSenses(cfg, robot), Outputs: robot})
	require.NoError(t, err)
	kept, err := p.KeepHistory(history.Options{Dir: t.TempDir(), Bytes: 64 << 20})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.EndHistory()) })
	const rate = 60
	for i := range minutes * 60 * rate {
		robot.State.Angles[0] = 0.001 * float64(i/2%97)
		p.now = time.Duration(i) * time.Second / rate
		require.NoError(t, p.Tick(p.now))
		if i%50 == 0 {
			require.NoError(t, kept.Drain())
		}
	}
	require.NoError(t, kept.Drain())
	perHour := float64(kept.ring.Size()) * 60 / minutes / 1e6
	shown := kept.Show(history.Query{Limit: 100_000})
	perSecond := float64(len(shown.Events)) / (minutes * 60)
	t.Logf("%.1f MB an hour, %.1f events a second", perHour, perSecond)
	require.InDelta(t, 5, perSecond, 2.5)
	require.InDelta(t, 20, perHour, 10)
}
