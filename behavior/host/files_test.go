package host

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// changes waits for a change, and says whether one came.
func changes(f *Files, within time.Duration) bool {
	select {
	case <-f.Changed():
		return true
	case <-time.After(within):
		return false
	}
}

func TestAFileIsWatchedHoweverItIsWritten(t *testing.T) {
	const patience, quiet = 2 * time.Minute, 50 * time.Millisecond
	dir := t.TempDir()
	file, other := filepath.Join(dir, "a.yaml"), filepath.Join(dir, "b.yaml")
	write := func(name, text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	write(file, "1")
	f, err := NewFiles()
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, f.Add(file))

	write(file, "2")
	require.True(t, changes(f, patience), "written")
	for changes(f, quiet) {
		continue // a write is more than one event
	}
	write(other, "3")
	require.False(t, changes(f, quiet), "another file")
	require.NoError(t, os.Rename(other, file))
	require.True(t, changes(f, patience), "replaced")
	for changes(f, quiet) {
		continue
	}
	require.NoError(t, f.AddDirectory(dir))
	write(filepath.Join(dir, "c.lua"), "4")
	require.True(t, changes(f, patience), "new in a watched directory")
	require.ErrorContains(t, f.Add(filepath.Join(dir, "none", "d.yaml")), "none: no such file")
}
