package vision

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
	"gonao/ros"
)

func TestImagesThatAreOfNoUseAreOnDiagnostics(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Field = "spl"
	onBusWith(t, cfg, func(t *testing.T, b *bench) {
		reports, err := ros.Subscribe[diagnosticmsgs.DiagnosticArray](b.tester, "/diagnostics", ros.Depth(1))
		require.NoError(t, err)
		// next returns the status of the images of the second that begins now.
		next := func(images func()) diagnosticmsgs.DiagnosticStatus {
			time.Sleep(time.Second)
			synctest.Wait()
			for len(reports.C()) > 0 {
				<-reports.C()
			}
			images()
			time.Sleep(time.Second)
			synctest.Wait()
			m := <-reports.C()
			require.Len(t, m.Status, 1)
			require.Equal(t, "/nao1/vision: images", m.Status[0].Name)
			return m.Status[0]
		}
		s := next(func() {})
		require.Equal(t, diagnosticmsgs.DiagnosticStatusStale, s.Level)
		require.Equal(t, "no images", s.Message)

		b.info(t)
		s = next(func() { b.paint(t, time.Second, b.posture(t, time.Second, 0), 1.5) })
		require.Equal(t, diagnosticmsgs.DiagnosticStatusOk, s.Level)
		require.Equal(t, "1", s.Values[0].Value)

		s = next(func() {
			p := b.posture(t, 2*time.Second, 0)
			m, _ := picture(t, 2*time.Second, p, 1.5)
			m.Data = m.Data[:len(m.Data)/2] // half a frame
			require.NoError(t, b.images.Publish(m))
			b.paint(t, 2*time.Second, b.posture(t, 2*time.Second, 3), 1.5) // the robot lies on its side
		})
		require.Equal(t, diagnosticmsgs.DiagnosticStatusWarn, s.Level)
		require.Contains(t, s.Message, "images without use: ")
		require.NotEqual(t, "0", s.Values[1].Value)
	})
}

func TestImagesBeforeTheFirstStateAreNoWarning(t *testing.T) {
	begin := time.Unix(100, 0)
	d := &detector{}
	require.Equal(t, slog.LevelInfo, d.unplacedLevel(begin))
	require.Equal(t, slog.LevelInfo, d.unplacedLevel(begin.Add(5*time.Second)))
	require.Equal(t, slog.LevelWarn, d.unplacedLevel(begin.Add(11*time.Second)), "no state comes")
	d = &detector{placed: true}
	require.Equal(t, slog.LevelWarn, d.unplacedLevel(begin), "states came before")
}
