package tool

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/gazebo_bridge/server"
)

// runGazebo runs `gonao gazebo` with a PATH that holds one script called ign, or none.
func runGazebo(t *testing.T, script string, args ...string) (out, errs string, started []string, err error) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	if script != "" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "ign"), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	var outText, errText bytes.Buffer
	cmd := newGazebo(cli.Terminal{Out: &outText, Errs: &errText}, func(_ string, args, _ []string) error {
		started = args
		return errors.New("became something else")
	})
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err = cmd.ExecuteContext(t.Context())
	return outText.String(), errText.String(), started, err
}

func TestGazeboCheckSaysWhatIsThere(t *testing.T) {
	out, errs, _, err := runGazebo(t, "echo 6.16.0", "check")
	require.NoError(t, err)
	require.Contains(t, out, "Gazebo 6.16.0 (fortress)")
	require.Empty(t, errs)

	_, errs, _, err = runGazebo(t, "echo 6.7.0", "check")
	require.NoError(t, err)
	require.Contains(t, errs, "older than 6.16.0")

	_, _, _, err = runGazebo(t, "", "check")
	require.ErrorIs(t, err, server.ErrNone)
}

func TestGazeboServeWritesTheWorldForTheGazeboThatIsThere(t *testing.T) {
	_, errs, started, err := runGazebo(t, "echo 8.6.0", "serve", "--world", "empty", "--blind")
	require.ErrorContains(t, err, "became something else")
	require.Contains(t, errs, "Gazebo 8.6.0 (harmonic)")
	require.Contains(t, started, "-s")
	text, err := os.ReadFile(started[len(started)-1])
	require.NoError(t, err)
	require.Contains(t, string(text), `<world name="field">`)
	require.Contains(t, string(text), "gz-sim-physics-system")
	require.NotContains(t, string(text), "ogre2")
}

func TestGazeboServeStartsNothingForABadWorldOrWithoutGazebo(t *testing.T) {
	_, _, started, err := runGazebo(t, "echo 6.16.0", "serve", "--world", "mars")
	require.ErrorContains(t, err, "want one of empty, field2010, hsl_small, spl")
	require.Nil(t, started)
	_, _, _, err = runGazebo(t, "", "serve", "--world", "mars")
	require.ErrorContains(t, err, "want one of empty, field2010, hsl_small, spl")
	_, _, started, err = runGazebo(t, "", "serve")
	require.ErrorIs(t, err, server.ErrNone)
	require.Nil(t, started)
}
