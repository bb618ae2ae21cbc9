package vision

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheOldestImagesGiveWay(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"top_20260102T150405.000002_ball_seen.png", "bottom_20260102T150405.000001.png", "top_20260102T150405.000003_line_lost.y4m",
		"notes.txt", "top_holiday.png",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), make([]byte, 100), 0o644))
	}
	require.NoError(t, limit(dir, 250))
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	require.Equal(t, []string{"notes.txt", "top_20260102T150405.000002_ball_seen.png", "top_20260102T150405.000003_line_lost.y4m", "top_holiday.png"}, left)
	require.NoError(t, limit(filepath.Join(dir, "none"), 1), "nothing was stored yet")
}
