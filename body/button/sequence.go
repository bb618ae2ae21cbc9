package button

import "gonao/nao"

// Phase is the phase of a game that the chest button has led to.
type Phase uint8

// The phases, in the order of the presses.
const (
	Initial   Phase = iota // after the start, or put to rest
	Ready                  // walk to the places
	Set                    // stand and wait
	Playing                // play
	Penalized              // taken out of the game; the next press plays on
)

// String returns the phase's name in lower case.
func (p Phase) String() string {
	return [...]string{"initial", "ready", "set", "playing", "penalized"}[p]
}

// Sequence holds the phase of a game that the chest button has led to, where there is no game
// controller. Each single press leads to the next phase, and from Playing to Penalized and back;
// three presses lead to Initial. The zero value is in Initial.
type Sequence struct{ phase Phase }

// Phase returns the phase of the game.
func (s *Sequence) Phase() Phase { return s.phase }

// Apply applies an event and reports whether it led to another phase.
func (s *Sequence) Apply(e Event) (changed bool) {
	if e.Button != nao.ChestButton {
		return false
	}
	was := s.phase
	switch {
	case e.Kind == Triple:
		s.phase = Initial
	case e.Kind == Single && s.phase == Penalized:
		s.phase = Playing
	case e.Kind == Single:
		s.phase++
	}
	return s.phase != was
}
