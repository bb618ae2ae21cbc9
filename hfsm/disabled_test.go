package hfsm

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// switchedOff is a machine in which the way to b is switched off, in each form of a transition.
const switchedOff = `
machine: m
inputs: {x: int}
initial: a
states:
  a:
    transitions:
      - {if: x > 0, to: b, disabled: true, name: off}
      - {if: nothing > 0, to: nowhere, disabled: true}
      - {if: x > 1, to: c, name: on}
      - {after: 1s, to: a, disabled: false}
  b: {}
  c: {transitions: [{event: go, to: a, disabled: true}]}
`

func TestADisabledTransitionIsNeverTaken(t *testing.T) {
	c, findings := chart.ReadYAML("m.yaml", []byte(switchedOff))
	require.Empty(t, findings)
	model, findings := Compile(c, nil)
	require.Empty(t, findings.Errors(), "what is switched off is not checked")
	m, err := New(model, nil)
	require.NoError(t, err)
	set(t, m, "x", IntValue(1))
	require.NoError(t, m.Tick(0))
	require.NoError(t, m.Tick(500*time.Millisecond))
	require.Equal(t, "a", m.Path())
	set(t, m, "x", IntValue(2))
	require.NoError(t, m.Tick(time.Second))
	require.Equal(t, "c", m.Path())
	m.Post(Event{Name: "go"})
	require.NoError(t, m.Tick(2*time.Second))
	require.Equal(t, "c", m.Path())
}

func TestADisabledTransitionCountsForTheHash(t *testing.T) {
	hash := func(off string) string {
		model, err := Load("m.yaml", []byte("machine: m\ninitial: a\nstates:\n  a: {transitions: [{after: 1s, to: b"+off+"}]}\n  b: {}\n"), nil)
		require.NoError(t, err)
		return model.Hash()
	}
	require.NotEqual(t, hash(""), hash(", disabled: true"))
	require.Equal(t, hash(""), hash(", disabled: false"))
}
