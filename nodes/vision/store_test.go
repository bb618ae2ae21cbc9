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

func TestImagesAreStoredWhenABallIsSeenAndLost(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Field = "spl"
	cfg.Store.Events, cfg.Store.Directory = []string{"ball"}, filepath.Join(t.TempDir(), "moments")
	onBusWith(t, cfg, func(t *testing.T, b *bench) {
		b.info(t)
		for i := range 20 { // every 100 ms; the ball is there in the first five images
			at := time.Second + time.Duration(i)*100*time.Millisecond
			p := b.posture(t, at, 0)
			m, v := picture(t, at, p, 1.5)
			if i < 5 {
				paintBall(t, &m, &v, 0.9, 0.1, 0.05)
			}
			require.NoError(t, b.images.Publish(m))
			synctest.Wait()
		}
		files, err := os.ReadDir(cfg.Store.Directory)
		require.NoError(t, err)
		var names []string
		for _, f := range files {
			names = append(names, f.Name())
		}
		require.Equal(t, []string{"top_19700101T000001.200000_ball_seen.png", "top_19700101T000002.400000_ball_lost.png"}, names)
	})
}

func TestWhatCannotBeStoredIsRefused(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Store.Events = []string{"ball"}
	require.ErrorContains(t, cfg.Validate(), "without a field")
	cfg.Field, cfg.Store.Events = "spl", []string{"moon"}
	require.ErrorContains(t, cfg.Validate(), "expected ball, goal, line or robot")
}
