package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEachCommandHasAPageThatIsTheSameEachTime(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	require.NoError(t, write("0.1.0", "2026-11-23", []string{first}))
	require.NoError(t, write("0.1.0", "2026-11-23", []string{second}))
	for _, name := range []string{
		"man/man1/gonao.1", "man/man1/gonao-topic-echo.1", "bash-completion/completions/gonao", "zsh/site-functions/_gonao", "fish/vendor_completions.d/gonao.fish",
	} {
		text, err := os.ReadFile(filepath.Join(first, name))
		require.NoError(t, err)
		again, err := os.ReadFile(filepath.Join(second, name))
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
		require.NotEmpty(t, text)
	}
	page, err := os.ReadFile(filepath.Join(first, "man/man1/gonao-topic-echo.1"))
	require.NoError(t, err)
	require.Contains(t, string(page), `"Nov 2026" "gonao 0.1.0"`)
}

func TestWhatIsMissingOnTheCommandLineIsSaid(t *testing.T) {
	require.ErrorContains(t, write("", "2026-11-23", []string{t.TempDir()}), "-version")
	require.ErrorContains(t, write("0.1.0", "today", []string{t.TempDir()}), `"today"`)
	require.Error(t, write("0.1.0", "2026-11-23", nil))
}
