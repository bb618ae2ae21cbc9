package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheLinksAreThePrograms(t *testing.T) {
	dir := t.TempDir()
	for _, several := range []string{"nodes", "lab"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, several), nil, 0o755))
	}
	out, err := exec.CommandContext(t.Context(), "../../internal/scripts/links.sh", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	linked := map[string][]string{}
	for _, e := range entries {
		if to, err := os.Readlink(filepath.Join(dir, e.Name())); err == nil {
			linked[to] = append(linked[to], e.Name())
		}
	}
	require.Equal(t, slices.Sorted(maps.Keys(programs)), linked["nodes"])
	require.Equal(t, "demo match match_player motion_lab simulator", strings.Join(linked["lab"], " "))
}
