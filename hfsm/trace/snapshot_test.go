package trace_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/trace"
)

func TestInputsAfterASnapshotAreThoseTheTraceTells(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	for name, play := range map[string]struct {
		before, after func(m *hfsm.Machine, x hfsm.Input)
	}{
		"set to the same, and stamped by a tick of the same time that leaves no record": {
			before: func(m *hfsm.Machine, x hfsm.Input) { m.SetInt(x, 1) },
			after:  func(m *hfsm.Machine, _ hfsm.Input) { _ = m.Tick(ms(100)) },
		},
		"set to the same, and stamped by a later tick that leaves no record": {
			before: func(m *hfsm.Machine, x hfsm.Input) { m.SetInt(x, 1) },
			after:  func(m *hfsm.Machine, _ hfsm.Input) { _ = m.Tick(ms(110)) },
		},
		"set, and taken back before anything was recorded": {
			before: func(m *hfsm.Machine, x hfsm.Input) { m.SetInt(x, 2) },
			after:  func(m *hfsm.Machine, x hfsm.Input) { m.SetIntAt(x, 1, ms(100)); _ = m.Tick(ms(100)) },
		},
		"set to a time of its own, and taken back": {
			before: func(m *hfsm.Machine, x hfsm.Input) { m.SetIntAt(x, 2, ms(90)) },
			after:  func(m *hfsm.Machine, x hfsm.Input) { m.SetIntAt(x, 1, ms(100)) },
		},
		"set, and recorded by the next tick": {
			before: func(m *hfsm.Machine, x hfsm.Input) { m.SetInt(x, 2) },
			after:  func(m *hfsm.Machine, x hfsm.Input) { m.SetInt(x, 3) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			model := load(t, `
machine: m
rate_hz: 100
inputs: {x: int}
initial: a
states:
  a: {transitions: [{if: x == 1, to: b}]}
  b: {transitions: [{after: 100ms, to: c}]}
  c: {transitions: [{if: age(x) > 0.3, to: a}]}
`)
			m, err := hfsm.New(model, nil)
			require.NoError(t, err)
			x, _ := model.Input("x")
			at(t, m, 0, 50)
			m.SetInt(x, 1)
			at(t, m, 100)
			require.Equal(t, "b", m.Path())
			play.before(m, x)
			var out bytes.Buffer
			writer, err := trace.NewWriter(&out, model, m.Snapshot())
			require.NoError(t, err)
			stream := m.Stream(1 << 10)
			play.after(m, x)
			for ms := 120; ms <= 700; ms += 10 {
				at(t, m, ms)
			}
			require.NoError(t, writer.Drain(stream))
			require.NoError(t, writer.Flush())
			require.Positive(t, replayText(t, out.String(), model).Records)
		})
	}
}
