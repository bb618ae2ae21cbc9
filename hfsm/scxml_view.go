package hfsm

import "time"

// SCXML holds what only a machine of the profile scxml has: its session, the services that it invoked, the waiting
// events.
type SCXML struct{ m *Machine }

// SCXML returns the view for the profile scxml.
func (m *Machine) SCXML() SCXML { return SCXML{m} }

// Give sets first values for the data of the machine, for the next time it begins. Names that
// it does not have are left out.
func (s SCXML) Give(data map[string]any) { s.m.scxml.given = data }

// Next returns the time at which the machine has something to do by itself, on the caller's
// clock: a delayed event. It is false when there is nothing.
func (s SCXML) Next() (time.Duration, bool) {
	first := s.m.scxml.queue.delayed.first(forever)
	if first == none {
		return 0, false
	}
	return s.m.clock.start + s.m.scxml.queue.delayed[first].due, true
}

// Waiting reports whether events wait for the next tick.
func (s SCXML) Waiting() bool {
	q := &s.m.scxml.queue
	return !q.external.empty() || !q.internal.empty()
}

// Quit ends the machine as a cancelled invocation ends: its states are left with their exit
// actions. A machine of the profile robot is stopped.
func (s SCXML) Quit(now time.Duration) {
	m := s.m
	if m.model.scxml == nil || !m.clock.started || m.status != Running {
		m.Stop(now)
		return
	}
	m.clock.now = max(m.clock.now, now)
	m.scxml.cancelled = true
	m.scxml.end(m, Final)
}

// Ended returns the name of the final state that ended the machine and the data it left; ""
// while it runs.
func (s SCXML) Ended() (state string, data any) {
	x := &s.m.scxml
	if s.m.model.scxml == nil || x.done == none {
		return "", nil
	}
	return s.m.model.states[x.done].name, x.result
}

// InState reports whether a state of this path, or of this name, is active: SCXML's In.
func (s SCXML) InState(name string) bool {
	for i := 1; i < len(s.m.model.states); i++ {
		if state := &s.m.model.states[i]; s.m.tree.on[i] && (state.name == name || state.path == name) {
			return true
		}
	}
	return false
}

// SessionID returns the id of the machine's session; without a [Processor] it is the machine's
// name.
func (s SCXML) SessionID() string {
	if p := s.m.scxml.processor; p != nil {
		return p.SessionID(s.m)
	}
	return s.m.model.name
}
