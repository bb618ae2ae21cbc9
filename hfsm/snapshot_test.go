package hfsm

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestASnapshotIsTheMachineAndAReplayMayBeginThere(t *testing.T) {
	checkRapid(t, func(t *rapid.T) {
		model := drawnModel(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		m, err := New(model, &fickle{rng})
		require.NoError(t, err)
		w := &world{rng: rng}
		for range 60 {
			w.sense(m)
			_ = m.Tick(w.now)
		}
		w.sense(m)
		snapshot := m.Snapshot()
		text, err := json.Marshal(snapshot)
		require.NoError(t, err)
		var sent Snapshot
		require.NoError(t, json.Unmarshal(text, &sent))

		other, err := New(model, nil)
		require.NoError(t, err)
		require.NoError(t, other.restore(&sent))
		again, err := json.Marshal(other.Snapshot())
		require.NoError(t, err)
		require.JSONEq(t, string(text), string(again))

		stream := m.Stream(1 << 14)
		var out bytes.Buffer
		trace, err := NewTraceWriter(&out, model, &sent)
		require.NoError(t, err)
		for range 60 {
			_ = m.Tick(w.now)
			w.sense(m)
		}
		require.NoError(t, trace.Drain(stream))
		require.NoError(t, trace.Flush())
		replayText(t, out.String(), model)
	})
}

func TestInputsAfterASnapshotAreThoseTheTraceTells(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	for name, play := range map[string]struct{ before, after func(m *Machine, x Input) }{
		"set to the same, and stamped by a tick of the same time that leaves no record": {
			before: func(m *Machine, x Input) { m.SetInt(x, 1) },
			after:  func(m *Machine, _ Input) { _ = m.Tick(ms(100)) },
		},
		"set to the same, and stamped by a later tick that leaves no record": {
			before: func(m *Machine, x Input) { m.SetInt(x, 1) },
			after:  func(m *Machine, _ Input) { _ = m.Tick(ms(110)) },
		},
		"set, and taken back before anything was recorded": {
			before: func(m *Machine, x Input) { m.SetInt(x, 2) },
			after:  func(m *Machine, x Input) { m.SetIntAt(x, 1, ms(100)); _ = m.Tick(ms(100)) },
		},
		"set to a time of its own, and taken back": {
			before: func(m *Machine, x Input) { m.SetIntAt(x, 2, ms(90)) },
			after:  func(m *Machine, x Input) { m.SetIntAt(x, 1, ms(100)) },
		},
		"set, and recorded by the next tick": {
			before: func(m *Machine, x Input) { m.SetInt(x, 2) },
			after:  func(m *Machine, x Input) { m.SetInt(x, 3) },
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
			m, err := New(model, nil)
			require.NoError(t, err)
			x, _ := model.Input("x")
			at(t, m, 0, 50)
			m.SetInt(x, 1)
			at(t, m, 100)
			require.Equal(t, "b", m.Path())
			play.before(m, x)
			var out bytes.Buffer
			trace, err := NewTraceWriter(&out, model, m.Snapshot())
			require.NoError(t, err)
			stream := m.Stream(1 << 10)
			play.after(m, x)
			every(t, m, 120, 700)
			require.NoError(t, trace.Drain(stream))
			require.NoError(t, trace.Flush())
			require.Positive(t, replayText(t, out.String(), model).Records)
		})
	}
}

func TestASnapshotOfAnotherMachineIsRefused(t *testing.T) {
	m := start(t, benchMachine())
	require.NoError(t, m.Tick(0))
	s := m.Snapshot()
	other := start(t, "machine: other\ninitial: a\nstates: {a: {}}\n")
	require.ErrorContains(t, other.Restore(s, 0), "no state")
	require.ErrorContains(t, m.Restore(s, 0), "runs already")
}

func TestAViewerThatJoinsLateSeesWhatTheOthersSee(t *testing.T) {
	checkRapid(t, func(t *rapid.T) {
		model := drawnModel(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		m, err := New(model, &fickle{rng})
		require.NoError(t, err)
		feed := NewFeed(m)
		var early, late Snapshot
		first := feed.Full()
		require.NoError(t, copyJSON(first, &early))
		w := &world{rng: rng}
		for i := range 80 {
			w.sense(m)
			_ = m.Tick(w.now)
			if rng.IntN(50) == 0 {
				m.Reset(w.now)
			}
			var d Delta
			change := feed.Delta()
			if change != nil {
				require.NoError(t, copyJSON(change, &d))
				require.NoError(t, early.Apply(&d))
			}
			switch {
			case i == 40:
				require.NoError(t, copyJSON(feed.Full(), &late))
			case i > 40 && change != nil:
				require.NoError(t, late.Apply(&d))
			}
			if i%13 != 0 {
				continue
			}
			require.Equal(t, asJSON(t, feed.Full()), asJSON(t, &early))
			if i >= 40 {
				require.Equal(t, asJSON(t, &early), asJSON(t, &late))
			}
		}
		missed := Delta{Number: early.Number + 2}
		require.ErrorContains(t, early.Apply(&missed), "expected")
	})
}

func copyJSON(from, to any) error {
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

func asJSON(t require.TestingT, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
