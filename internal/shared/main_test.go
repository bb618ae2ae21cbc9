package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPackagesAreTakenByWhatTheyShare(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":            "module example.com/m\n",
		"plain/a.go":        "package plain\n",
		"plain/a_test.go":   "package plain\n",
		"guarded/a.go":      "package guarded\n\nimport \"sync\"\n\nvar _ sync.Mutex\n",
		"guarded/a_test.go": "package guarded\n",
		"started/a.go":      "package started\n",
		"started/a_test.go": "package started_test\n\nfunc f() { go f() }\n",
		"untested/a.go":     "package untested\n\nfunc f() { go f() }\n",
	} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	for sharing, want := range map[bool][]string{
		true:  {"example.com/m/guarded", "example.com/m/started"},
		false: {"example.com/m/plain"},
	} {
		got, err := list(t.Context(), dir, sharing, []string{"./..."})
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}
