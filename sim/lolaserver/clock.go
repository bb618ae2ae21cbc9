package lolaserver

import (
	"time"

	"golang.org/x/sys/unix"
)

// Clock is the time that paces the cycles: since any moment, only moving forward.
type Clock interface {
	Now() time.Duration
	// SleepUntil returns at t, or soon after.
	SleepUntil(t time.Duration)
}

// Monotonic is the kernel's monotonic clock. It sleeps in the kernel and not in
// Go's scheduler, so that a thread with real-time priority wakes on time.
type Monotonic struct{}

// Now returns the time since boot.
func (Monotonic) Now() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
		panic(err) // every Linux has this clock
	}
	return time.Duration(ts.Nano())
}

// SleepUntil sleeps to an absolute time since boot.
func (Monotonic) SleepUntil(t time.Duration) {
	ts := unix.NsecToTimespec(int64(t))
	for {
		err := unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &ts, nil)
		if err != unix.EINTR {
			return // woken by a signal, it sleeps on
		}
	}
}
