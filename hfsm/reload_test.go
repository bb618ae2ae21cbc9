package hfsm

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

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
