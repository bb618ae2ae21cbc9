package hfsm

// take leaves the source states of a transition and enters its targets. If activities have to stop first, it only begins
// to leave: the automaton whose state changes waits.
func (r *robot) take(m *Machine, tr *transition) {
	if tr.targets == nil && tr.exit == Running {
		r.act(m, tr)
		return
	}
	domain := &m.tree.autos[tr.domain]
	if domain.from = m.tree.stands; !m.tree.standing {
		domain.from = m.tree.leaf(m)
	}
	m.tree.standing = false
	domain.waiting = nil
	if tr.acts != none {
		r.acted[tr.acts] = m.tree.elapsed(m.clock.at, m.model.states[tr.source].around)
	}
	r.held = 0
	r.quitInside(m, tr.domain)
	if r.held > 0 {
		domain.waiting, domain.event = tr, m.events.current
		m.trace.recordLeaving(m, tr)
		return
	}
	r.complete(m, tr)
}

// act takes a transition that leaves no state.
func (r *robot) act(m *Machine, tr *transition) {
	a := m.model.states[tr.source].around
	r.acted[tr.acts] = m.tree.elapsed(m.clock.at, a)
	if tr.then != nil {
		if err := tr.then(m, Anew); err != nil {
			r.blame(m, a, err)
		}
	}
	m.trace.recordInternal(m, tr)
}

// complete is the rest of a transition once all it leaves has stopped.
func (r *robot) complete(m *Machine, tr *transition) {
	domain := &m.tree.autos[tr.domain]
	from := domain.from
	if tr.over != none {
		m.tree.autos[tr.over].over = true
	}
	domain.waiting, m.events.mark = nil, domain.seen
	if tr.then != nil {
		if err := tr.then(m, Anew); err != nil {
			r.blame(m, tr.domain, err)
		}
	}
	switch {
	case domain.fault != nil: // settle ends it
	case tr.exit != Running:
		r.end(m, tr.domain, tr.exit)
	default:
		r.enter(m, tr.first, Anew, 0, tr.targets[0])
	}
	m.trace.recordEdge(m, from, tr)
}

// end sets the outcome of an automaton whose state has been left.
func (r *robot) end(m *Machine, a int, how Status) {
	m.tree.autos[a].ended = how
	if a == 0 {
		m.status = how
	}
}

// quitInside begins to leave the active state of an automaton, see quit.
func (r *robot) quitInside(m *Machine, a int) {
	auto := &m.tree.autos[a]
	if auto.ended != Running || auto.active == none || !m.tree.on[auto.active] {
		return
	}
	if !auto.left {
		auto.spent, auto.left = m.clock.at-auto.entered, true
	}
	if m.model.states[auto.active].plain && r.held == 0 {
		m.tree.on[auto.active] = false
		return
	}
	r.quit(m, auto.active)
}

// quit stops the activities of a state and of all inside it, innermost first, and leaves the states in that order up to
// the first that has to wait.
func (r *robot) quit(m *Machine, s int) {
	state := &m.model.states[s]
	switch {
	case state.automaton != none:
		m.tree.autos[state.automaton].waiting = nil // superseded
		r.quitInside(m, state.automaton)
	case state.kind == ParallelState:
		for i := len(state.children) - 1; i >= 0; i-- {
			if m.tree.on[state.children[i]] {
				r.quit(m, state.children[i])
			}
		}
	}
	if len(state.do) > 0 {
		r.stopActivities(m, s)
	}
	if r.held == 0 {
		r.leave(m, s)
	}
}

// leave runs the exit of a state. Its activities have stopped, and its content has been left.
func (r *robot) leave(m *Machine, s int) {
	state := &m.model.states[s]
	if state.call != none {
		r.copyOutputs(m, state.call)
	}
	var err error
	if state.exit != nil {
		err = state.exit(m, Anew)
	}
	m.tree.on[s] = false
	if state.automaton != none {
		m.tree.autos[state.automaton].live = false
	}
	if err != nil && state.around != none {
		r.blame(m, state.around, err)
	}
}
