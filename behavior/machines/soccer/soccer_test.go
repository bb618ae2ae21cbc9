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

// Names of the table that the soccer machines had load with a warning that names file and line.
func TestOldNamesLoadWithAWarning(t *testing.T) {
	const old = `machine: body
inputs: {mode: string, ball_known: bool, our_ball: bool}
initial: stand
states:
  stand: {do: {go_to_place: {}}, transitions: [{if: "mode == 'playing' and our_ball and ball_known", to: block}]}
  block: {do: {block_ball: {}}}
`
	model, err := Load("./old.yaml", nil, func(string) (string, []byte, error) { return "old.yaml", []byte(old), nil })
	require.NoError(t, err)
	var lines []string
	for _, w := range model.Warnings() {
		lines = append(lines, w.String())
	}
	require.Equal(t, []string{
		"old.yaml:2:10: warning: inputs.mode: mode: old name; expected mode: {machine: game}, which it is read as for one release",
	}, lines[:1])
	for _, name := range []string{"mode", "game_ball_known", "may_play"} {
		_, ok := model.Input(name)
		require.True(t, ok, name)
	}
}

func TestAnOldNameBesideANewOneIsAnError(t *testing.T) {
	for _, c := range []struct{ old, want string }{
		{"machine: m\ninputs: {our_ball: bool, may_play: bool}\n", "m.yaml:2:26: inputs.may_play: may_play beside our_ball, which is an old name"},
		{"machine: m\ninputs: {mode: string}\nstates:\n  a: {do: {save: {kind: block}}}\n", "m.yaml:4:12: states.a.do.save: save beside mode, which is an old name"},
		{"machine: m\ninputs: {game_ball_x: float}\nstates:\n  a: {do: {block_ball: {}}}\n", "m.yaml:2:10: inputs.game_ball_x: game_ball_x beside block_ball, which is an old name"},
	} {
		_, err := Load("./m.yaml", nil, func(string) (string, []byte, error) { return "m.yaml", []byte(c.old), nil })
		require.ErrorContains(t, err, c.want)
	}
}
