package hfsm

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestAReloadOfTheSameMachineChangesNothing(t *testing.T) {
	checkRapid(t, func(t *rapid.T) {
		src := drawMachine(t)
		model, err := Load("drawn.yaml", []byte(src), nil)
		require.NoError(t, err)
		same, err := Load("drawn.yaml", []byte("description: the same\n"+src), nil)
		require.NoError(t, err)
		seed := rapid.Uint64().Draw(t, "seed")
		plain, reloaded := tracedRun(t, model, nil, seed), tracedRun(t, model, same, seed)
		require.Equal(t, plain, reloaded)
	})
}

// tracedRun gives the trace of a run under the random inputs of a seed; at some
// ticks the machine is given another model, and back.
func tracedRun(t *rapid.T, model, other *Model, seed uint64) []string {
	m, err := New(model, &fickle{rand.New(rand.NewPCG(seed, 1))})
	require.NoError(t, err)
	w := &world{rng: rand.New(rand.NewPCG(seed, 2))}
	stream := m.Stream(1 << 15)
	var lines []string
	into := make([]Record, 1)
	current := model
	for i := range 100 {
		w.sense(m)
		if other != nil && i%7 == 3 {
			current, other = other, current
			out, err := m.Reload(current)
			require.NoError(t, err)
			require.Empty(t, out.Dropped)
			require.Empty(t, out.Values)
			require.Empty(t, out.Restarted)
			require.False(t, out.Moved)
		}
		_ = m.Tick(w.now)
		for stream.Read(into) == 1 {
			if into[0].Kind != RecordReload {
				into[0].Sequence = 0
				line := current.TraceLine(&into[0])
				lines = append(lines, line.String())
			}
		}
	}
	return lines
}

func TestAReloadToAnotherRandomMachineLeavesAWholeMachine(t *testing.T) {
	checkRapid(t, func(t *rapid.T) {
		a, b := drawnModel(t), drawnModel(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		m, err := New(a, &fickle{rng})
		require.NoError(t, err)
		w := &world{rng: rng}
		for i := range 60 {
			w.sense(m)
			if i%10 == 9 {
				a, b = b, a
				_, err := m.Reload(a)
				require.NoError(t, err)
			}
			_ = m.Tick(w.now)
			requireWhole(t, m)
		}
	})
}

// requireWhole checks that each active automaton is in one of its states, and that
// nothing is active in what is not.
func requireWhole(t *rapid.T, m *Machine) {
	if m.Status() != Running {
		return
	}
	waiting := false
	for i := range m.autos {
		waiting = waiting || m.autos[i].waiting != nil
	}
	for s := 1; s < len(m.on); s++ {
		state := &m.model.states[s]
		if m.on[s] {
			require.True(t, m.on[state.parent], "%s is active and what is around it is not", state.path)
		}
		if m.on[s] && state.kind == ParallelState && !waiting {
			for _, region := range state.children {
				require.True(t, m.on[region], "region %s", m.model.path(region))
			}
		}
	}
	for i := range m.autos {
		a := &m.autos[i]
		if s := m.model.automata[i].state; !m.on[s] || a.ended != Running || waiting {
			continue
		}
		active := 0
		for _, child := range m.model.states[m.model.automata[i].state].children {
			if m.on[child] {
				active++
				require.Equal(t, a.active, child)
			}
		}
		require.Equal(t, 1, active, "states of %q that are active", m.model.path(m.model.automata[i].state))
	}
}

const before = `
machine: m
inputs: {gone: int, x: int}
variables: {n: {type: int, initial: 1}, f: {type: float, initial: 1.5}, big: {type: int, initial: 50}}
initial: a
states:
  a:
    do: walk
    transitions: [{after: 10s, to: b}]
    initial: deep
    states: {deep: {do: {look: {at: 1}}, transitions: [{after: 100s, to: other}]}, other: {}}
  b: {}
`

func TestAReloadKeepsWhatIsStillThere(t *testing.T) {
	d := &diary{}
	m, err := New(load(t, before), d)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	require.NoError(t, m.Tick(4*time.Second))
	slot, _ := m.Model().Slot("n")
	require.NoError(t, m.SetValue(slot, IntValue(7)))
	d.took()

	after := strings.NewReplacer("inputs: {gone: int, x: int}", "inputs: {x: int}", "f: {type: float, initial: 1.5}", "f: {type: int, initial: 3}",
		"big: {type: int, initial: 50}", "big: {type: int, initial: 5, max: 10}", "at: 1", "at: 2", "after: 10s", "after: 5s").Replace(before)
	out, err := m.Reload(load(t, after))
	require.NoError(t, err)
	require.Equal(t, []string{"a", "a/deep"}, out.Kept)
	require.Equal(t, []string{"gone", "f", "big"}, out.Values)
	require.True(t, out.Moved)
	require.Equal(t, []string{"stop look", "start look 1"}, d.took(), "walk is not touched")
	slot, _ = m.Model().Slot("n")
	require.Equal(t, IntValue(7), m.Value(slot))
	slot, _ = m.Model().Slot("f")
	require.Equal(t, IntValue(3), m.Value(slot))
	require.NoError(t, m.Tick(5*time.Second))
	require.Equal(t, "b", m.Path(), "the time spent counts")
}

func TestAReloadEntersTheInitialStateWhereTheActiveOneIsNoMore(t *testing.T) {
	d := &diary{}
	m, err := New(load(t, before), d)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	d.took()
	out, err := m.Reload(load(t, strings.ReplaceAll(before, "deep", "fresh")))
	require.NoError(t, err)
	require.Equal(t, []string{"a/deep"}, out.Dropped)
	require.Equal(t, "a/fresh", m.Path())
	require.Equal(t, []string{"stop look", "start look 0"}, d.took())
}

// refusing is a host that has no activity of one name.
type refusing struct{ diary }

func (r *refusing) Activity(m *Machine, name string, args Args) (Activity, error) {
	if name == "fly" {
		return nil, errors.New("no wings")
	}
	return r.diary.Activity(m, name, args)
}

func TestAReloadThatFailsLeavesTheMachineAsItWas(t *testing.T) {
	r := &refusing{}
	m, err := New(load(t, before), r)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	r.took()
	snapshot := asJSON(t, m.Snapshot())
	_, err = m.Reload(load(t, strings.ReplaceAll(before, "do: walk", "do: fly")))
	require.ErrorContains(t, err, "no wings")
	require.Equal(t, snapshot, asJSON(t, m.Snapshot()))
	require.Empty(t, r.took())
	require.NoError(t, m.Tick(10*time.Second))
	require.Equal(t, "b", m.Path())
}

func TestAReplayGoesThroughAReload(t *testing.T) {
	model := load(t, before)
	next := load(t, strings.ReplaceAll(before, "after: 10s", "after: 5s"))
	m, err := New(model, nil)
	require.NoError(t, err)
	text := traceOf(t, m, func() {
		require.NoError(t, m.Tick(0))
		_, err := m.Reload(next)
		require.NoError(t, err)
		require.NoError(t, m.Tick(6*time.Second))
	})
	require.Equal(t, "b", m.Path())
	reader, err := NewTraceReader("t", strings.NewReader(text))
	require.NoError(t, err)
	out, err := Replay(reader, model, ReplayOptions{Models: func(hash string) (*Model, error) {
		require.Equal(t, next.Hash(), hash)
		return next, nil
	}})
	require.NoError(t, err)
	require.Nil(t, out.Difference)
}

// traceOf gives the trace of what run does with a machine.
func traceOf(t *testing.T, m *Machine, run func()) string {
	t.Helper()
	var out strings.Builder
	stream := m.Stream(1 << 10)
	trace, err := NewTraceWriter(&out, m.Model(), nil)
	require.NoError(t, err)
	run()
	require.NoError(t, trace.Drain(stream))
	require.NoError(t, trace.Flush())
	return out.String()
}
