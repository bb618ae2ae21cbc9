package naodriver

import (
	"math"
	"sync/atomic"

	"gonao/nao"
)

// sonarSettles is how many cycles a transmitter must have been on until the distance
// is its own and not one from before: a bit over the tenth of a second a measurement takes.
const sonarSettles = 9

// Sonars remembers which transmitters are wanted and since when they are on. The zero
// value wants both. It belongs to the driver's goroutine but for Transmit.
type Sonars struct {
	off [nao.NumSonars]atomic.Bool
	on  [nao.NumSonars]int // cycles that the transmitter has been told to be on
}

// Transmit switches the transmitters. It may be called from any goroutine.
func (s *Sonars) Transmit(left, right bool) {
	s.off[nao.LeftSonar].Store(!left)
	s.off[nao.RightSonar].Store(!right)
}

// Restart forgets what was told to another connection.
func (s *Sonars) Restart() { s.on = [nao.NumSonars]int{} }

// Hide takes away what is older than its transmitter.
func (s *Sonars) Hide(state *nao.State) {
	for i, cycles := range s.on {
		if cycles < sonarSettles {
			state.Sonar[i] = math.NaN()
		}
	}
}

// Tell gives what to tell the transmitters in this cycle.
func (s *Sonars) Tell() (on [nao.NumSonars]bool) {
	for i := range on {
		on[i] = !s.off[i].Load()
		if s.on[i]++; !on[i] {
			s.on[i] = 0
		}
	}
	return on
}
