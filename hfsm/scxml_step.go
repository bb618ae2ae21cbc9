package hfsm

// microstep takes transitions together: it leaves all they leave, does what they
// do, and enters all they enter.
func (m *Machine) microstep(enabled []*scxmlEdge) {
	m.turn.budget--
	from := m.tree.leaf(m)
	m.leaveSet(enabled)
	for _, edge := range enabled {
		m.block(edge.then)
	}
	m.enterSet(enabled)
	for _, edge := range enabled {
		m.trace.record(m, edge.source, from, edge.transition)
	}
	if m.scxml.done != none {
		m.endSCXML(Final)
	}
}

// leaveSet leaves what transitions leave, innermost first, in the reverse order of
// the document.
func (m *Machine) leaveSet(enabled []*scxmlEdge) {
	c := &m.scxml.scratch
	all := c.other
	clear(all)
	for _, edge := range enabled {
		m.markLeft(edge, c.leave)
		for i, left := range c.leave {
			all[i] = all[i] || left
		}
	}
	for i := range all {
		if all[i] {
			m.scxml.pending[i] = false
			m.remember(i)
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		if all[i] {
			m.leaveSCXML(i)
		}
	}
}

// leaveSCXML leaves one state.
func (m *Machine) leaveSCXML(s int) {
	for _, actions := range m.model.scxml.nodes[s].exit {
		m.block(actions)
	}
	m.uninvoke(s)
	m.deactivate(s)
}

// enterSet enters what transitions enter, outermost first, in the order of the
// document. Without transitions it is the machine's own beginning.
func (m *Machine) enterSet(enabled []*scxmlEdge) {
	c := &m.scxml.scratch
	clear(c.enter)
	clear(c.arrives)
	for i := range c.recalls {
		c.recalls[i] = none
	}
	if enabled == nil {
		m.want(0)
	}
	for _, edge := range enabled {
		if len(edge.targets) == 0 {
			continue
		}
		for _, t := range edge.targets {
			m.want(t)
		}
		domain := m.domain(edge)
		for _, t := range c.targets {
			m.wantAround(t, domain)
		}
	}
	for i, wanted := range c.enter {
		if wanted {
			m.enterSCXML(i)
		}
	}
}

// want marks a state and what is entered with it.
func (m *Machine) want(s int) {
	c := &m.scxml.scratch
	n := &m.model.scxml.nodes[s]
	if n.memory != none {
		m.wantRemembered(s, n)
		return
	}
	c.enter[s] = true
	switch m.model.states[s].kind {
	case CompoundState:
		c.arrives[s] = true
		for _, t := range n.initial {
			m.want(t)
		}
		for _, t := range n.initial {
			m.wantAround(t, s)
		}
	case ParallelState:
		m.wantRegions(s)
	case AtomicState, EndState, ShallowMemory, DeepMemory:
	}
}

// wantRegions marks the regions of a parallel state in which nothing is marked.
func (m *Machine) wantRegions(s int) {
	for _, region := range m.model.states[s].children {
		if m.model.scxml.nodes[region].memory == none && !m.wanted(region) {
			m.want(region)
		}
	}
}

// wanted says whether a state or anything inside it is marked.
func (m *Machine) wanted(s int) bool {
	for i := s; i <= m.model.states[s].last; i++ {
		if m.scxml.scratch.enter[i] {
			return true
		}
	}
	return false
}

// wantRemembered marks what a history leads to.
func (m *Machine) wantRemembered(s int, n *scxmlNode) {
	parent := m.model.states[s].parent
	list := m.scxml.memory[n.memory]
	if len(list) == 0 {
		m.scxml.scratch.recalls[parent] = s
		list = n.initial
	}
	for _, t := range list {
		m.want(t)
	}
	for _, t := range list {
		m.wantAround(t, parent)
	}
}

// wantAround marks the states around s up to a state that is there already, and
// the other regions of parallel ones among them.
func (m *Machine) wantAround(s, up int) {
	for p := m.model.states[s].parent; p != none && p != up && p > up; p = m.model.states[p].parent {
		m.scxml.scratch.enter[p] = true
		if m.model.states[p].kind == ParallelState {
			m.wantRegions(p)
		}
	}
}

// enterSCXML enters one state.
func (m *Machine) enterSCXML(s int) {
	c := &m.scxml.scratch
	n := &m.model.scxml.nodes[s]
	state := &m.model.states[s]
	m.scxml.pending[s] = len(n.invokes) > 0
	m.occupied(s)
	if m.model.scxml.late {
		m.initialize(s)
	}
	for _, actions := range n.entry {
		m.block(actions)
	}
	if c.arrives[s] {
		m.block(n.arrive)
	}
	if h := c.recalls[s]; h != none {
		m.block(m.model.scxml.nodes[h].arrive)
	}
	if state.kind == EndState {
		m.reached(s, n)
	}
}

// occupied makes a state active, as in every profile.
func (m *Machine) occupied(s int) {
	state := &m.model.states[s]
	m.tree.on[s] = true
	if state.parent != none && m.model.states[state.parent].automaton != none {
		m.robot.occupy(m, s, Anew, 0)
	}
	if state.automaton != none {
		m.tree.autos[state.automaton].live = true
	}
	if err := m.activities.startActivities(m, state, Anew); err != nil {
		m.faulty(errorExecution, "", err)
	}
}

// deactivate makes a state inactive, as in every profile.
func (m *Machine) deactivate(s int) {
	m.activities.halt(m, s)
	m.tree.on[s] = false
	if a := m.model.states[s].automaton; a != none {
		m.tree.autos[a].live = false
	}
}

// reached tells that a final state has been entered.
func (m *Machine) reached(s int, n *scxmlNode) {
	data, err := m.pack(n.done, func(err error) error {
		m.faulty(errorExecution, "", err)
		return nil
	})
	if err != nil {
		m.faulty(errorExecution, "", err)
	}
	parent := m.model.states[s].parent
	if parent == 0 {
		m.scxml.done, m.scxml.result = s, data
		return
	}
	m.internal(Event{Name: "done.state." + m.model.states[parent].name, Kind: Platform, Data: data})
	around := m.model.states[parent].parent
	if around != none && m.model.states[around].kind == ParallelState && m.finished(around) {
		m.internal(Event{Name: "done.state." + m.model.states[around].name, Kind: Platform})
	}
}

// finished says whether a state is in a final state of its own.
func (m *Machine) finished(s int) bool {
	switch m.model.states[s].kind {
	case CompoundState:
		for _, child := range m.model.states[s].children {
			if m.tree.on[child] && m.model.states[child].kind == EndState {
				return true
			}
		}
	case ParallelState:
		for _, child := range m.model.states[s].children {
			if m.model.scxml.nodes[child].memory == none && !m.finished(child) {
				return false
			}
		}
		return true
	case AtomicState, EndState, ShallowMemory, DeepMemory:
	}
	return false
}
