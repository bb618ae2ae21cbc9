package soccer

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/scenario"
)

func TestMachinesAndTeamsCheckWithoutAWarning(t *testing.T) {
	for _, name := range Machines() {
		m, err := LoadMachine(name, "")
		require.NoError(t, err)
		require.Empty(t, m.Warnings(), name)
	}
	require.Contains(t, Teams(), "ours")
}

// Every transition of every machine is taken by a scenario.
func TestScenariosTakeEveryTransition(t *testing.T) {
	var covered scenario.Coverage
	for _, name := range Machines() {
		model, err := LoadMachine(name, "")
		require.NoError(t, err)
		file := filepath.Join("..", "..", "scenarios", "soccer_"+name+"_test.yaml")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all, findings := scenario.Read(file, text)
		require.Empty(t, findings)
		for _, s := range all {
			r, err := s.Run(model, scenario.Options{})
			require.NoError(t, err, s.Name)
			require.Empty(t, r.Faults, s.Name)
			covered.Add(model, r.Transitions)
		}
	}
	for _, m := range covered.Machines() {
		require.Positive(t, m.Edges)
		require.Empty(t, m.Missing, m.Machine)
	}
}

func TestWhatIsMissingIsNamed(t *testing.T) {
	_, err := ReadTeam("nobody")
	require.EqualError(t, err, `team "nobody": no such team; want one of clumsy, luar, luar_unrepaired, ours, voronoi, or the path of a .yaml file`)
	_, err = LoadMachine("nothing", "")
	require.ErrorContains(t, err, `machine "nothing"`)
}
