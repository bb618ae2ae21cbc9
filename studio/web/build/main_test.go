package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the page may weigh, in bytes compressed.
const (
	maxFirst = 130_000
	maxAll   = 760_000
	maxChunk = 160_000 // of what is loaded later
)

// page returns the directory of the page, and skips the test where npm has not installed its packages.
func page(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		t.Skip("studio/web has no node_modules: make page installs them, where there is npm (internal/scripts/deps.sh --npm)")
	}
	return dir
}

func TestThePageIsSmall(t *testing.T) {
	dir := page(t)
	sizes, err := bundle(dir)
	require.NoError(t, err)
	t.Logf("first load %d bytes, everything %d bytes", sizes.sizes.First, sizes.sizes.All)
	require.Less(t, sizes.sizes.First, maxFirst)
	require.Less(t, sizes.sizes.All, maxAll)
	first := 0
	for _, f := range sizes.sizes.Files {
		if f.First {
			first++
		} else {
			require.Less(t, f.Bytes, maxChunk, f.Path)
		}
	}
	require.LessOrEqual(t, first, 4, "requests of the first load")
}

func TestTypesAreRight(t *testing.T) {
	dir := page(t)
	tsc := exec.Command(filepath.Join(dir, "node_modules/.bin/tsc"), "-p", dir)
	out, err := tsc.CombinedOutput()
	require.NoError(t, err, string(out))
}

func TestTheTypeScriptTestsPass(t *testing.T) {
	dir := page(t)
	out := t.TempDir()
	files, err := bundleTests(dir, out)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	node := exec.Command("node", append([]string{"--test"}, files...)...)
	text, err := node.CombinedOutput()
	require.NoError(t, err, string(text))
}

func TestTheLockNamesNoRegistry(t *testing.T) {
	lock, err := os.ReadFile("../package-lock.json")
	require.NoError(t, err)
	require.NotContains(t, string(lock), `"resolved"`)
	require.NotContains(t, string(lock), "http://")
}
