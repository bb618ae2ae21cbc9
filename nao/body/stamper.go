package body

import (
	"slices"
	"time"

	"gonao/nao"
)

// Stamper computes the simulated time of a simulation's frames.
//
// LoLA has no time stamps, and /clock comes over another connection: when a frame is read, its /clock may or may not have
// arrived, so the clock is right or one cycle old. But frames are 12 ms apart exactly. So Observe reads the clock later
// in each cycle, when the /clock of this cycle has surely arrived and the next one surely has not, and Stamp counts on
// from there. The median of five observations tolerates one that came too late. The zero value is ready.
type Stamper struct {
	bases [5]time.Duration // time of cycle 0 by the last observations
	count int              // observations so far
}

// jump is a difference that is too large to be lateness: the simulation was set back, or it
// stood still while frames came.
const jump = 100 * time.Millisecond

// Observe records the time that was read in the course of a cycle, some milliseconds after its
// frame.
func (s *Stamper) Observe(cycle uint64, now time.Duration) {
	base := now - time.Duration(cycle)*nao.CyclePeriod
	if s.count > 0 {
		if d := base - s.bases[(s.count-1)%len(s.bases)]; d > jump || d < -jump {
			s.count = 0
		}
	}
	s.bases[s.count%len(s.bases)] = base
	s.count++
}

// Stamp returns the time of a cycle's frame. It returns now, the time at the frame's arrival,
// before the first observation and after the simulation was set back.
func (s *Stamper) Stamp(cycle uint64, now time.Duration) time.Duration {
	if s.count == 0 {
		return now
	}
	bases := s.bases
	n := min(s.count, len(bases))
	slices.Sort(bases[:n])
	stamp := bases[(n-1)/2] + time.Duration(cycle)*nao.CyclePeriod
	if d := stamp - now; d > jump || d < -jump {
		return now
	}
	return stamp
}
