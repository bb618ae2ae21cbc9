package launcher

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// workshop is a directory with an installed package "demo" that has the program "talker",
// and a loader that sees nothing else.
type workshop struct {
	t      *testing.T
	dir    string
	loader Loader
}

func newWorkshop(t *testing.T) *workshop {
	w := &workshop{t: t, dir: t.TempDir()}
	w.write("install/share/ament_index/resource_index/packages/demo", "")
	w.program("install/lib/demo/talker", "#!/bin/sh\nexit 0\n")
	w.loader = Loader{Env: []string{
		"AMENT_PREFIX_PATH=" + filepath.Join(w.dir, "install"),
		"PATH=/usr/bin:/bin", "USER=nao",
	}}
	return w
}

// write writes a file below the workshop's directory and returns its path.
func (w *workshop) write(name, text string) string {
	path := filepath.Join(w.dir, name)
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(w.t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// program writes an executable file.
func (w *workshop) program(name, text string) string {
	path := w.write(name, text)
	require.NoError(w.t, os.Chmod(path, 0o755))
	return path
}

// load loads a launch file with the given text, without its first newline.
func (w *workshop) load(text string, args ...string) (*Plan, error) {
	path := w.write("test.launch.yaml", strings.TrimPrefix(text, "\n"))
	return w.loader.Load(path, args)
}

// mustLoad is load for files that are right.
func (w *workshop) mustLoad(text string, args ...string) *Plan {
	plan, err := w.load(text, args...)
	require.NoError(w.t, err)
	return plan
}

// logs returns the messages of a plan, which tests use to see what a text comes to.
func logs(plan *Plan) []string {
	var out []string
	for _, s := range plan.Steps {
		if s.Log != "" {
			out = append(out, s.Log)
		}
	}
	return out
}
