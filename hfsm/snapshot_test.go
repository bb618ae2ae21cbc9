package hfsm

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASnapshotOfAnotherMachineIsRefused(t *testing.T) {
	m := start(t, benchMachine())
	require.NoError(t, m.Tick(0))
	s := m.Snapshot()
	other := start(t, "machine: other\ninitial: a\nstates: {a: {}}\n")
	require.ErrorContains(t, other.Restore(s, 0), "no state")
	require.ErrorContains(t, m.Restore(s, 0), "runs already")
}

func asJSON(t require.TestingT, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}
