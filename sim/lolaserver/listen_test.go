package lolaserver

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnlyAStaleSocketIsRemoved(t *testing.T) {
	dir := t.TempDir()

	live := filepath.Join(dir, "live")
	server, err := Listen(Config{Path: live})
	require.NoError(t, err)
	defer server.Close()
	_, err = Listen(Config{Path: live})
	require.ErrorContains(t, err, live)
	require.ErrorContains(t, err, "already serves it")

	stale := filepath.Join(dir, "stale")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale, Net: "unix"})
	require.NoError(t, err)
	l.SetUnlinkOnClose(false)
	require.NoError(t, l.Close())
	again, err := Listen(Config{Path: stale})
	require.NoError(t, err)
	require.NoError(t, again.Close())

	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte("mine"), 0o600))
	_, err = Listen(Config{Path: file})
	require.ErrorContains(t, err, "not a socket")
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "mine", string(kept))

	_, err = Listen(Config{Path: filepath.Join(dir, strings.Repeat("long", 40))})
	require.ErrorContains(t, err, "107")
	_, err = Listen(Config{})
	require.ErrorContains(t, err, "expected a path")
}
