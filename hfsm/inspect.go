package hfsm

import "time"

// Model gives the machine's constant part.
func (m *Machine) Model() *Model { return m.model }

// Path gives the active path, outermost first: "followBall/green"; "" before the
// first entry and after the end.
func (m *Machine) Path() string {
	if !m.started {
		return ""
	}
	return m.model.path(m.leaf())
}

// Active gives the names on the active path, outermost first. The slice belongs
// to the model.
func (m *Machine) Active() []string {
	if s := m.leaf(); m.started && s != none {
		return m.model.states[s].names
	}
	return nil
}

// In says whether the state with this path is active.
func (m *Machine) In(path string) bool {
	if !m.started {
		return false
	}
	for s := m.leaf(); s != none; s = m.model.automata[m.model.states[s].automaton].owner {
		if m.model.states[s].path == path {
			return true
		}
	}
	return false
}

// Status says whether the machine runs or by which exit it ended.
func (m *Machine) Status() Status { return m.status }

// Cause gives the last error of an activity, or nil.
func (m *Machine) Cause() error { return m.cause }

// Epoch counts the machine's restarts.
func (m *Machine) Epoch() uint32 { return m.epoch }

// Sequence gives the number of the last transition of this epoch.
func (m *Machine) Sequence() uint64 { return max(m.trace.next, 1) - 1 }

// Since gives the time from the machine's first entry to now, on the caller's clock.
func (m *Machine) Since(now time.Duration) time.Duration {
	if !m.started {
		return 0
	}
	return now - m.start
}

// SetBool writes an input of type bool.
func (m *Machine) SetBool(in Input, v bool) { m.values[in].Bool = v }

// SetInt writes an input of type int.
func (m *Machine) SetInt(in Input, v int64) { m.values[in].Int = v }

// SetFloat writes an input of type float.
func (m *Machine) SetFloat(in Input, v float64) { m.values[in].Float = v }

// SetString writes an input of type string.
func (m *Machine) SetString(in Input, v string) { m.values[in].String = v }
