package trace

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/internal/drawn"
)

const machine = `
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
	d := &drawn.Diary{}
	m, err := hfsm.New(load(t, machine), d)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	require.NoError(t, m.Tick(4*time.Second))
	slot, _ := m.Model().Slot("n")
	require.NoError(t, m.SetValue(slot, hfsm.IntValue(7)))
	d.Took()

	after := strings.NewReplacer("inputs: {gone: int, x: int}", "inputs: {x: int}", "f: {type: float, initial: 1.5}", "f: {type: int, initial: 3}",
		"big: {type: int, initial: 50}", "big: {type: int, initial: 5, max: 10}", "at: 1", "at: 2", "after: 10s", "after: 5s").Replace(machine)
	out, err := m.Reload(load(t, after))
	require.NoError(t, err)
	require.Equal(t, []string{"a", "a/deep"}, out.Kept)
	require.Equal(t, "2 active states go on; values removed: gone; values reset: f, big; activities restarted: states.a.states.deep.do.look", out.String())
	require.True(t, out.Moved)
	require.Equal(t, []string{"stop look", "start look 1"}, d.Took(), "walk is not touched")
	slot, _ = m.Model().Slot("n")
	require.Equal(t, hfsm.IntValue(7), m.Value(slot))
	slot, _ = m.Model().Slot("f")
	require.Equal(t, hfsm.IntValue(3), m.Value(slot))
	require.NoError(t, m.Tick(5*time.Second))
	require.Equal(t, "b", m.Path(), "the time spent counts")
}

func TestAReloadEntersTheInitialStateWhereTheActiveOneIsNoMore(t *testing.T) {
	d := &drawn.Diary{}
	m, err := hfsm.New(load(t, machine), d)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	d.Took()
	out, err := m.Reload(load(t, strings.ReplaceAll(machine, "deep", "fresh")))
	require.NoError(t, err)
	require.Equal(t, []string{"a/deep"}, out.Dropped)
	require.Equal(t, "a/fresh", m.Path())
	require.Equal(t, []string{"stop look", "start look 0"}, d.Took())
}

// refusing is a host that has no activity of one name.
type refusing struct{ drawn.Diary }

func (r *refusing) Activity(m *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	if name == "fly" {
		return nil, errors.New("no wings")
	}
	return r.Diary.Activity(m, name, args)
}

func TestAReloadThatFailsLeavesTheMachineAsItWas(t *testing.T) {
	r := &refusing{}
	m, err := hfsm.New(load(t, machine), r)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	r.Took()
	before := asJSON(t, m.Snapshot())
	_, err = m.Reload(load(t, strings.ReplaceAll(machine, "do: walk", "do: fly")))
	require.ErrorContains(t, err, "no wings")
	require.Equal(t, before, asJSON(t, m.Snapshot()))
	require.Empty(t, r.Took())
	require.NoError(t, m.Tick(10*time.Second))
	require.Equal(t, "b", m.Path())
}

func TestTransitionsKeepTheirNamesWhenTheModelIsReplaced(t *testing.T) {
	m, err := hfsm.New(load(t, "machine: m\ninitial: a\nstates: {a: {transitions: [{after: 1s, to: b}]}, b: {transitions: [{after: 1s, to: a}]}}\n"), nil)
	require.NoError(t, err)
	for now := time.Duration(0); now <= 3500*time.Millisecond; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	before := slices.Collect(m.Trace(0))
	require.Len(t, before, 4)
	_, err = m.Reload(load(t, "machine: m\ninitial: b\nstates: {b: {}}\n"))
	require.NoError(t, err)
	require.Equal(t, before, slices.Collect(m.Trace(0)))
}

// load loads a machine that must be right.
func load(t testing.TB, src string) *hfsm.Model {
	t.Helper()
	model, err := hfsm.Load("test.yaml", []byte(src), nil)
	require.NoError(t, err)
	return model
}

func asJSON(t require.TestingT, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
