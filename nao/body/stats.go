package body

import (
	"time"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// Stats holds how well the cycle is kept, over the run so far.
type Stats struct {
	Connected   bool
	Connections uint64
	Cycles      uint64 // states handed out
	Skipped     uint64 // states passed over because the driver was late
	Missed      uint64 // states without an answer in time, since the first command
	Rejected    uint64 // commands with NaN or Inf
	Mode        safety.Mode
	Refusal     safety.Refusal // why the robot is let down and commands are refused
	Health      HealthReport
	Stream      Stream
	Latency     Latency // from a state's arrival to its answer

	last   time.Time     // when the last state was handed out; zero on a new connection
	span   time.Duration // sum of the times between states on one connection
	spaces uint64        // number of these times
}

// Stream counts what came over a connection that carries frames one after the other.
type Stream struct {
	Frames       uint64 // frames read
	Rejected     uint64 // frames of a wrong length or with a number that is not finite
	GarbageBytes uint64 // bytes between frames
	Resyncs      uint64 // times the beginning of a frame had to be searched
}

// Rate returns the states handed out per second of wall time while connected, 0 before there
// are two.
func (s *Stats) Rate() float64 {
	if s.span <= 0 {
		return 0
	}
	return float64(s.spaces) / s.span.Seconds()
}

// connect counts a robot that was found, or notes that it was lost.
func (s *Stats) connect(found bool) {
	s.Connected = found
	if found {
		s.Connections++
		s.last = time.Time{}
	}
}

// count counts a state that was handed out at a time, and whether a command answered it, after
// how long, or was expected to.
func (s *Stats) count(arrived time.Time, took time.Duration, answered, expected bool) {
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

// Stats returns the statistics so far.
func (l *Loop) Stats() Stats {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stats
}

// State returns the state of the last cycle; its Cycle is 0 before the first.
func (l *Loop) State() nao.State {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.snapshot
}

func (l *Loop) countConnection(found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.connect(found)
}

func (l *Loop) countPassed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.Skipped++
	if l.commanded {
		l.stats.Missed++
	}
}

func (l *Loop) countCycle(arrived time.Time, took time.Duration, answered, expected bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.count(arrived, took, answered, expected)
	l.stats.Mode, l.stats.Rejected, l.stats.Refusal = l.guard.Mode(), l.guard.Rejected(), l.guard.Refusal()
	l.stats.Health = l.health.Report()
	l.snapshot = l.state
}
