package host

import (
	"time"

	"gonao/behavior"
	"gonao/behavior/track"
)

// letGo is how long a machine keeps the head after its last command: as long as
// motion does.
const letGo = 500 * time.Millisecond

// Hands share one robot between machines: the head obeys the machine that commands it
// until that one has let go, and the legs that walk for one machine do not listen to
// another one until they stand. Motions are shared by who plays them, joint by joint.
// Who holds [Options.Robot] owns it.
type Hands struct {
	Outputs behavior.Outputs
	// Refused, when set, is told that one machine's command was dropped because
	// another one has the head, or the legs.
	Refused func(machine, holder string)

	walker *hand // it walks
	holder *hand
	until  time.Duration // it keeps the head, on the clock of the commands
}

// For gives the robot as one machine moves it. The name is for Refused.
func (h *Hands) For(machine string) behavior.Outputs {
	return &hand{Outputs: h.Outputs, hands: h, name: machine}
}

// Forget lets head and legs go: the clock went back.
func (h *Hands) Forget() { h.holder, h.walker = nil, nil }

type hand struct {
	behavior.Outputs
	hands *Hands
	name  string
}

// CommandHead commands the neck, if no other machine has it.
func (h *hand) CommandHead(c track.Command) {
	s := h.hands
	if s.holder != nil && s.holder != h && c.Stamp < s.until {
		if s.Refused != nil {
			s.Refused(h.name, s.holder.name)
		}
		return
	}
	s.holder, s.until = h, c.Stamp+letGo
	h.Outputs.CommandHead(c)
}

// Walk asks for a speed, if no other machine walks.
func (h *hand) Walk(v behavior.Velocity) {
	s := h.hands
	if s.walker != nil && s.walker != h {
		if s.Refused != nil && v != (behavior.Velocity{}) {
			s.Refused(h.name, s.walker.name)
		}
		return
	}
	s.walker = h
	if v == (behavior.Velocity{}) {
		s.walker = nil
	}
	h.Outputs.Walk(v)
}
