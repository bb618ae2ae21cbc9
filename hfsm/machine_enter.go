package hfsm

import "time"

// enterInto enters the states in automaton a that lead to target.
func (m *Machine) enterInto(a, target int) {
	m.enter(m.model.toward(m.model.automata[a].state, target), Anew, 0, target)
}

// toward gives the state right inside s that is target or has it inside.
func (m *Model) toward(s, target int) int {
	for at := target; ; at = m.states[at].parent {
		if m.states[at].parent == s {
			return at
		}
	}
}

// enter enters a state and what is inside it, outermost first and in the order of
// the document: what leads to target, and by its history where target says nothing.
// What follows a fault is not entered.
func (m *Machine) enter(s int, how Entry, spent time.Duration, target int) {
	if !m.activate(s, how, spent) {
		return
	}
	state := &m.model.states[s]
	switch {
	case state.automaton != none && s < target && target <= state.last:
		m.enter(m.model.toward(s, target), Anew, 0, target)
	case state.automaton != none:
		child, how, spent := m.remembered(state.automaton)
		m.enter(child, how, spent, none)
	case state.kind == ParallelState:
		for _, region := range state.children {
			m.enter(region, how, 0, target)
		}
	}
}

// remembered says where an automaton begins by its history.
func (m *Machine) remembered(a int) (s int, how Entry, spent time.Duration) {
	auto := &m.autos[a]
	switch {
	case !m.goesOn(a):
		return m.model.automata[a].initial, Anew, 0
	case m.model.automata[a].history == keep || auto.over:
		return auto.active, Anew, 0
	}
	return auto.active, Resumed, auto.spent
}

// goesOn says whether an automaton goes back to the state it was in.
func (m *Machine) goesOn(a int) bool {
	auto := &m.autos[a]
	return auto.active != none && auto.ended == Running && m.model.automata[a].history != restart
}

// activate makes a state active and starts what it does. spent is the time it has
// been active before. It is false when what is inside it is not to be entered.
func (m *Machine) activate(s int, how Entry, spent time.Duration) bool {
	state := &m.model.states[s]
	m.on[s] = true
	if state.parent != none && m.model.states[state.parent].automaton != none {
		m.occupy(s, how, spent)
	}
	if err := m.begun(state, how); err != nil {
		m.blame(max(state.around, 0), err)
		return false
	}
	if state.automaton != none {
		auto := &m.autos[state.automaton]
		auto.live, auto.waiting, auto.seen = true, nil, m.events.mark
		auto.next, auto.last, auto.aligned = m.at, m.entry-1, false // it ticks at once, in the tick that enters it
	}
	if state.begin != nil && !m.goesOn(state.automaton) {
		if err := state.begin(m); err != nil {
			m.autos[state.automaton].ended = Running
			m.blame(state.automaton, err)
			return false
		}
	}
	if state.kind == EndState {
		m.leave(s)
		m.end(state.around, state.ended)
		return false
	}
	return true
}

// occupy makes a state the active one of its automaton.
func (m *Machine) occupy(s int, how Entry, spent time.Duration) {
	auto := &m.autos[m.model.states[s].around]
	auto.active, auto.ended, auto.over, auto.left = s, Running, false, false
	auto.entered, auto.spent = m.entry-spent, spent
	if how == Resumed {
		return
	}
	transitions := m.model.states[s].trans
	for i := range transitions {
		if acts := transitions[i].acts; acts != none {
			m.acted[acts], m.actedIn[acts] = 0, 0
		}
	}
}

// begun does what a state does when it is entered.
func (m *Machine) begun(state *state, how Entry) error {
	if state.entry != nil {
		if err := state.entry(m, how); err != nil {
			return err
		}
	}
	if len(state.do) > 0 {
		return m.startActivities(state, how)
	}
	return nil
}
