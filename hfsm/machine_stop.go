package hfsm

import "time"

// afterwards is an action for the end of a tick.
type afterwards uint8

const (
	nothing afterwards = iota
	stopAfter
	resetAfter
)

// postponed reports whether a tick is under way, or the machine is ending: then the tick ends before its next transition,
// and the request is carried out after it.
func (n *turn) postponed(m *Machine, what afterwards) bool {
	if !m.trace.ticking && !n.ending {
		return false
	}
	n.after = max(n.after, what)
	n.halt()
	return true
}

// finish carries out the postponed request.
func (n *turn) finish(m *Machine) {
	what := n.after
	n.after = nothing
	switch what {
	case stopAfter:
		m.Stop(m.clock.now)
	case resetAfter:
		m.Reset(m.clock.now)
	case nothing:
	}
}

// Reset stops all activities and makes the machine start again at the next Tick, with all values as in the file and the
// next epoch. Within a tick, from an activity or OnTransition, the tick ends first, without further transitions.
func (m *Machine) Reset(now time.Duration) {
	if m.turn.postponed(m, resetAfter) {
		return
	}
	m.Stop(now)
	m.clear()
	for _, s := range m.scripts.sessions {
		if s == nil {
			continue
		}
		if err := s.Reset(); err != nil {
			m.cause = err
		}
	}
	m.clock.epoch++
	m.trace.begin(m)
}

// Stop stops the activities of all active states at once, innermost first. Exit
// actions do not run. The machine rests until Reset. Within a tick, from an activity or
// OnTransition, the tick ends first, without further transitions.
func (m *Machine) Stop(now time.Duration) {
	if m.turn.postponed(m, stopAfter) {
		return
	}
	runs := m.clock.started && m.status == Running
	m.clock.started, m.status = true, Final
	if runs {
		m.turn.ending = true
		m.clock.now = now
		m.trace.recordStop(m)
		for s := len(m.model.states) - 1; s >= 0; s-- {
			if m.tree.on[s] {
				m.activities.halt(m, s)
			}
		}
		m.turn.ending = false
		m.turn.finish(m)
	}
}
