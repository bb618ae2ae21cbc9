package vision

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAnImageIsStoredWhenALineBeginsToBeSeen(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Field = "spl"
	cfg.Store.Events, cfg.Store.Directory = []string{"line", "ball"}, filepath.Join(t.TempDir(), "moments")
	onBusWith(t, cfg, func(t *testing.T, b *bench) {
		b.info(t)
		for i := range 6 {
			at := time.Second + time.Duration(i)*33*time.Millisecond
			b.paint(t, at, b.posture(t, at, 0), 1.5)
		}
		synctest.Wait()
		files, err := os.ReadDir(cfg.Store.Directory)
		require.NoError(t, err)
		require.Len(t, files, 1)
		require.Regexp(t, `^top_19700101T000001\.066000_line_seen\.png$`, files[0].Name(), "the third image in a row with a line")
	})
}

func TestWhatCannotBeStoredIsRefused(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Store.Events = []string{"ball"}
	require.ErrorContains(t, cfg.Validate(), "without a field")
	cfg.Field, cfg.Store.Events = "spl", []string{"moon"}
	require.ErrorContains(t, cfg.Validate(), "expected ball, goal, line or robot")
}
