package hfsm_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/graph/layout"
)

// TestMain is also the program graph_layout, which gonao starts for pictures.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "graph_layout" {
		os.Exit(layOut())
	}
	os.Exit(m.Run())
}

// layOut does what graph_layout does.
func layOut() int {
	dot, err := io.ReadAll(os.Stdin)
	if err == nil {
		var svg []byte
		if svg, err = layout.SVG(context.Background(), dot); err == nil {
			_, err = os.Stdout.Write(svg)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// withLayout puts graph_layout into a PATH of its own.
func withLayout(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Link(self, filepath.Join(dir, "graph_layout")))
	t.Setenv("PATH", dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}
