package hfsm

import "time"

// visit brings automaton a and what is inside it to time t. It gives the automaton
// whose state a transition from inside a changed when that is further out than a,
// else none.
func (m *Machine) visit(a int, t time.Duration) int {
	if auto := &m.autos[a]; auto.live {
		if t >= auto.next {
			if changed := m.tickAutomaton(a, t); changed != none {
				return changed
			}
		}
		m.wake = min(m.wake, auto.next)
	}
	for !m.looped {
		if changed := m.visitInside(a, t); changed != a {
			return changed
		}
	}
	return none
}

// visitInside visits the automata inside the active state of a.
func (m *Machine) visitInside(a int, t time.Duration) int {
	auto := &m.autos[a]
	if auto.active == none || auto.ended != Running || auto.waiting != nil || !auto.live {
		return none
	}
	s := &m.model.states[auto.active]
	if s.automaton != none {
		return m.visit(s.automaton, t)
	}
	if s.kind != ParallelState {
		return none
	}
	for _, region := range s.children {
		if m.looped {
			return none
		}
		if changed := m.visit(m.model.states[region].automaton, t); changed != none {
			return changed
		}
	}
	return none
}

// tickAutomaton runs one tick of an automaton at time t. It gives the automaton
// further out whose state one of its transitions changed, or none.
func (m *Machine) tickAutomaton(a int, t time.Duration) int {
	auto := &m.autos[a]
	automaton := &m.model.automata[a]
	at := automaton.grid.advance(auto, t)
	m.at = max(m.at, at)
	m.entry = m.at
	if auto.waiting != nil && (m.quiet || !m.waited(a)) {
		return none
	}
	for auto.ended == Running {
		end := m.events.next
		tr := m.enabled(auto.active, a)
		if m.problem != nil {
			m.blame(a, m.problem)
			m.problem = nil
			m.settle()
			return none
		}
		if tr == nil {
			auto.seen = end
			break
		}
		if m.budget == 0 {
			m.looped = true
			if m.halted {
				auto.next = at // it goes on here
			}
			return none
		}
		m.budget--
		m.taken++
		m.date(auto, tr)
		m.take(tr)
		if m.faults > 0 {
			m.settle()
		}
		if tr.domain < a {
			return tr.domain
		}
		if auto.waiting != nil {
			return none
		}
	}
	m.stay(auto, automaton.region)
	return none
}

// stay goes on with what the state of an automaton does, and the region it is.
func (m *Machine) stay(auto *automatonState, region int) {
	auto.last = m.at
	if region != none {
		m.step(region)
	}
	if auto.ended == Running && m.model.states[auto.active].busy {
		m.step(auto.active)
	}
	if m.faults > 0 {
		m.settle()
	}
}

// advance gives the grid time an automaton is ticked for at t, and notes the next
// one. Most ticks come within a period and need no division.
func (g *grid) advance(auto *automatonState, t time.Duration) time.Duration {
	if at := auto.next; auto.aligned && t-at < g.period {
		auto.next = at + g.period
		return at
	}
	k := g.index(t)
	auto.next, auto.aligned = g.time(k+1), g.period > 0
	return g.time(k)
}

// date dates a transition whose time was up before this tick at the grid time it
// was due, so that lateness never adds up. One that waited for something else at
// the last look as well happens now.
func (m *Machine) date(auto *automatonState, tr *transition) {
	m.entry = m.at
	if tr.after == 0 {
		return
	}
	since := auto.entered + tr.after
	if tr.acts != none {
		since += m.acted[tr.acts]
	}
	due := m.model.automata[m.model.states[tr.source].around].grid.ceil(max(0, since))
	if due > auto.last {
		m.entry = min(m.at, due)
		m.at = max(m.trace.lastAt, m.entry)
	}
}

// enabled gives the first transition of a state that may be taken now, or nil. Of
// several events that it waits for, the first one counts for which its guard holds.
func (m *Machine) enabled(s, a int) *transition {
	if m.quiet {
		return nil
	}
	state := &m.model.states[s]
	if state.events && m.events.next > m.autos[a].seen {
		return m.enabledByEvents(state.trans, a)
	}
	if m.events.current.Name != "" {
		m.see(nil)
	}
	for i := range state.silent {
		l := &state.silent[i]
		if l.waits && !m.mayTake(l.tr, a) {
			continue
		}
		if l.guard == nil || l.guard(m) {
			return l.tr
		}
		if m.problem != nil {
			return nil
		}
	}
	return nil
}

// mayTake says whether the time of a transition is up, and it has not acted yet.
func (m *Machine) mayTake(tr *transition, a int) bool {
	return (tr.after == 0 || m.due(tr, a)) && (tr.acts == none || m.mayAct(tr))
}

// due says whether the time of a transition is up.
func (m *Machine) due(tr *transition, a int) bool {
	since := m.elapsed(a)
	if tr.acts != none {
		since -= m.acted[tr.acts]
	}
	return since >= tr.after
}

// mayAct says whether a transition that only acts has not done so in this tick of
// the machine; one that waits for an event may do so for each.
func (m *Machine) mayAct(tr *transition) bool {
	return tr.events != nil || m.actedIn[tr.acts] != m.tick
}

// elapsed gives the time the active state of an automaton has been active.
func (m *Machine) elapsed(a int) time.Duration { return m.at - m.autos[a].entered }
