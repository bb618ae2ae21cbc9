package host

import (
	"time"

	"gonao/behavior"
	"gonao/nao"
)

// headHold is how long a machine keeps the head after its last command: as long as motion
// does.
const headHold = 500 * time.Millisecond

// Assignment shares one robot between machines. The head is assigned to the machine that
// commands it until headHold after its last command; a command that yields loses it to any other one. The legs are assigned to the machine
// that walks until it stands. Goals of actions are arbitrated by their servers. The holder
// of [Options.Robot] owns it.
type Assignment struct {
	Outputs behavior.Outputs
	// Refused, when set, is called when one machine's command is dropped because
	// another one has the head or the legs.
	Refused func(machine, holder string)

	machines int           // machines that have requested the robot
	walker   owner         // the machine that walks
	holder   owner         // the machine that has the head
	until    time.Duration // the holder keeps the head, on the clock of the commands
	yields   bool          // the holder's last command
}

// owner is a machine that may have head or legs; the zero value stands for no machine.
type owner struct {
	id   int // from 1
	name string
}

// other reports whether another machine than this one is the owner.
func (o owner) other(than owner) bool { return o.id != 0 && o.id != than.id }

// For returns the robot as one machine moves it. The name is for Refused.
func (a *Assignment) For(machine string) behavior.Outputs {
	a.machines++
	return &assigned{Outputs: a.Outputs, assignment: a, machine: owner{a.machines, machine}}
}

// Forget frees head and legs: the clock went back.
func (a *Assignment) Forget() { a.holder, a.walker = owner{}, owner{} }

// refuse reports that a command was dropped.
func (a *Assignment) refuse(machine, holder owner) {
	if a.Refused != nil {
		a.Refused(machine.name, holder.name)
	}
}

// assigned is the robot as one machine moves it.
type assigned struct {
	behavior.Outputs
	assignment *Assignment
	machine    owner
}

// CommandHead commands the neck, if no other machine has it.
func (m *assigned) CommandHead(c nao.HeadCommand, yields bool) {
	a := m.assignment
	if a.holder.other(m.machine) && c.Stamp < a.until && (yields || !a.yields) {
		if !yields {
			a.refuse(m.machine, a.holder)
		}
		return
	}
	a.holder, a.until, a.yields = m.machine, c.Stamp+headHold, yields
	m.Outputs.CommandHead(c, yields)
}

// Walk commands a velocity, if no other machine walks.
func (m *assigned) Walk(v behavior.Velocity) {
	a := m.assignment
	stands := v == (behavior.Velocity{})
	if a.walker.other(m.machine) {
		if !stands {
			a.refuse(m.machine, a.walker)
		}
		return
	}
	a.walker = m.machine
	if stands {
		a.walker = owner{}
	}
	m.Outputs.Walk(v)
}
