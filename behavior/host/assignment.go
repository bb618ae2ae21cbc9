package host

import (
	"time"

	"gonao/behavior"
	"gonao/behavior/track"
)

// headHold is how long a machine keeps the head after its last command: as long as motion
// does.
const headHold = 500 * time.Millisecond

// Assignment shares one robot between machines. The head is assigned to the machine that
// commands it until headHold after its last command. The legs are assigned to the machine
// that walks until it stands. Goals of actions are arbitrated by their servers. The holder
// of [Options.Robot] owns it.
type Assignment struct {
	Outputs behavior.Outputs
	// Refused, when set, is called when one machine's command is dropped because
	// another one has the head or the legs.
	Refused func(machine, holder string)

	machines []string      // their names, by id from 1
	walker   int           // id of the machine that walks; 0: none
	holder   int           // id of the machine that has the head; 0: none
	until    time.Duration // the holder keeps the head, on the clock of the commands
}

// For returns the robot as one machine moves it. The name is for Refused.
func (a *Assignment) For(machine string) behavior.Outputs {
	a.machines = append(a.machines, machine)
	return &assigned{Outputs: a.Outputs, assignment: a, id: len(a.machines)}
}

// Forget frees head and legs: the clock went back.
func (a *Assignment) Forget() { a.holder, a.walker = 0, 0 }

// refuse reports that a command was dropped.
func (a *Assignment) refuse(machine, holder int) {
	if a.Refused != nil {
		a.Refused(a.machines[machine-1], a.machines[holder-1])
	}
}

// assigned is the robot as one machine moves it.
type assigned struct {
	behavior.Outputs
	assignment *Assignment
	id         int
}

// CommandHead commands the neck, if no other machine has it.
func (m *assigned) CommandHead(c track.Command) {
	a := m.assignment
	if a.holder != 0 && a.holder != m.id && c.Stamp < a.until {
		a.refuse(m.id, a.holder)
		return
	}
	a.holder, a.until = m.id, c.Stamp+headHold
	m.Outputs.CommandHead(c)
}

// Walk commands a velocity, if no other machine walks.
func (m *assigned) Walk(v behavior.Velocity) {
	a := m.assignment
	stands := v == (behavior.Velocity{})
	if a.walker != 0 && a.walker != m.id {
		if !stands {
			a.refuse(m.id, a.walker)
		}
		return
	}
	a.walker = m.id
	if stands {
		a.walker = 0
	}
	m.Outputs.Walk(v)
}
