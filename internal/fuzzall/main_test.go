package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// module writes a module with two targets. One of them fails as soon as it is fuzzed, because only its seed is right.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/fuzzed\n",
		"right/a_test.go": `package right

import "testing"

func FuzzRight(f *testing.F) { f.Add(1); f.Fuzz(func(*testing.T, int) {}) }
`,
		"wrong/a_test.go": `package wrong_test

import "testing"

func FuzzWrong(f *testing.F) {
	f.Add(true)
	f.Fuzz(func(t *testing.T, seed bool) {
		if !seed {
			t.Error("not the seed")
		}
	})
}
`,
	} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return dir
}

func TestEveryTargetIsFuzzed(t *testing.T) {
	dir := module(t)
	const each = "200x"
	done := filepath.Join(t.TempDir(), "done")
	var out bytes.Buffer
	require.ErrorContains(t, run(t.Context(), &out, dir, each, done, nil), "1 of 2 targets failed")
	require.Regexp(t, `(?s)ok    example\.com/fuzzed/right FuzzRight: .*execs: [1-9].*FAIL  example\.com/fuzzed/wrong FuzzWrong\n.*not the seed`, out.String())
	out.Reset()
	require.NoError(t, run(t.Context(), &out, dir, each, done, []string{"./right"}))
	require.Regexp(t, `^done  example\.com/fuzzed/right FuzzRight: .*execs: [1-9].*\n$`, out.String(), "the target has passed before")
	require.ErrorContains(t, run(t.Context(), &out, dir, each, done, []string{"./wrong"}), "1 of 1 targets failed", "the failed target is run again")
	require.ErrorContains(t, run(t.Context(), &out, dir, each, "", []string{"."}), "go list")
}
