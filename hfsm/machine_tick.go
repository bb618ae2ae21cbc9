package hfsm

import "time"

// visit brings automaton a and what is inside it to time t. It returns the automaton
// whose state a transition from inside a changed when that is further out than a,
// else none.
func (r *robot) visit(m *Machine, a int, t time.Duration) int {
	if auto := &m.tree.autos[a]; auto.live {
		due := t >= auto.next
		if m.events.turn != 0 {
			due = m.events.due(auto, t)
		}
		if due {
			if changed := r.tickAutomaton(m, a, t); changed != none {
				return changed
			}
		}
		m.clock.wake = min(m.clock.wake, auto.next)
	}
	for !m.turn.cut() {
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
		if m.turn.cut() {
			return none
		}
		if changed := r.visit(m, m.model.states[region].automaton, t); changed != none {
			return changed
		}
	}
	return none
}

// tickAutomaton runs one tick of an automaton at time t, which is one of its grid times or that of
// its entry; where several events have come, one of each. It returns the automaton further out
// whose state one of its transitions changed, or none.
func (r *robot) tickAutomaton(m *Machine, a int, t time.Duration) int {
	auto := &m.tree.autos[a]
	automaton := &m.model.automata[a]
	first := t >= auto.next // not only one more event
	if first {
		if auto.aligned && auto.next == t { // most ticks need no division
			auto.next = t + automaton.grid.period
		} else {
			auto.next, auto.aligned = automaton.grid.after(t)
		}
		auto.last, m.clock.at = t, t
	}
	if auto.waiting != nil && (!first || m.turn.late(auto) || !r.waited(m, a)) {
		return none
	}
	if m.scripts.some {
		m.scripts.begin(m)
	}
	if !first && (auto.ended != Running || !m.model.states[auto.active].events) {
		auto.seen = m.events.turn + 1
		return none
	}
	moved := first
	for auto.ended == Running {
		tr := r.enabled(m, auto.active, a)
		if m.scripts.problem != nil {
			r.blame(m, a, m.scripts.problem)
			m.scripts.problem = nil
			r.settle(m)
			return none
		}
		if tr == nil {
			if m.events.turn >= auto.seen {
				m.events.pass(m, auto)
			}
			break
		}
		if m.turn.budget == 0 {
			m.turn.exhausted()
			if m.turn.cut() {
				auto.next, auto.aligned = t, false // it goes on here
			}
			return none
		}
		moved = true
		m.turn.budget--
		m.turn.taken++
		if tr.events != nil {
			m.events.consume(auto)
		}
		if tr.domain != a {
			domain := &m.tree.autos[tr.domain]
			domain.seen = max(domain.seen, auto.seen) // what it did not look at came before
		}
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
	if moved && (auto.ended == Running && m.model.states[auto.active].busy || automaton.region != none || r.faults > 0) {
		r.stay(m, auto, automaton.region)
	}
	return none
}

// stay goes on with what the state of an automaton does, and the region it is.
func (r *robot) stay(m *Machine, auto *automatonState, region int) {
	late := m.turn.late(auto)
	if region != none {
		m.activities.step(m, region, late)
	}
	if auto.ended == Running && m.model.states[auto.active].busy {
		m.activities.step(m, auto.active, late)
	}
	if r.faults > 0 {
		r.settle(m)
	}
}

// late reports whether an automaton has another grid time in this tick. Only at the last one do
// activities, which live in the caller's time, take a step.
func (n *turn) late(auto *automatonState) bool { return auto.next <= n.until }

// rest brings automaton a and what is inside it to time t, up to which nothing happened. It returns
// the time at which the first of them is due after that.
func (r *robot) rest(m *Machine, a int, t time.Duration) (wake time.Duration) {
	auto := &m.tree.autos[a]
	if !auto.live {
		return forever
	}
	ticked := t >= auto.next
	if ticked {
		g := &m.model.automata[a].grid
		auto.last = max(auto.next, g.time(g.index(t)))
		auto.next, auto.aligned = g.after(t)
		m.clock.at = max(m.clock.at, auto.last)
	}
	wake = auto.next
	if auto.active == none || auto.ended != Running || auto.waiting != nil {
		return wake
	}
	if ticked {
		auto.seen = m.events.next // a tick in which it looked at one has a record
	}
	s := &m.model.states[auto.active]
	switch {
	case s.automaton != none:
		wake = min(wake, r.rest(m, s.automaton, t))
	case s.kind == ParallelState:
		for _, region := range s.children {
			wake = min(wake, r.rest(m, m.model.states[region].automaton, t))
		}
	}
	return wake
}

// enabled returns the first transition of a state that may be taken now, or nil.
func (r *robot) enabled(m *Machine, s, a int) *transition {
	state := &m.model.states[s]
	if state.events && m.events.turn >= m.tree.autos[a].seen {
		return r.enabledByEvent(m, state.trans, a)
	}
	if m.events.current.Name != "" {
		m.events.see(m, nil)
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

// mayTake reports whether the time of a transition is up, and one that leaves nothing has not been
// taken at this grid time: one that waits for an event may be taken for each.
func (r *robot) mayTake(m *Machine, tr *transition, a int) bool {
	since := m.tree.elapsed(m.clock.at, a)
	if tr.acts != none && r.acted[tr.acts] >= 0 {
		since -= r.acted[tr.acts]
		if since == 0 && tr.events == nil {
			return false
		}
	}
	return since >= tr.after
}

// elapsed returns the time the active state of an automaton has been active.
func (t *tree) elapsed(at time.Duration, a int) time.Duration { return at - t.autos[a].entered }
