package hfsm

import "gonao/hfsm/chart"

// selection finds the transitions that a machine of the profile scxml takes and the states it enters. Its slices hold one
// microstep, except memory.
type selection struct {
	memory  [][]int // of histories: the states that they lead to
	enabled []*scxmlEdge
	kept    []*scxmlEdge
	enter   []bool // by state
	arrives []bool // by state: entered by its initial transition
	recalls []int  // by state: history whose default content runs after it, or none
	other   []bool
	leave   []bool
	targets []int
}

func newSelection(states, histories int) selection {
	marks := func() []bool { return make([]bool, states) }
	return selection{
		memory: make([][]int, histories), enter: marks(), arrives: marks(), leave: marks(), other: marks(), recalls: make([]int, states),
	}
}

// forget empties the histories.
func (sel *selection) forget() {
	for i := range sel.memory {
		sel.memory[i] = sel.memory[i][:0]
	}
}

// choose returns the transitions that an event enables, or those without an
// event when it is nil: of each active leaf the innermost one, those of the inner
// and of the earlier state before those they are in conflict with.
func (sel *selection) choose(m *Machine, e *Event) []*scxmlEdge {
	sel.enabled = sel.enabled[:0]
	for i := range m.model.states {
		if !m.tree.on[i] || !sel.isLeaf(m, i) {
			continue
		}
		if edge := sel.selectFor(m, i, e); edge != nil && !listed(sel.enabled, edge) {
			sel.enabled = append(sel.enabled, edge)
		}
	}
	if len(sel.enabled) < 2 {
		return sel.enabled
	}
	return sel.withoutConflicts(m)
}

func listed(list []*scxmlEdge, edge *scxmlEdge) bool {
	for _, other := range list {
		if other == edge {
			return true
		}
	}
	return false
}

func (sel *selection) isLeaf(m *Machine, s int) bool {
	k := m.model.states[s].kind
	return k == AtomicState || k == EndState
}

// selectFor returns the first transition of a state, or of one around it, that is
// enabled.
func (sel *selection) selectFor(m *Machine, s int, e *Event) *scxmlEdge {
	for ; s != none; s = m.model.states[s].parent {
		edges := m.model.scxml.nodes[s].edges
		for i := range edges {
			edge := &edges[i]
			if e == nil && edge.events != nil || e != nil && (edge.events == nil || !chart.MatchesEvent(edge.events, e.Name)) {
				continue
			}
			if m.scxml.holds(m, edge.guard) {
				return edge
			}
		}
	}
	return nil
}

// withoutConflicts removes, of two transitions that leave the same state, the outer one, or otherwise the later one.
func (sel *selection) withoutConflicts(m *Machine) []*scxmlEdge {
	sel.kept = sel.kept[:0]
	for _, edge := range sel.enabled {
		sel.markLeft(m, edge, sel.leave)
		if sel.preempted(m, edge) {
			continue
		}
		kept := sel.kept[:0]
		for _, other := range sel.kept {
			if !sel.conflicts(m, other) {
				kept = append(kept, other)
			}
		}
		sel.kept = append(kept, edge)
	}
	return sel.kept
}

// preempted reports whether a transition conflicts with one that is not further out; the states that it leaves are
// marked.
func (sel *selection) preempted(m *Machine, edge *scxmlEdge) bool {
	for _, other := range sel.kept {
		if !sel.inside(m, edge.source, other.source) && sel.conflicts(m, other) {
			return true
		}
	}
	return false
}

// conflicts reports whether a transition leaves any of the states that are marked.
func (sel *selection) conflicts(m *Machine, other *scxmlEdge) bool {
	sel.markLeft(m, other, sel.other)
	return overlap(sel.leave, sel.other)
}

func overlap(a, b []bool) bool {
	for i := range a {
		if a[i] && b[i] {
			return true
		}
	}
	return false
}

// inside reports whether state s is inside around.
func (sel *selection) inside(m *Machine, s, around int) bool {
	return around < s && s <= m.model.states[around].last
}

// markLeft marks the active states that a transition leaves.
func (sel *selection) markLeft(m *Machine, edge *scxmlEdge, marks []bool) {
	clear(marks)
	if len(edge.targets) == 0 {
		return
	}
	domain := sel.domain(m, edge)
	for i := domain + 1; i <= m.model.states[domain].last; i++ {
		marks[i] = m.tree.on[i]
	}
}

// domain returns the innermost compound state that a transition does not leave.
func (sel *selection) domain(m *Machine, edge *scxmlEdge) int {
	sel.targets = sel.effective(m, edge.targets, sel.targets[:0])
	source := edge.source
	if edge.internal && m.model.states[source].kind == CompoundState && sel.allInside(m, sel.targets, source) {
		return source
	}
	for s := m.model.states[source].parent; s > 0; s = m.model.states[s].parent {
		if m.model.states[s].kind == CompoundState && sel.allInside(m, sel.targets, s) {
			return s
		}
	}
	return 0
}

func (sel *selection) allInside(m *Machine, states []int, around int) bool {
	for _, s := range states {
		if !sel.inside(m, s, around) {
			return false
		}
	}
	return true
}

// effective replaces histories by the states they stand for.
func (sel *selection) effective(m *Machine, targets, into []int) []int {
	for _, t := range targets {
		n := &m.model.scxml.nodes[t]
		switch {
		case n.memory == none:
			into = append(into, t)
		case len(sel.memory[n.memory]) > 0:
			into = append(into, sel.memory[n.memory]...)
		default:
			into = sel.effective(m, n.initial, into)
		}
	}
	return into
}

// remember notes for the histories inside a state that is about to be left where
// they lead to.
func (sel *selection) remember(m *Machine, s int) {
	for _, child := range m.model.states[s].children {
		k := m.model.scxml.nodes[child].memory
		if k == none {
			continue
		}
		list := sel.memory[k][:0]
		deep := m.model.states[child].kind == DeepMemory
		for i := s + 1; i <= m.model.states[s].last; i++ {
			if m.tree.on[i] && (deep && sel.isLeaf(m, i) || !deep && m.model.states[i].parent == s) {
				list = append(list, i)
			}
		}
		sel.memory[k] = list
	}
}
