package hfsm

// microstep takes transitions together: it leaves their source states, runs their actions, and enters their targets.
func (x *scxmlProfile) microstep(m *Machine, enabled []*scxmlEdge) {
	m.turn.budget--
	m.turn.taken++
	from := m.tree.leaf(m)
	x.leaveSet(m, enabled)
	for _, edge := range enabled {
		x.block(m, none, edge.then)
	}
	x.enterSet(m, enabled)
	for _, edge := range enabled {
		m.trace.recordEdge(m, from, edge.transition)
	}
	if x.done != none {
		x.end(m, Final)
	}
}

// leaveSet leaves the source states of transitions, innermost first, in the reverse order of the document.
func (x *scxmlProfile) leaveSet(m *Machine, enabled []*scxmlEdge) {
	c := &x.selection
	all := c.other
	clear(all)
	for _, edge := range enabled {
		x.selection.markLeft(m, edge, c.leave)
		for i, left := range c.leave {
			all[i] = all[i] || left
		}
	}
	for i := range all {
		if all[i] {
			x.services.pending[i] = false
			x.selection.remember(m, i)
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		if all[i] {
			x.leave(m, i)
		}
	}
}

// leaveSCXML leaves one state.
func (x *scxmlProfile) leave(m *Machine, s int) {
	for _, actions := range m.model.scxml.nodes[s].exit {
		x.block(m, none, actions)
	}
	x.services.end(m, s)
	x.deactivate(m, s)
}

// enterSet enters the targets of transitions, outermost first, in the order of the document. Without transitions it
// starts the machine.
func (x *scxmlProfile) enterSet(m *Machine, enabled []*scxmlEdge) {
	c := &x.selection
	clear(c.enter)
	clear(c.arrives)
	for i := range c.recalls {
		c.recalls[i] = none
	}
	if enabled == nil {
		x.selection.want(m, 0)
	}
	for _, edge := range enabled {
		if len(edge.targets) == 0 {
			continue
		}
		for _, t := range edge.targets {
			x.selection.want(m, t)
		}
		domain := x.selection.domain(m, edge)
		for _, t := range c.targets {
			x.selection.wantAround(m, t, domain)
		}
	}
	for i, wanted := range c.enter {
		if wanted {
			x.enter(m, i)
		}
	}
}

// want marks a state and the states entered with it.
func (sel *selection) want(m *Machine, s int) {
	n := &m.model.scxml.nodes[s]
	if n.memory != none {
		sel.wantRemembered(m, s, n)
		return
	}
	sel.enter[s] = true
	switch m.model.states[s].kind {
	case CompoundState:
		sel.arrives[s] = true
		for _, t := range n.initial {
			sel.want(m, t)
		}
		for _, t := range n.initial {
			sel.wantAround(m, t, s)
		}
	case ParallelState:
		sel.wantRegions(m, s)
	case AtomicState, EndState, ShallowMemory, DeepMemory:
	}
}

// wantRegions marks the regions of a parallel state in which nothing is marked.
func (sel *selection) wantRegions(m *Machine, s int) {
	for _, region := range m.model.states[s].children {
		if m.model.scxml.nodes[region].memory == none && !sel.wanted(m, region) {
			sel.want(m, region)
		}
	}
}

// wanted reports whether a state or anything inside it is marked.
func (sel *selection) wanted(m *Machine, s int) bool {
	for i := s; i <= m.model.states[s].last; i++ {
		if sel.enter[i] {
			return true
		}
	}
	return false
}

// wantRemembered marks the states that a history leads to.
func (sel *selection) wantRemembered(m *Machine, s int, n *scxmlNode) {
	parent := m.model.states[s].parent
	list := sel.memory[n.memory]
	if len(list) == 0 {
		sel.recalls[parent] = s
		list = n.initial
	}
	for _, t := range list {
		sel.want(m, t)
	}
	for _, t := range list {
		sel.wantAround(m, t, parent)
	}
}

// wantAround marks the states around s up to a state that is there already, and
// the other regions of parallel ones among them.
func (sel *selection) wantAround(m *Machine, s, up int) {
	for p := m.model.states[s].parent; p != none && p != up && p > up; p = m.model.states[p].parent {
		sel.enter[p] = true
		if m.model.states[p].kind == ParallelState {
			sel.wantRegions(m, p)
		}
	}
}

// enterSCXML enters one state.
func (x *scxmlProfile) enter(m *Machine, s int) {
	c := &x.selection
	n := &m.model.scxml.nodes[s]
	state := &m.model.states[s]
	x.services.pending[s] = len(n.invokes) > 0
	x.occupied(m, s)
	if m.model.scxml.late {
		x.initialize(m, s)
	}
	for _, actions := range n.entry {
		x.block(m, none, actions)
	}
	if c.arrives[s] {
		x.block(m, none, n.arrive)
	}
	if h := c.recalls[s]; h != none {
		x.block(m, none, m.model.scxml.nodes[h].arrive)
	}
	if state.kind == EndState {
		x.reached(m, s, n)
	}
}

// occupied makes a state active, as in every profile.
func (x *scxmlProfile) occupied(m *Machine, s int) {
	state := &m.model.states[s]
	m.tree.on[s] = true
	if state.parent != none && m.model.states[state.parent].automaton != none {
		m.tree.autos[state.around].occupy(s, m.clock.at, 0)
	}
	if state.automaton != none {
		m.tree.autos[state.automaton].live = true
	}
	if err := m.activities.startActivities(m, state, Anew); err != nil {
		x.faulty(m, errorExecution, "", err)
	}
}

// deactivate makes a state inactive, as in every profile.
func (x *scxmlProfile) deactivate(m *Machine, s int) {
	m.activities.halt(m, s)
	m.tree.on[s] = false
	if a := m.model.states[s].automaton; a != none {
		m.tree.autos[a].live = false
	}
}

// reached makes the event of a final state that has been entered.
func (x *scxmlProfile) reached(m *Machine, s int, n *scxmlNode) {
	data, err := x.pack(m, n.done, func(err error) error {
		x.faulty(m, errorExecution, "", err)
		return nil
	})
	if err != nil {
		x.faulty(m, errorExecution, "", err)
	}
	parent := m.model.states[s].parent
	if parent == 0 {
		x.done, x.result = s, data
		return
	}
	x.queue.raise(m, Event{Name: "done.state." + m.model.states[parent].name, Kind: Platform, Data: data})
	around := m.model.states[parent].parent
	if around != none && m.model.states[around].kind == ParallelState && x.finished(m, around) {
		x.queue.raise(m, Event{Name: "done.state." + m.model.states[around].name, Kind: Platform})
	}
}

// finished reports whether a state is in one of its final states.
func (x *scxmlProfile) finished(m *Machine, s int) bool {
	switch m.model.states[s].kind {
	case CompoundState:
		for _, child := range m.model.states[s].children {
			if m.tree.on[child] && m.model.states[child].kind == EndState {
				return true
			}
		}
	case ParallelState:
		for _, child := range m.model.states[s].children {
			if m.model.scxml.nodes[child].memory == none && !x.finished(m, child) {
				return false
			}
		}
		return true
	case AtomicState, EndState, ShallowMemory, DeepMemory:
	}
	return false
}
