package naodriver

import (
	"slices"
	"time"

	"gonao/nao"
)

// Stamper gives the frames of a simulation their simulated time.
//
// LoLA has no clock, and /clock comes over another way: for a frame just read it
// may or may not have arrived, so that the time of the moment is right or one
// cycle old. But frames are 12 ms apart exactly. So the clock is looked at later
// in each cycle (Observe), when it surely has arrived and the next one surely has
// not, and the frame's time is counted on from there. The median of five looks
// forgives one that came too late. The zero value is ready.
type Stamper struct {
	bases [5]time.Duration // time of cycle 0 by the last looks
	count int
}

// jump is a difference that is no lateness any more: the simulation was set back,
// or it stood still while frames came.
const jump = 100 * time.Millisecond

// Observe takes the time that was seen in the course of a cycle, some
// milliseconds after its frame.
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

// Stamp gives the time of a cycle's frame; now is the time at its arrival, for
// the first cycles and for a simulation that was set back.
func (s *Stamper) Stamp(cycle uint64, now time.Duration) time.Duration {
	if s.count == 0 {
		return now
	}
	looks := s.bases
	n := min(s.count, len(looks))
	slices.Sort(looks[:n])
	stamp := looks[(n-1)/2] + time.Duration(cycle)*nao.CyclePeriod
	if d := stamp - now; d > jump || d < -jump {
		return now
	}
	return stamp
}
