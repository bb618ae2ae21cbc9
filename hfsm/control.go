package hfsm

import (
	"fmt"
	"time"
)

// Control holds what a debugger and a replay can do with a machine, between two ticks unless the comment names another
// time. Every operation is recorded, so that a replay repeats it.
type Control struct{ m *Machine }

// Control returns the debugger's operations on the machine.
func (m *Machine) Control() Control { return Control{m} }

// Watch sets a function that is called at each transition, within the tick; when it returns
// true the tick ends. nil removes it.
func (c Control) Watch(f func(*Record) bool) { c.m.turn.watch = f }

// Limit sets the number of transitions after which the next ticks end; -1 for no such limit.
func (c Control) Limit(transitions int) {
	if transitions == none {
		transitions = unlimited
	}
	c.m.turn.limit = transitions
}

// Now returns the time of the last tick on the caller's clock; false before the first one.
func (c Control) Now() (time.Duration, bool) { return c.m.clock.now, c.m.clock.started }

// Stand moves the machine to a later time of the caller's clock without a change for the machine: its own time stands
// still.
func (c Control) Stand(now time.Duration) {
	c.m.clock.start += now - c.m.clock.now
	c.m.clock.now = now
}

// Advance moves the machine's own time to that at which the next automaton is due, while the
// caller's clock stands still. It returns by how much.
func (c Control) Advance() time.Duration {
	m := c.m
	if !m.clock.started {
		return 0
	}
	now := m.clock.now - m.clock.start
	due := forever
	for i := range m.tree.autos {
		if a := &m.tree.autos[i]; a.live && a.ended == Running {
			due = min(due, a.next)
		}
	}
	if due == forever {
		return 0
	}
	by := max(0, due-now)
	m.clock.start -= by
	return by
}

// Entered reports whether the transition of the record under way has just entered a state: the
// state is active, and has been for no time.
func (c Control) Entered(path string) bool {
	m := c.m
	s, ok := m.model.byPath[path]
	if !ok || path == "" || !m.tree.on[s] {
		return false
	}
	around := m.model.states[s].around
	if around == none || m.tree.autos[around].active != s {
		return true // a region is entered with its owner
	}
	return m.tree.autos[around].entered+m.tree.autos[around].spent == m.clock.at
}

// Left reports whether a transition leaves a state if that is active.
func (c Control) Left(r *Record, path string) bool {
	s, ok := c.m.model.byPath[path]
	if !ok || r.ID == none || r.Kind == RecordInternal {
		return !ok
	}
	around := &c.m.model.states[c.m.model.automata[c.m.model.edge(int(r.ID)).domain].state]
	return around.id < s && s <= around.last
}

// Ended reports whether the content of a state has ended; "" is the machine.
func (c Control) Ended(path string) bool {
	s, ok := c.m.model.byPath[path]
	return ok && c.m.activities.outcome(c.m, s) != Running || path == "" && c.m.status != Running
}

// Pause records that time stands still.
func (c Control) Pause() { c.m.trace.recordPause(c.m, 0) }

// Resume records that time continues after it stood still for a while.
func (c Control) Resume(stood time.Duration) { c.m.trace.recordResume(c.m, stood) }

// Refresh keeps the inputs that are held fresh. It must be called before each tick.
func (c Control) Refresh() {
	v := &c.m.values
	for slot, held := range v.pinned {
		if held {
			v.touch(Input(slot))
		}
	}
}

// Set sets a value. hold is Final for an input that keeps the value whatever the host sets, Failed to release it,
// otherwise Running.
func (c Control) Set(slot int, value Value, hold Status) error {
	m, v := c.m, &c.m.values
	input := m.model.slots[slot].role == InputRole
	switch {
	case hold != Running && !input:
		return fmt.Errorf("machine %s: %s is not an input; expected one to hold or release", m.model.name, m.model.SlotName(slot))
	case input && value.Type != v.of[slot].Type, !input:
		off := m.trace.off
		m.trace.off = true // it is recorded below
		err := m.SetValue(slot, value)
		m.trace.off = off
		if err != nil {
			return err
		}
	default:
		v.pinned[slot] = false
		v.write(m, slot, value, v.stamps[slot])
		if hold != Failed {
			v.touch(Input(slot))
		}
	}
	if hold == Final {
		v.pinned[slot] = true
	}
	m.trace.addSet(m, slot, hold)
	return nil
}
