package hfsm

import (
	"time"

	"gonao/hfsm/internal/codec"
)

// profile is how machines of a model run. robot and scxmlProfile are the two; all else that a machine consists of serves both, and
// asks neither which it is.
type profile interface {
	// open makes the parts of a new machine.
	open(m *Machine)
	// clear restores the state before the first entry.
	clear(m *Machine)
	// advance runs a tick at the machine's time.
	advance(m *Machine) error
	// skip passes over ticks up to a time, in which nothing happened.
	skip(m *Machine, until time.Duration)
	// due returns when the machine has something to do by itself, on the caller's clock.
	due(m *Machine) (at time.Duration, ok bool)
	// post adds an event of the host, postAt one that comes at a time of the caller's clock, raise one of the machine itself.
	post(m *Machine, e Event) bool
	postAt(m *Machine, e Event, at time.Duration) bool
	raise(m *Machine, e Event)
	// blame receives an error of an action in automaton a.
	blame(m *Machine, a int, err error)
	// unless receives an error of the condition of an if, and returns it, or nil where the condition is just false.
	unless(m *Machine, err error) error
	// block does actions inside automaton a that end alone where one of them fails.
	block(m *Machine, a int, actions []action)
	// isIn reports whether the state that scripts name so is active.
	isIn(m *Machine, path string) bool
	// remember adds the profile's own state to a snapshot.
	remember(m *Machine, out *Snapshot)
}

func (*robot) open(*Machine) {}

// clear restores the state before the first entry: no transition has been taken, nothing is at fault.
func (r *robot) clear(*Machine) {
	r.faults, r.held = 0, 0
	for i := range r.acted {
		r.acted[i] = neverActed
	}
}

func (r *robot) skip(m *Machine, until time.Duration) {
	m.clock.wake = r.rest(m, until)
	m.events.retire(m)
}

// due returns the next grid time of an automaton, or the time of an event that was sent with a delay.
func (r *robot) due(m *Machine) (at time.Duration, ok bool) {
	if m.clock.wake == 0 {
		m.clock.wake = r.rest(m, none)
	}
	at = m.clock.start + m.clock.wake
	for i := range m.events.delayed {
		at = min(at, m.clock.start+m.events.delayed[i].due)
	}
	return at, true
}

func (*robot) post(m *Machine, e Event) bool {
	if m.events.posted == maxEvents {
		return false
	}
	m.events.posted++
	m.events.push(m, e)
	m.trace.recordEvent(m, &e, 0)
	return true
}

func (*robot) postAt(m *Machine, e Event, at time.Duration) bool {
	if m.events.posted == maxEvents {
		return false
	}
	m.events.posted++
	m.events.coming++
	m.events.delayed = append(m.events.delayed, delayedEvent{due: at - m.clock.origin(), event: e, posted: true})
	m.trace.recordEvent(m, &e, at-m.clock.origin())
	return true
}

func (*robot) raise(m *Machine, e Event) { m.events.push(m, e) }

func (*robot) unless(_ *Machine, err error) error { return err }

// block keeps the fault as the machine's cause.
func (*robot) block(m *Machine, a int, actions []action) {
	if err := runActions(m, actions, Anew); err != nil {
		m.cause = err
		m.trace.recordError(m, a, err)
	}
}

func (*robot) isIn(m *Machine, path string) bool { return m.In(path) }

func (r *robot) remember(m *Machine, out *Snapshot) {
	for _, tr := range m.model.edges {
		if tr.acts != none && r.acted[tr.acts] >= 0 {
			out.Acted = append(out.Acted, ActedSnapshot{EdgeSnapshot: *m.model.edgeName(tr), Elapsed: codec.Seconds(r.acted[tr.acts])})
		}
	}
}
