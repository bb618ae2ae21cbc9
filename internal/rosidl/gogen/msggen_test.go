package gogen

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesComeFromTheDirectoryAndItsModule(t *testing.T) {
	dir := t.TempDir()
	words := filepath.Join(dir, "kick_msgs")
	put := func(name, text string) {
		t.Helper()
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	generate := func() error { return write(words, "", dirName, nil) }
	require.ErrorContains(t, generate(), "no such file or directory")

	put("kick_msgs/msg/Foot.msg", "bool left\n")
	put("kick_msgs/msg/Kick.msg", "std_msgs/Header header\nFoot foot\n")
	require.ErrorContains(t, generate(), "no go.mod in it or above it; go mod init writes one")

	put("go.mod", "module example.com/kicker\n\ngo 1.26\n")
	require.ErrorContains(t, generate(), "expected in go.mod: require gonao v0.0.0")

	clone, err := filepath.Abs("../../..")
	require.NoError(t, err)
	put("go.mod", "module example.com/kicker\n\ngo 1.26\n\nrequire gonao v0.0.0\n\nreplace gonao => "+clone+"\n")
	require.NoError(t, generate())
	kick, err := os.ReadFile(filepath.Join(words, "kick_gen.go"))
	require.NoError(t, err)
	require.Contains(t, string(kick), "package kickmsgs\n")
	require.Contains(t, string(kick), `"gonao/msgs/std_msgs"`)
	require.Contains(t, string(kick), `"kick_msgs/msg/Kick"`)
	registry, err := os.ReadFile(filepath.Join(words, "registry", "kick_msgs_gen.go"))
	require.NoError(t, err)
	require.Contains(t, string(registry), `"example.com/kicker/kick_msgs"`)
}
