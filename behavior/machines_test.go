package behavior

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

func TestTheMachinesOfTheRobotHaveNoWarnings(t *testing.T) {
	names := slices.Concat(Machines(), Skills(), Agents())
	require.NotEmpty(t, names)
	for _, name := range names {
		cfg := defaults()
		loader := Loader{Config: &cfg}
		_, findings, err := loader.Check(name)
		require.NoError(t, err, name)
		for _, f := range findings { // a skill without defaults is an error, as it cannot run by itself
			require.NotEqual(t, chart.Warning, f.Severity, f.String())
			require.True(t, f.Severity == chart.Note || !slices.Contains(Machines(), name), f.String())
		}
	}
}
