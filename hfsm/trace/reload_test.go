package trace_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/hfsm"
	"gonao/hfsm/internal/drawn"
	"gonao/hfsm/trace"
)

func TestAReloadOfTheSameMachineChangesNothing(t *testing.T) {
	drawn.Check(t, func(t *rapid.T) {
		src := drawn.Machine(t)
		model, err := hfsm.Load("drawn.yaml", []byte(src), nil)
		require.NoError(t, err)
		same, err := hfsm.Load("drawn.yaml", []byte("description: the same\n"+src), nil)
		require.NoError(t, err)
		seed := rapid.Uint64().Draw(t, "seed")
		plain, reloaded := tracedRun(t, model, nil, seed), tracedRun(t, model, same, seed)
		require.Equal(t, plain, reloaded)
	})
}

// tracedRun returns the trace of a run under the random inputs of a seed; at some
// ticks the machine is given another model, and back.
func tracedRun(t *rapid.T, model, other *hfsm.Model, seed uint64) []string {
	m, err := hfsm.New(model, &drawn.Host{Rand: rand.New(rand.NewPCG(seed, 1))})
	require.NoError(t, err)
	w := &drawn.World{Rand: rand.New(rand.NewPCG(seed, 2))}
	stream := m.Stream(1 << 15)
	var lines []string
	into := make([]hfsm.Record, 1)
	current := model
	for i := range 100 {
		w.Sense(m)
		if other != nil && i%7 == 3 {
			current, other = other, current
			out, err := m.Reload(current)
			require.NoError(t, err)
			require.Empty(t, out.Dropped)
			require.Empty(t, out.Values)
			require.Empty(t, out.Restarted)
			require.False(t, out.Moved)
		}
		_ = m.Tick(w.Now)
		for stream.Read(into) == 1 {
			if into[0].Kind != hfsm.RecordReload {
				into[0].Sequence = 0
				line := trace.NewLine(current, &into[0])
				lines = append(lines, line.String())
			}
		}
	}
	return lines
}

func TestAReplayGoesThroughAReload(t *testing.T) {
	model := load(t, before)
	next := load(t, strings.ReplaceAll(before, "after: 10s", "after: 5s"))
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	text := traceOf(t, m, func() {
		require.NoError(t, m.Tick(0))
		_, err := m.Reload(next)
		require.NoError(t, err)
		require.NoError(t, m.Tick(6*time.Second))
	})
	require.Equal(t, "b", m.Path())
	reader, err := trace.NewReader("t", strings.NewReader(text))
	require.NoError(t, err)
	out, err := trace.Replay(reader, model, trace.ReplayOptions{Models: func(hash string) (*hfsm.Model, error) {
		require.Equal(t, next.Hash(), hash)
		return next, nil
	}})
	require.NoError(t, err)
	require.Nil(t, out.Difference)
}

const before = `
machine: m
initial: a
states:
  a:
    do: walk
    transitions: [{after: 10s, to: b}]
    initial: deep
    states: {deep: {do: {look: {at: 1}}, transitions: [{after: 100s, to: other}]}, other: {}}
  b: {}
`
