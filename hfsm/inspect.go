package hfsm

import "time"

// Model returns the machine's constant part.
func (m *Machine) Model() *Model { return m.model }

// Path returns the active path, outermost first: "followBall/green"; "" before the
// first entry and after the end. Where regions are active it is that of the first.
func (m *Machine) Path() string {
	if !m.clock.started {
		return ""
	}
	return m.model.path(m.tree.leaf(m))
}

// Leaves appends the paths of the innermost active states to a slice: one, or one
// of each region, in the order of the document.
func (m *Machine) Leaves(to []string) []string {
	if !m.clock.started || m.status != Running {
		return to
	}
	for s := 1; s < len(m.tree.on); s++ {
		if m.tree.on[s] && !m.tree.onInside(m, s) {
			to = append(to, m.model.states[s].path)
		}
	}
	return to
}

// onInside reports whether a state inside s is active.
func (t *tree) onInside(m *Machine, s int) bool {
	for _, child := range m.model.states[s].children {
		if t.on[child] {
			return true
		}
	}
	return false
}

// Active returns the names on the active path, outermost first. The slice belongs
// to the model.
func (m *Machine) Active() []string {
	if s := m.tree.leaf(m); m.clock.started && s != none {
		return m.model.states[s].names
	}
	return nil
}

// In reports whether the state with this path is active.
func (m *Machine) In(path string) bool {
	s, ok := m.model.Find(path)
	return ok && m.clock.started && m.tree.on[s]
}

// On reports whether a state is active.
func (m *Machine) On(state int) bool { return m.tree.on[state] }

// leaf returns the innermost active state, or the parent of an automaton that has ended, or none. Of several regions it
// uses the first one. While a transition waits, the machine is still in its source state.
func (t *tree) leaf(m *Machine) int {
	s := 0
	for t.on[s] {
		state := &m.model.states[s]
		inside := none
		switch {
		case state.automaton != none:
			auto := &t.autos[state.automaton]
			if auto.waiting != nil {
				return auto.from
			}
			if auto.ended == Running {
				inside = auto.active
			}
		case state.kind == ParallelState:
			inside = state.children[0]
		}
		if inside == none || !t.on[inside] {
			break
		}
		s = inside
	}
	if s == 0 {
		return none
	}
	return s
}

// Status returns whether the machine runs or by which exit it ended.
func (m *Machine) Status() Status { return m.status }

// Cause returns the last error of an activity, an action or a guard, or nil.
func (m *Machine) Cause() error { return m.cause }

// Epoch counts the machine's restarts.
func (m *Machine) Epoch() uint32 { return m.clock.epoch }

// Sequence returns the number of the last transition of this epoch.
func (m *Machine) Sequence() uint64 { return max(m.trace.number, 1) - 1 }

// Due returns the time at which the machine has something to do by itself, on the caller's clock: the
// next grid time of an automaton, or an event that was sent with a delay. It is false before the
// first entry, after the end, and where there is nothing.
func (m *Machine) Due() (at time.Duration, ok bool) {
	if !m.clock.started || m.status != Running {
		return 0, false
	}
	return m.profile.due(m)
}

// Since returns the time from the machine's first entry to now, on the caller's clock.
func (m *Machine) Since(now time.Duration) time.Duration {
	if !m.clock.started {
		return 0
	}
	return now - m.clock.start
}
