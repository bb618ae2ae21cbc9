package body

import (
	"math"
	"sync/atomic"

	"gonao/nao"
)

// sonarSettles is the number of cycles that a transmitter must have been on until the distance is a new one: slightly
// more than the 0.1 s of a measurement.
const sonarSettles = 9

// Sonars holds which transmitters are wanted and for how long they have been on. The zero value
// wants both. It belongs to one goroutine except for Transmit.
type Sonars struct {
	off [nao.NumSonars]atomic.Bool
	on  [nao.NumSonars]int // cycles in which the transmitter was commanded to be on
}

// Transmit switches the transmitters. It may be called from any goroutine.
func (s *Sonars) Transmit(left, right bool) {
	s.off[nao.LeftSonar].Store(!left)
	s.off[nao.RightSonar].Store(!right)
}

// Restart resets the state for another connection: no transmitter is on.
func (s *Sonars) Restart() { s.on = [nao.NumSonars]int{} }

// Hide sets a distance to NaN if it may be older than the time its transmitter has been on.
func (s *Sonars) Hide(state *nao.State) {
	for i, cycles := range s.on {
		if cycles < sonarSettles {
			state.Sonar[i] = math.NaN()
		}
	}
}

// Wanted returns which transmitters are to be on in this cycle, and counts the cycle.
func (s *Sonars) Wanted() (on [nao.NumSonars]bool) {
	for i := range on {
		on[i] = !s.off[i].Load()
		if s.on[i]++; !on[i] {
			s.on[i] = 0
		}
	}
	return on
}
