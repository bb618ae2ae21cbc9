package host

import (
	"time"

	"gonao/behavior"
	"gonao/behavior/track"
)

// letGo is how long a machine keeps the head after its last command: as long as
// motion does.
const letGo = 500 * time.Millisecond

// Assignment share one robot between machines: the head obeys the machine that commands it
// until that one has let go, and the legs that walk for one machine do not listen to
// another one until they stand. Motions are shared by who plays them, joint by joint.
// Who holds [Options.Robot] owns it.
type Assignment struct {
	Outputs behavior.Outputs
	// Refused, when set, is told that one machine's command was dropped because
	// another one has the head, or the legs.
	Refused func(machine, holder string)

	walker *assigned // it walks
	holder *assigned
	until  time.Duration // it keeps the head, on the clock of the commands
}

// For gives the robot as one machine moves it. The name is for Refused.
func (h *Assignment) For(machine string) behavior.Outputs {
	return &assigned{Outputs: h.Outputs, assignment: h, name: machine}
}

// Forget lets head and legs go: the clock went back.
func (h *Assignment) Forget() { h.holder, h.walker = nil, nil }

type assigned struct {
	behavior.Outputs
	assignment *Assignment
	name       string
}

// CommandHead commands the neck, if no other machine has it.
func (h *assigned) CommandHead(c track.Command) {
	s := h.assignment
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
func (h *assigned) Walk(v behavior.Velocity) {
	s := h.assignment
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
