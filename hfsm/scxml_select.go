package hfsm

import "gonao/hfsm/chart"

// selectEdges gives the transitions that an event enables, or those without an
// event when it is nil: of each active leaf the innermost one, those of the inner
// and of the earlier state before those they are in conflict with.
func (m *Machine) selectEdges(e *Event) []*scxmlEdge {
	c := &m.scxml.scratch
	c.enabled = c.enabled[:0]
	for i := range m.model.states {
		if !m.tree.on[i] || !m.isLeaf(i) {
			continue
		}
		if edge := m.selectFor(i, e); edge != nil && !listed(c.enabled, edge) {
			c.enabled = append(c.enabled, edge)
		}
	}
	if len(c.enabled) < 2 {
		return c.enabled
	}
	return m.withoutConflicts()
}

func listed(list []*scxmlEdge, edge *scxmlEdge) bool {
	for _, other := range list {
		if other == edge {
			return true
		}
	}
	return false
}

func (m *Machine) isLeaf(s int) bool {
	k := m.model.states[s].kind
	return k == AtomicState || k == EndState
}

// selectFor gives the first transition of a state, or of one around it, that is
// enabled.
func (m *Machine) selectFor(s int, e *Event) *scxmlEdge {
	for ; s != none; s = m.model.states[s].parent {
		edges := m.model.scxml.nodes[s].edges
		for i := range edges {
			edge := &edges[i]
			if e == nil && edge.events != nil || e != nil && (edge.events == nil || !chart.MatchesEvent(edge.events, e.Name)) {
				continue
			}
			if m.holds(edge.guard) {
				return edge
			}
		}
	}
	return nil
}

// withoutConflicts removes, of two transitions that leave the same state, the one
// further out, or else the later one.
func (m *Machine) withoutConflicts() []*scxmlEdge {
	c := &m.scxml.scratch
	c.kept = c.kept[:0]
	for _, edge := range c.enabled {
		m.markLeft(edge, c.leave)
		if m.preempted(edge) {
			continue
		}
		kept := c.kept[:0]
		for _, other := range c.kept {
			if !m.conflicts(other) {
				kept = append(kept, other)
			}
		}
		c.kept = append(kept, edge)
	}
	return c.kept
}

// preempted says whether a transition is in conflict with one that is not further
// out; what it leaves is marked.
func (m *Machine) preempted(edge *scxmlEdge) bool {
	for _, other := range m.scxml.scratch.kept {
		if !m.inside(edge.source, other.source) && m.conflicts(other) {
			return true
		}
	}
	return false
}

// conflicts says whether a transition leaves any of the states that are marked.
func (m *Machine) conflicts(other *scxmlEdge) bool {
	c := &m.scxml.scratch
	m.markLeft(other, c.other)
	return overlap(c.leave, c.other)
}

func overlap(a, b []bool) bool {
	for i := range a {
		if a[i] && b[i] {
			return true
		}
	}
	return false
}

// inside says whether state s is inside around.
func (m *Machine) inside(s, around int) bool {
	return around < s && s <= m.model.states[around].last
}

// markLeft marks the active states that a transition leaves.
func (m *Machine) markLeft(edge *scxmlEdge, marks []bool) {
	clear(marks)
	if len(edge.targets) == 0 {
		return
	}
	domain := m.domain(edge)
	for i := domain + 1; i <= m.model.states[domain].last; i++ {
		marks[i] = m.tree.on[i]
	}
}

// domain gives the innermost compound state that a transition does not leave.
func (m *Machine) domain(edge *scxmlEdge) int {
	c := &m.scxml.scratch
	c.targets = m.effective(edge.targets, c.targets[:0])
	source := edge.source
	if edge.internal && m.model.states[source].kind == CompoundState && m.allInside(c.targets, source) {
		return source
	}
	for s := m.model.states[source].parent; s > 0; s = m.model.states[s].parent {
		if m.model.states[s].kind == CompoundState && m.allInside(c.targets, s) {
			return s
		}
	}
	return 0
}

func (m *Machine) allInside(states []int, around int) bool {
	for _, s := range states {
		if !m.inside(s, around) {
			return false
		}
	}
	return true
}

// effective replaces histories by the states they stand for.
func (m *Machine) effective(targets, into []int) []int {
	for _, t := range targets {
		n := &m.model.scxml.nodes[t]
		switch {
		case n.memory == none:
			into = append(into, t)
		case len(m.scxml.memory[n.memory]) > 0:
			into = append(into, m.scxml.memory[n.memory]...)
		default:
			into = m.effective(n.initial, into)
		}
	}
	return into
}

// remember notes for the histories inside a state that is about to be left where
// they lead to.
func (m *Machine) remember(s int) {
	for _, child := range m.model.states[s].children {
		k := m.model.scxml.nodes[child].memory
		if k == none {
			continue
		}
		list := m.scxml.memory[k][:0]
		deep := m.model.states[child].kind == DeepMemory
		for i := s + 1; i <= m.model.states[s].last; i++ {
			if m.tree.on[i] && (deep && m.isLeaf(i) || !deep && m.model.states[i].parent == s) {
				list = append(list, i)
			}
		}
		m.scxml.memory[k] = list
	}
}

// InState says whether a state of this path, or of this name, is active: what
// documents ask with In.
func (m *Machine) InState(name string) bool {
	for i := 1; i < len(m.model.states); i++ {
		if m.tree.on[i] && (m.model.states[i].name == name || m.model.states[i].path == name) {
			return true
		}
	}
	return false
}
