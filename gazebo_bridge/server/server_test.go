package server_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/server"
	"gonao/nao"
)

// install makes a PATH of its own with these programs, shell scripts.
func install(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, script := range scripts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	t.Setenv("PATH", dir)
	return dir
}

func TestFindsTheGazeboThatIsInstalled(t *testing.T) {
	const fortress, harmonic = `[ "$1 $2" = "gazebo --versions" ] && echo 6.16.0`, `[ "$1 $2" = "sim --versions" ] && echo 8.6.0`
	for name, row := range map[string]struct {
		scripts map[string]string
		want    string
	}{
		"fortress":           {map[string]string{"ign": fortress}, "Gazebo 6.16.0 (fortress), $/ign gazebo"},
		"harmonic":           {map[string]string{"gz": harmonic}, "Gazebo 8.6.0 (harmonic), $/gz sim"},
		"the newer of two":   {map[string]string{"gz": harmonic, "ign": fortress}, "Gazebo 8.6.0 (harmonic), $/gz sim"},
		"classic is passed":  {map[string]string{"gz": "exit 255", "ign": fortress}, "Gazebo 6.16.0 (fortress), $/ign gazebo"},
		"the newest listed":  {map[string]string{"gz": `printf '7.8.0\n8.10.1\n8.9.2\n'`}, "Gazebo 8.10.1 (harmonic), $/gz sim"},
		"a later generation": {map[string]string{"gz": "echo 9.1.0"}, "Gazebo 9.1.0 (harmonic), $/gz sim"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := install(t, row.scripts)
			s, err := server.Find(t.Context())
			require.NoError(t, err)
			require.Equal(t, row.want, strings.Replace(s.String(), dir, "$", 1))
			require.Empty(t, s.Warning())
		})
	}
}

func TestSaysWhatToInstallWhenThereIsNone(t *testing.T) {
	for name, scripts := range map[string]map[string]string{
		"nothing":             {},
		"a tool alone":        {"ign": "echo 'Invalid arguments'; exit 1", "gz": "echo no versions"},
		"a number too large":  {"gz": "echo 99999999999999999999.0.0"},
		"a tool that says so": {"gz": "echo 8.0.0; exit 1"},
	} {
		t.Run(name, func(t *testing.T) {
			install(t, scripts)
			_, err := server.Find(t.Context())
			require.ErrorIs(t, err, server.ErrNone)
			require.ErrorContains(t, err, "gz-harmonic")
			require.ErrorContains(t, err, "simulator:=mujoco")
		})
	}
}

func TestWarnsOfAFortressWhoseJointsCreep(t *testing.T) {
	install(t, map[string]string{"ign": "echo 6.7.0"})
	s, err := server.Find(t.Context())
	require.NoError(t, err)
	require.Equal(t, nao.Fortress, s.Generation)
	require.Contains(t, s.Warning(), "6.16.0")
	require.Equal(t, []string{s.Program, "gazebo", "-r", "-v", "2", "-s", "w.sdf"}, s.Command("w.sdf", false))
	require.NotContains(t, s.Command("w.sdf", true), "-s")
}
