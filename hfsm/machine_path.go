package hfsm

import "time"

// take leaves what the transition leaves and enters what it enters.
func (m *Machine) take(source int, tr *transition) {
	from := m.leaf()
	for a := m.innermost(); ; a = m.model.automata[a].parent {
		m.leave(a)
		if a == tr.domain {
			break
		}
		m.automata[a].live = false
		m.automata[a].over = a == m.model.states[source].automaton
	}
	if tr.exit != Running {
		m.automata[tr.domain].ended = tr.exit
		if tr.domain == 0 {
			m.status = tr.exit
		}
		m.record(source, from, tr)
		return
	}
	last := len(tr.enter) - 1
	for _, s := range tr.enter[:last] {
		m.activate(s, Anew, 0)
	}
	m.enter(tr.enter[last], Anew, 0)
	m.record(source, from, tr)
}

// leave leaves the active state of an automaton and remembers the time in it.
func (m *Machine) leave(a int) {
	auto := &m.automata[a]
	if auto.ended != Running || auto.active == none {
		return
	}
	auto.spent = m.at - auto.entered
	m.stopActivities(auto.active)
	m.run(m.model.states[auto.active].exit, Anew)
}

func (m *Machine) stopActivities(s int) {
	for _, u := range m.model.states[s].do {
		m.activities[u].Stop(m.now)
	}
}

// enter enters a state and, by its history, what is inside it.
func (m *Machine) enter(s int, how Entry, spent time.Duration) {
	for {
		m.activate(s, how, spent)
		child := m.model.states[s].child
		if child == none {
			return
		}
		auto := &m.automata[child]
		known := auto.active != none && auto.ended == Running
		mode := m.model.automata[child].history
		how, spent = Anew, 0
		switch {
		case known && mode != restart && (mode == keep || auto.over):
			s = auto.active
		case known && mode == resume && !auto.over:
			s, how, spent = auto.active, Resumed, auto.spent
		default:
			s = m.model.automata[child].initial
		}
	}
}

// activate makes a state the active one of its automaton and starts what it does.
// spent is the time it has been active before.
func (m *Machine) activate(s int, how Entry, spent time.Duration) {
	state := &m.model.states[s]
	auto := &m.automata[state.automaton]
	if !auto.live {
		auto.live = true
		auto.next = m.at // it ticks at once, in the tick that enters it
	}
	auto.active, auto.ended, auto.over = s, Running, false
	auto.entered, auto.spent = m.at-spent, spent
	m.run(state.entry, how)
	for _, u := range state.do {
		if how == Anew || m.statuses[u] == Running {
			m.statuses[u] = Running
			m.activities[u].Start(m.now, how)
		}
	}
}

// run does entry or exit actions in their order.
func (m *Machine) run(actions []action, how Entry) {
	for i := range actions {
		if f := actions[i].assign; f != nil {
			f(m)
			continue
		}
		m.activities[actions[i].use].Start(m.now, how)
	}
}

// leaf gives the innermost active state, or the state around an automaton that
// has ended, or none.
func (m *Machine) leaf() int {
	a := m.innermost()
	if m.automata[a].ended != Running {
		return m.model.automata[a].owner
	}
	return m.automata[a].active
}
