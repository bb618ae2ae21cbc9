package soccer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMachinesAndTeamsCheckWithoutAWarning(t *testing.T) {
	for _, name := range Machines() {
		m, err := LoadMachine(name, "")
		require.NoError(t, err)
		require.Empty(t, m.Warnings(), name)
	}
	require.Contains(t, Teams(), "ours")
}
