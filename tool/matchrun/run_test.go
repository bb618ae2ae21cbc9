package matchrun

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/tool/cli"
)

// run runs the program with a command line and returns what it printed.
func run(t *testing.T, words ...string) (out, errs string, err error) {
	t.Helper()
	var printed, failed bytes.Buffer
	cmd := New(cli.Terminal{In: strings.NewReader(""), Out: &printed, Errs: &failed})
	cmd.SetArgs(words)
	err = cmd.ExecuteContext(t.Context())
	return printed.String(), failed.String(), err
}

func TestWhereReportsCannotBeWrittenNoMatchIsPlayed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, more := range [][]string{nil, {"--seeds", "1"}} {
		out, _, err := run(t, append([]string{"--players", "1", "--half", "5s", "--out", filepath.Join(file, "report")}, more...)...)
		require.ErrorContains(t, err, "--out: mkdir "+file)
		require.Empty(t, out)
	}
}

// Who reads score, calls and report knows the teams by the options --red and --blue.
func TestAMatchIsToldInTheColoursOfTheTeams(t *testing.T) {
	dir := t.TempDir()
	out, _, err := run(t, "--red", "voronoi", "--blue", "clumsy", "--players", "2", "--half", "40s", "--out", dir, "--film", "calls")
	require.NoError(t, err)
	report, err := os.ReadFile(filepath.Join(dir, "report.md"))
	require.NoError(t, err)
	require.Contains(t, out, "voronoi ")
	require.Contains(t, out, "penalize ", "the clumsy team is penalised")
	for what, text := range map[string]string{"the terminal": out, "the report": string(report)} {
		require.Regexp(t, `penalize [a-z ]+ blue [12]`, text, what)
		require.NotRegexp(t, `\b(home|away)\b`, text, what)
	}
}
