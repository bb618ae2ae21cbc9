package hfsm

// take leaves what a transition leaves and enters what it enters. Where activities
// have to stop first, it only begins to: the automaton whose state changes waits.
func (m *Machine) take(tr *transition) {
	m.events.mark = m.events.next
	if tr.targets == nil && tr.exit == Running {
		m.act(tr)
		return
	}
	domain := &m.autos[tr.domain]
	if domain.from = m.stands; !m.standing {
		domain.from = m.leaf()
	}
	m.standing = false
	domain.waiting = nil
	m.held = 0
	m.quitInside(tr.domain)
	if m.held > 0 {
		domain.waiting, domain.event = tr, m.events.current
		m.recordLeaving(tr)
		return
	}
	m.complete(tr)
}

// act takes a transition that leaves nothing.
func (m *Machine) act(tr *transition) {
	a := m.model.states[tr.source].around
	m.autos[a].seen = m.events.mark
	m.acted[tr.acts] = m.entry - m.autos[a].entered
	m.actedIn[tr.acts] = m.tick
	if tr.then != nil {
		if err := tr.then(m, Anew); err != nil {
			m.blame(a, err)
		}
	}
	m.recordInternal(tr)
}

// complete is the rest of a transition once all it leaves has stopped.
func (m *Machine) complete(tr *transition) {
	domain := &m.autos[tr.domain]
	from := domain.from
	m.leaveInside(tr.domain)
	if tr.over != none {
		m.autos[tr.over].over = true
	}
	domain.waiting, domain.seen = nil, m.events.mark
	if tr.then != nil {
		if err := tr.then(m, Anew); err != nil {
			m.blame(tr.domain, err)
		}
	}
	switch {
	case domain.fault != nil: // settle ends it
	case tr.exit != Running:
		m.end(tr.domain, tr.exit)
	default:
		m.enterInto(tr.domain, tr.targets[0])
	}
	m.record(tr.source, from, tr)
}

// end gives an automaton whose state has been left its outcome.
func (m *Machine) end(a int, how Status) {
	m.autos[a].ended = how
	if a == 0 {
		m.status = how
	}
}

// quitInside begins to leave the active state of an automaton, see quit.
func (m *Machine) quitInside(a int) {
	auto := &m.autos[a]
	if auto.ended != Running || auto.active == none || !m.on[auto.active] {
		return
	}
	if !auto.left {
		auto.spent, auto.left = m.entry-auto.entered, true
	}
	m.quit(auto.active)
}

// quit stops the activities of a state and of all inside it, innermost first, and
// leaves the states in that order up to the first one that has to wait.
func (m *Machine) quit(s int) {
	state := &m.model.states[s]
	switch {
	case state.automaton != none:
		m.autos[state.automaton].waiting = nil // superseded
		m.quitInside(state.automaton)
	case state.kind == ParallelState:
		for i := len(state.children) - 1; i >= 0; i-- {
			if m.on[state.children[i]] {
				m.quit(state.children[i])
			}
		}
	}
	if len(state.do) > 0 {
		m.stopActivities(s)
	}
	if m.held == 0 {
		m.leave(s)
	}
}

// leaveInside leaves what is still active in an automaton, innermost first.
func (m *Machine) leaveInside(a int) {
	auto := &m.autos[a]
	if auto.active != none && m.on[auto.active] {
		m.leaveAll(auto.active)
	}
}

func (m *Machine) leaveAll(s int) {
	state := &m.model.states[s]
	switch {
	case state.automaton != none:
		m.leaveInside(state.automaton)
	case state.kind == ParallelState:
		for i := len(state.children) - 1; i >= 0; i-- {
			if m.on[state.children[i]] {
				m.leaveAll(state.children[i])
			}
		}
	}
	m.leave(s)
}

// leave does what a state does when it is left. Its activities have stopped, and
// what is inside it has been left.
func (m *Machine) leave(s int) {
	state := &m.model.states[s]
	if state.call != none {
		m.giveBack(state.call)
	}
	var err error
	if state.exit != nil {
		err = state.exit(m, Anew)
	}
	m.on[s] = false
	if state.automaton != none {
		m.autos[state.automaton].live = false
	}
	if err != nil && state.around != none {
		m.blame(state.around, err)
	}
}
