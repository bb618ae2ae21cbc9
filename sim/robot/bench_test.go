package robot

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkFollowAndDance is a cycle of the whole robot: physics, the top camera drawn,
// vision, state machine, motion. ×real is simulated time by the clock on the wall,
// ×real-by-CPU by the processor time of all threads.
func BenchmarkFollowAndDance(b *testing.B) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"320x240", 320, 240}, {"640x480", 640, 480}} {
		b.Run(size.name, func(b *testing.B) {
			cfg := DefaultConfig("follow_and_dance")
			cfg.Camera.Width, cfg.Camera.Height = size.width, size.height
			r, err := New(cfg)
			require.NoError(b, err)
			defer r.Close()
			require.NoError(b, r.RunMachine(b.Context(), 0))
			start, used := r.Time(), cpuTime()
			for b.Loop() {
				require.NoError(b, r.Step())
			}
			simulated := (r.Time() - start).Seconds()
			b.ReportMetric(simulated/b.Elapsed().Seconds(), "×real")
			b.ReportMetric(simulated/(cpuTime()-used).Seconds(), "×real-by-CPU")
		})
	}
}

// cpuTime is the processor time that the process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
