package naodriver

import (
	"time"

	"gonao/body/health"
	"gonao/body/safety"
	"gonao/nao"
	"gonao/nao/lola"
)

// Stats tells how well the cycle is kept, over the run so far.
type Stats struct {
	Connected   bool
	Connections uint64
	Cycles      uint64 // sensor frames handed out
	Skipped     uint64 // sensor frames passed over because the driver was late
	Missed      uint64 // frames without an answer in time, since the first command
	Rejected    uint64 // commands with a number that is not finite
	Mode        safety.Mode
	Refusal     safety.Refusal // why the robot is let down and nobody obeyed
	Health      health.Report
	Stream      lola.ReaderStats
	Latency     Latency // from the frame's arrival to its answer's

	last   time.Time     // when the last frame was handed out; zero on a new connection
	span   time.Duration // between frames handed out on one connection
	spaces uint64        // how many times that was
}

// Connect takes note that the robot was found or lost.
func (s *Stats) Connect(found bool) {
	s.Connected = found
	if found {
		s.Connections++
		s.last = time.Time{}
	}
}

// Count takes note of a state handed out at a time, and of whether a command answered it,
// after how long, or was expected to.
func (s *Stats) Count(arrived time.Time, took time.Duration, answered, expected bool) {
	if !s.last.IsZero() {
		s.span += arrived.Sub(s.last)
		s.spaces++
	}
	s.Cycles++
	s.last = arrived
	switch {
	case answered:
		s.Latency.add(took)
	case expected:
		s.Missed++
	}
}

// Rate gives the frames handed out per second of wall time, while connected.
func (s *Stats) Rate() float64 {
	if s.span <= 0 {
		return 0
	}
	return float64(s.spaces) / s.span.Seconds()
}

// Stats gives the statistics so far.
func (d *Driver) Stats() Stats {
	d.mu.Lock()
	defer d.mu.Unlock()
	stats := d.stats
	stats.Stream = d.reader.Stats() // of this moment: behind garbage no frame may come
	return stats
}

// State gives the state of the last cycle; its Cycle is 0 before the first.
func (d *Driver) State() nao.State {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.snapshot
}

// RobotConfig tells which robot was met last: id and version of the body, then of the
// head; empty before the first.
func (d *Driver) RobotConfig() [4]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.robot
}

func (d *Driver) connected(yes bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats.Connect(yes)
}

func (d *Driver) skipped() {
	d.state.Cycle++
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats.Skipped++
	if d.commanded {
		d.stats.Missed++
	}
}

func (d *Driver) count(arrived time.Time, took time.Duration, answered, expected bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats.Count(arrived, took, answered, expected)
	d.stats.Mode, d.stats.Rejected, d.stats.Refusal = d.guard.Mode(), d.guard.Rejected(), d.guard.Refusal()
	d.stats.Health = d.health.Report()
	d.snapshot, d.robot = d.state, d.sensors.RobotConfig
}

// Latency is a histogram of times up to 20 ms, in steps of 20 µs.
type Latency struct {
	bins  [1000]uint32
	count uint64
	max   time.Duration
}

const latencyStep = 20 * time.Microsecond

func (l *Latency) add(t time.Duration) {
	i := min(max(int(t/latencyStep), 0), len(l.bins)-1)
	l.bins[i]++
	l.count++
	l.max = max(l.max, t)
}

// Max gives the longest time.
func (l *Latency) Max() time.Duration { return l.max }

// Quantile gives the time that a share q of all times does not exceed, to 20 µs
// upwards; 0 when there are none.
func (l *Latency) Quantile(q float64) time.Duration {
	if l.count == 0 {
		return 0
	}
	left := q * float64(l.count)
	for i, n := range l.bins {
		left -= float64(n)
		if left <= 0 && n > 0 {
			return min(time.Duration(i+1)*latencyStep, l.max)
		}
	}
	return l.max
}
