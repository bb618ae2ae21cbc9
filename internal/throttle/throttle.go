// Package throttle limits how often a loop logs that something went wrong.
//
// A loop that runs 83 times a second and fails in each cycle must not write 83 lines a
// second. It counts each failure and logs the count once a second:
//
//	var dropped throttle.Counter
//	…
//	if times, due := dropped.Count(clock.Now()); due {
//		log.Warn("frame dropped", "times", times)
//	}
//
// The time is the caller's: wall time or the node's clock. Nothing here allocates.
package throttle

import (
	"cmp"
	"sync"
	"time"
)

// defaultPeriod is the time between two reports of a Counter whose Period is 0.
const defaultPeriod = time.Second

// Counter counts occurrences and reports at most once per period that they are due to be
// logged. The zero value is ready and has a period of one second. It is safe for
// concurrent use.
type Counter struct {
	Period time.Duration // between two reports; 0 is one second; set before the first use

	mu       sync.Mutex
	times    int       // occurrences since the last report
	started  bool      // there has been a report
	reported time.Time // when the last report was due
}

// Count counts one occurrence at a time. When a report is due it returns the occurrences
// since the last report, this one included. The first report is due at once.
func (c *Counter) Count(now time.Time) (times int, due bool) {
	c.Add(1)
	return c.Due(now)
}

// Add counts occurrences without asking for a report; [Counter.Due] returns them later.
func (c *Counter) Add(times int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.times += times
}

// Due returns the occurrences since the last report when there are some and the period is
// over. A time before the last report, as after a clock that was set back, is due at once.
func (c *Counter) Due(now time.Time) (times int, due bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	period := cmp.Or(c.Period, defaultPeriod)
	since := now.Sub(c.reported)
	if c.times == 0 || c.started && since >= 0 && since < period {
		return 0, false
	}
	times = c.times
	c.times, c.started, c.reported = 0, true, now
	return times, true
}

// Reset clears the occurrences and the time of the last report.
func (c *Counter) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.times, c.started = 0, false
}
