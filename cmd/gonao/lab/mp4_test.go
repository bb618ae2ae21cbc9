package lab_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/lab"
)

func TestAFilmGoesThroughFfmpeg(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	frames := func(w io.Writer) error { _, err := w.Write([]byte("six bytes of pixels")); return err }
	file := filepath.Join(dir, "a.mp4")
	require.ErrorIs(t, lab.WriteMP4(t.Context(), file, 2, 1, 10, frames), lab.ErrNoEncoder)

	// A program in its place stores its arguments and its input.
	script := "#!/bin/sh\nfor last; do :; done\necho \"$@\" > " + dir + "/words\n/bin/cat > \"$last\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte(script), 0o755)) //nolint:gosec // a program
	require.NoError(t, lab.WriteMP4(t.Context(), file, 2, 1, 12.5, frames))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "six bytes of pixels", string(text))
	words, err := os.ReadFile(filepath.Join(dir, "words"))
	require.NoError(t, err)
	require.Contains(t, string(words), "-s 2x1 -r 12.5")

	require.NoError(t, os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\necho no such codec >&2\nexit 1\n"), 0o755)) //nolint:gosec // a program
	require.ErrorContains(t, lab.WriteMP4(t.Context(), file, 2, 1, 10, frames), "no such codec")
}
