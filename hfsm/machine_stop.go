package hfsm

import "time"

// afterwards is what is to be done once a tick is over.
type afterwards uint8

const (
	nothing afterwards = iota
	stopAfter
	resetAfter
)

// postponed says whether a tick is under way, or the end of the machine: then a tick is
// cut before its next transition, and what was asked for is done after it.
func (m *Machine) postponed(what afterwards) bool {
	if !m.trace.ticking && !m.ending {
		return false
	}
	m.after = max(m.after, what)
	m.budget, m.halted = 0, true
	return true
}

// afterTick does what was postponed.
func (m *Machine) afterTick() {
	what := m.after
	m.after = nothing
	switch what {
	case stopAfter:
		m.Stop(m.now)
	case resetAfter:
		m.Reset(m.now)
	case nothing:
	}
}

// Reset stops what runs and makes the machine begin again at the next Tick, with
// all values as the file gives them and the next epoch. Within a tick, from an activity
// or OnTransition, the tick ends first, without further transitions.
func (m *Machine) Reset(now time.Duration) {
	if m.postponed(resetAfter) {
		return
	}
	m.Stop(now)
	m.clear()
	for _, s := range m.sessions {
		if s == nil {
			continue
		}
		if err := s.Reset(); err != nil {
			m.cause = err
		}
	}
	if m.model.reset != nil {
		if err := m.model.reset(); err != nil {
			m.cause = err
		}
	}
	m.epoch++
	m.trace.begin(m)
}

// Stop stops the activities of all active states at once, innermost first. Exit
// actions do not run. The machine rests until Reset. Within a tick, from an activity or
// OnTransition, the tick ends first, without further transitions.
func (m *Machine) Stop(now time.Duration) {
	if m.postponed(stopAfter) {
		return
	}
	runs := m.started && m.status == Running
	m.started, m.status = true, Final
	if runs {
		m.ending = true
		m.now = now
		m.recordStop()
		for s := len(m.model.states) - 1; s >= 0; s-- {
			if m.on[s] {
				m.halt(s)
			}
		}
		m.ending = false
		m.afterTick()
	}
}
