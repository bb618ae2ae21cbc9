package naodriver

import (
	"math"
	"sync/atomic"

	"gonao/nao"
)

// sonarSettles is how many cycles a transmitter must have been on until the distance
// is its own and not one from before: a bit over the tenth of a second a measurement takes.
const sonarSettles = 9

// sonars remembers since when the transmitters are on. The zero value has them on.
type sonars struct {
	off [nao.NumSonars]atomic.Bool
	on  [nao.NumSonars]int // cycles that the transmitter has been told to be on
}

// restart forgets what was told to another connection.
func (s *sonars) restart() { s.on = [nao.NumSonars]int{} }

// hide takes away what is older than its transmitter.
func (s *sonars) hide(state *nao.State) {
	for i, cycles := range s.on {
		if cycles < sonarSettles {
			state.Sonar[i] = math.NaN()
		}
	}
}

// tell gives what to tell the transmitters in this cycle.
func (s *sonars) tell() (on [nao.NumSonars]bool) {
	for i := range on {
		on[i] = !s.off[i].Load()
		if s.on[i]++; !on[i] {
			s.on[i] = 0
		}
	}
	return on
}
