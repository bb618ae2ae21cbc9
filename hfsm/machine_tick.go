package hfsm

import "time"

// visit brings automaton a and what is inside it to time t. It returns the automaton
// whose state a transition from inside a changed when that is further out than a,
// else none.
func (r *robot) visit(m *Machine, a int, t time.Duration) int {
	if auto := &m.tree.autos[a]; auto.live {
		if t >= auto.next {
			if changed := r.tickAutomaton(m, a, t); changed != none {
				return changed
			}
		}
		m.clock.wake = min(m.clock.wake, auto.next)
	}
	for !m.turn.looped {
		if changed := r.visitInside(m, a, t); changed != a {
			return changed
		}
	}
	return none
}

// visitInside visits the automata inside the active state of a.
func (r *robot) visitInside(m *Machine, a int, t time.Duration) int {
	auto := &m.tree.autos[a]
	if auto.active == none || auto.ended != Running || auto.waiting != nil || !auto.live {
		return none
	}
	s := &m.model.states[auto.active]
	if s.automaton != none {
		return r.visit(m, s.automaton, t)
	}
	if s.kind != ParallelState {
		return none
	}
	for _, region := range s.children {
		if m.turn.looped {
			return none
		}
		if changed := r.visit(m, m.model.states[region].automaton, t); changed != none {
			return changed
		}
	}
	return none
}

// tickAutomaton runs one tick of an automaton at time t. It returns the automaton
// further out whose state one of its transitions changed, or none.
func (r *robot) tickAutomaton(m *Machine, a int, t time.Duration) int {
	auto := &m.tree.autos[a]
	automaton := &m.model.automata[a]
	at := automaton.grid.advance(auto, t)
	m.clock.at = max(m.clock.at, at)
	m.clock.entry = m.clock.at
	if auto.waiting != nil && (m.turn.quiet || !r.waited(m, a)) {
		return none
	}
	for auto.ended == Running {
		end := m.events.next
		tr := r.enabled(m, auto.active, a)
		if m.scripts.problem != nil {
			r.blame(m, a, m.scripts.problem)
			m.scripts.problem = nil
			r.settle(m)
			return none
		}
		if tr == nil {
			auto.seen = end
			break
		}
		if m.turn.budget == 0 {
			m.turn.looped = true
			if m.turn.halted {
				auto.next = at // it goes on here
			}
			return none
		}
		m.turn.budget--
		m.turn.taken++
		r.date(m, auto, tr)
		r.take(m, tr)
		if r.faults > 0 {
			r.settle(m)
		}
		if tr.domain < a {
			return tr.domain
		}
		if auto.waiting != nil {
			return none
		}
		if m.model.single {
			break
		}
	}
	r.stay(m, auto, automaton.region)
	return none
}

// stay goes on with what the state of an automaton does, and the region it is.
func (r *robot) stay(m *Machine, auto *automatonState, region int) {
	auto.last = m.clock.at
	if region != none {
		m.activities.step(m, region)
	}
	if auto.ended == Running && m.model.states[auto.active].busy {
		m.activities.step(m, auto.active)
	}
	if r.faults > 0 {
		r.settle(m)
	}
}

// advance returns the grid time an automaton is ticked for at t, and notes the next
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
func (r *robot) date(m *Machine, auto *automatonState, tr *transition) {
	m.clock.entry = m.clock.at
	if tr.after == 0 {
		return
	}
	since := auto.entered + tr.after
	if tr.acts != none {
		since += r.acted[tr.acts]
	}
	due := m.model.automata[m.model.states[tr.source].around].grid.ceil(max(0, since))
	if due > auto.last {
		m.clock.entry = min(m.clock.at, due)
		m.clock.at = max(m.trace.lastAt, m.clock.entry)
	}
}

// enabled returns the first transition of a state that may be taken now, or nil. Of
// several events that it waits for, the first one counts for which its guard holds.
func (r *robot) enabled(m *Machine, s, a int) *transition {
	if m.turn.quiet {
		return nil
	}
	state := &m.model.states[s]
	if state.events && m.events.next > m.tree.autos[a].seen {
		return r.enabledByEvents(m, state.trans, a)
	}
	if m.events.current.Name != "" {
		m.events.see(m, nil)
	}
	if state.stay != nil {
		if id := state.stay(m); id != none {
			return m.model.edges[id]
		}
		return nil
	}
	for i := range state.silent {
		l := &state.silent[i]
		if l.waits && !r.mayTake(m, l.tr, a) {
			continue
		}
		if l.guard == nil || l.guard(m) {
			return l.tr
		}
		if m.scripts.problem != nil {
			return nil
		}
	}
	return nil
}

// mayTake reports whether the time of a transition is up, and it has not acted yet.
func (r *robot) mayTake(m *Machine, tr *transition, a int) bool {
	return (tr.after == 0 || r.due(m, tr, a)) && (tr.acts == none || r.mayAct(m, tr))
}

// due reports whether the time of a transition is up.
func (r *robot) due(m *Machine, tr *transition, a int) bool {
	since := m.tree.elapsed(m.clock.at, a)
	if tr.acts != none {
		since -= r.acted[tr.acts]
	}
	return since >= tr.after
}

// mayAct reports whether a transition that only acts has not done so in this tick of
// the machine; one that waits for an event may do so for each.
func (r *robot) mayAct(m *Machine, tr *transition) bool {
	return tr.events != nil || r.actedIn[tr.acts] != m.clock.tick
}

// elapsed returns the time the active state of an automaton has been active.
func (t *tree) elapsed(at time.Duration, a int) time.Duration { return at - t.autos[a].entered }
