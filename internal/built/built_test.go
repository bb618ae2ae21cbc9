package built

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAProgramThatStaysAsItWasKeepsItsTime(t *testing.T) {
	root, dir := t.TempDir(), filepath.Join(t.TempDir(), "bin")
	write := func(name, text string) {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
	}
	write("go.mod", "module m\n")
	write("internal/scripts/links.sh", "#!/bin/sh\n[ $# -gt 0 ] || echo node nodes\n[ $# = 0 ] || ln -sf nodes \"$1/node\"\n")
	write("cmd/nodes/main.go", "package main\n\nfunc main() {}\n")
	write("cmd/same/main.go", "package main\n\nfunc main() {}\n")
	write("cmd/other/main.go", "package main\n\nfunc main() {}\n")
	write("examples/third/main.go", "package main\n\nfunc main() {}\n")
	require.NoError(t, Build(t.Context(), root, dir))
	past := time.Unix(1e9, 0)
	for _, name := range []string{"same", "other", "third"} {
		require.NoError(t, os.Chtimes(filepath.Join(dir, name), past, past))
	}
	write("cmd/other/main.go", "package main\n\nfunc main() { println() }\n")
	require.NoError(t, Build(t.Context(), root, dir))
	at := func(name string) time.Time {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		return info.ModTime()
	}
	require.True(t, past.Equal(at("same")))
	require.False(t, past.Equal(at("other")))
	require.NoError(t, exec.CommandContext(t.Context(), filepath.Join(dir, "node")).Run())
	write("cmd/other/main.go", "package main\n\nfunc main() { nothing() }\n")
	require.ErrorContains(t, Build(t.Context(), root, dir), "undefined: nothing")
}
