package experiment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A worker reads the files that come with a task, and no other file of its computer.
func TestATaskReadsNothingOfTheComputerThatMakesIt(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("root:hidden:0\n\thidden: [\n"), 0o600))
	machine := secret + ".yaml"
	require.NoError(t, os.WriteFile(machine, []byte("root: hidden\n"), 0o600))
	up := strings.Repeat("../", 12) + strings.TrimPrefix(secret, "/")
	for _, task := range []Task{
		{Run: "machine", Settings: Settings{{"machine", machine}}},
		{Run: "walk", Settings: Settings{{"world", machine}}},
		{Run: "vision", Settings: Settings{{"keep", "pictures"}}},
		{Run: "vision", Settings: Settings{{"keep", t.TempDir()}}},
		{Run: "match", Settings: Settings{{"team", "./team.yaml"}}, Files: map[string][]byte{"team": []byte("name: mine\nmachines: {body: ./" + up + "}\n")}},
		{Run: "machine", Settings: Settings{{"machine", "./m.yaml"}}, Files: map[string][]byte{"machine": []byte("machine: m\ninitial: a\nstates: {a: {call: {machine: ./" + up + "}}}\n")}},
	} {
		told := ""
		_, err := task.Do(t.Context(), func(text string) { told = text })
		require.Error(t, err)
		require.Equal(t, len(task.Files) > 0, told != "", "who runs the worker reads what is wrong in files that came")
		require.NotContains(t, err.Error(), "hidden")
		require.NotContains(t, err.Error(), "root")
	}
	require.NoFileExists(t, "pictures")
}
