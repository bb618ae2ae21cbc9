package camera

import (
	"time"

	"golang.org/x/sys/unix"
)

// MeanDrawing returns the mean wall time of drawing and converting an image.
func (t *Thread) MeanDrawing() time.Duration {
	n := t.drawn.Load()
	if n == 0 {
		return 0
	}
	return time.Duration(t.spent.Load() / int64(n))
}

// monotonic returns the kernel's time since boot: drawing is measured in wall time,
// whatever the simulation's time is.
func monotonic() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
