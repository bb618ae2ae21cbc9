package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A program prints its errors; whoever started it returns its exit code and does not print a second line.
func TestAProgramPrintsItsErrorsItself(t *testing.T) {
	dir := t.TempDir()
	for name, script := range map[string]string{"wrong": "echo wrong: no >&2; exit 2", "killed": "kill -9 $$", "right": "true"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755)) //nolint:gosec // it is executed
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	run := func(name string) (code int, printed string) {
		var out bytes.Buffer
		err := RunProgram(t.Context(), Terminal{In: strings.NewReader(""), Out: &out, Errs: &out}, name, "nothing", nil)
		return report(&out, "gonao", err), out.String()
	}
	code, printed := run("wrong")
	require.Equal(t, ExitUsage, code)
	require.Equal(t, "wrong: no\n", printed)
	code, printed = run("killed")
	require.Equal(t, ExitFailed, code)
	require.Equal(t, "gonao: killed ended with signal: killed\n", printed)
	code, printed = run("right")
	require.Zero(t, code)
	require.Empty(t, printed)
}

func TestOutputsAreCheckedAndLeftAsTheyAre(t *testing.T) {
	dir := t.TempDir()
	there, missing := filepath.Join(dir, "there"), filepath.Join(dir, "missing")
	require.NoError(t, os.WriteFile(there, []byte("kept"), 0o600))
	require.NoError(t, CheckOutputs(there, "", missing, os.DevNull))
	text, err := os.ReadFile(there)
	require.NoError(t, err)
	require.Equal(t, "kept", string(text))
	require.NoFileExists(t, missing)
	require.ErrorContains(t, CheckOutputs(there, filepath.Join(dir, "none", "x")), filepath.Join("none", "x"))
	require.ErrorContains(t, CheckOutputs(dir), "is a directory")
}
