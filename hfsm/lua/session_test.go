package lua

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// vocabulary is what the tests' robot offers.
func vocabulary() *hfsm.Vocabulary {
	return &hfsm.Vocabulary{
		Inputs:    map[string]chart.Type{"ball_age": chart.Float, "count": chart.Int, "ready": chart.Bool, "mode": chart.String},
		Languages: map[string]hfsm.Language{Name: New(Options{})},
	}
}

// load reads a YAML machine with Lua in it.
func load(tb testing.TB, text string) *hfsm.Model {
	tb.Helper()
	m, err := hfsm.Load("test.yaml", []byte(text), vocabulary())
	require.NoError(tb, err)
	return m
}

// listener is a host that remembers what was logged.
type listener struct{ heard []any }

func (l *listener) Log(_ *hfsm.Machine, label string, v any) { l.heard = append(l.heard, v) }

func (l *listener) Activity(*hfsm.Machine, string, hfsm.Args) (hfsm.Activity, error) {
	return still{}, nil
}

type still struct{}

func (still) Start(time.Duration, hfsm.Entry)         {}
func (still) Step(time.Duration) (hfsm.Status, error) { return hfsm.Running, nil }
func (still) Stop(time.Duration)                      {}

func tick(tb testing.TB, m *hfsm.Machine, n int) {
	tb.Helper()
	for i := range n {
		require.NoError(tb, m.Tick(m.Since(0)+time.Duration(i)*100*time.Millisecond))
	}
}

const counting = `
machine: counting
inputs: {ball_age: float}
variables: {turns: {type: int, initial: 0, min: 0, max: 5}, who: string}
outputs: {speed: float}
initial: a
states:
  a:
    entry: [{lua: "turns = turns + 1; speed = turns / 2"}, {set: {who: {lua: '"a" .. turns'}}}]
    transitions:
      - {if: {lua: "turns < 4 and elapsed >= 0.1"}, to: a}
      - {if: turns >= 4, to: b, then: [{lua: "log(who, speed)"}]}
  b:
    entry: {lua: "turns = turns + 10"}
    transitions: [{if: ball_age > 3.0, to: a}]
`

func TestScriptsReadAndWriteTheMachine(t *testing.T) {
	l := &listener{}
	m, err := hfsm.New(load(t, counting), l)
	require.NoError(t, err)
	for i := range 6 {
		require.NoError(t, m.Tick(time.Duration(i)*100*time.Millisecond))
	}
	require.Equal(t, []any{"a4\t2"}, l.heard)
	require.Equal(t, hfsm.Failed, m.Status())
	require.EqualError(t, m.Cause(), "test.yaml:14:19: machine counting: turns = 14; expected 0 to 5")
}

func TestARegionHasABudgetOfItsOwn(t *testing.T) {
	m, err := hfsm.New(load(t, `
machine: shares
language: lua
variables: {n: int}
initial: a
states:
  a:
    regions:
      greedy: {initial: b, states: {b: {do: {lua: "for i = 1, 1e9 do end"}}}}
      innocent: {initial: c, states: {c: {do: {lua: "n = n + 1"}}}}
`), nil)
	require.NoError(t, err)
	defer m.Close()
	tick(t, m, 5)
	require.Equal(t, []string{"a/greedy", "a/innocent/c"}, m.Leaves(nil), "the greedy one alone has failed")
	slot, _ := m.Model().Slot("n")
	require.EqualValues(t, 5, m.Value(slot).Int)
}
