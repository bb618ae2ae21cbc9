package trace

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
)

// start returns a machine without activities.
func start(t *testing.T, src string) *hfsm.Machine {
	t.Helper()
	model, err := hfsm.Load("test.yaml", []byte(src), nil)
	require.NoError(t, err)
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	return m
}

func TestASnapshotOfAnotherMachineIsRefused(t *testing.T) {
	m := start(t, "machine: one\ninitial: a\nstates: {a: {initial: b, states: {b: {}}}}\n")
	require.NoError(t, m.Tick(0))
	s := m.Snapshot()
	other := start(t, "machine: other\ninitial: a\nstates: {a: {}}\n")
	require.ErrorContains(t, other.Restore(s, 0), "no state")
	require.ErrorContains(t, m.Restore(s, 0), "runs already")
}
