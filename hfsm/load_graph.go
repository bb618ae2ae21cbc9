package hfsm

import "strings"

// checkReachable reports states no way leads to.
func (b *builder) checkReachable() {
	m := b.model
	reached := make([]bool, len(m.states))
	var visit func(id int)
	visit = func(id int) {
		if reached[id] {
			return
		}
		reached[id] = true
		s := m.states[id]
		if owner := m.automata[s.automaton].owner; owner != none {
			visit(owner)
		}
		if s.child != none {
			visit(m.automata[s.child].initial)
		}
		for _, t := range s.trans {
			if t.exit == Running {
				visit(t.enter[len(t.enter)-1])
			}
		}
	}
	visit(m.automata[0].initial)
	for id, ok := range reached {
		if !ok {
			b.fault(b.raw[id].node, b.raw[id].key, "no transition leads here; expected one, or no such state")
		}
	}
}

// checkCycles reports rings of transitions that wait for nothing: the machine
// would go round for ever in no time.
func (b *builder) checkCycles() {
	m := b.model
	next := make([]int, len(m.states)) // the state each one makes leave at once, or none
	for id := range m.states {
		next[id] = none
		if t := b.atOnce(id); t != nil {
			next[id] = b.leftAtOnce(t)
		}
	}
	const fresh, open, done = 0, 1, 2
	mark := make([]int, len(m.states))
	for start := range m.states {
		var path []int
		at := start
		for at != none && mark[at] == fresh {
			mark[at] = open
			path = append(path, at)
			at = next[at]
		}
		if at != none && mark[at] == open {
			b.reportCycle(path, at)
		}
		for _, id := range path {
			mark[id] = done
		}
	}
}

// atOnce gives the transition to another state that a state takes without
// waiting for anything, or nil.
func (b *builder) atOnce(id int) *transition {
	for i, raw := range b.raw[id].trans {
		if t := &b.model.states[id].trans[i]; raw.unconditional && t.exit == Running {
			return t
		}
	}
	return nil
}

// leftAtOnce gives the first of the states a transition enters, outermost first,
// that is left at once, or none. What is inside the target begins anew.
func (b *builder) leftAtOnce(t *transition) int {
	for _, s := range t.enter {
		if b.atOnce(s) != nil {
			return s
		}
	}
	inside := b.model.states[t.enter[len(t.enter)-1]].child
	for inside != none {
		s := b.model.automata[inside].initial
		if b.atOnce(s) != nil {
			return s
		}
		inside = b.model.states[s].child
	}
	return none
}

// reportCycle names the states of a ring that begins at first.
func (b *builder) reportCycle(path []int, first int) {
	var names []string
	for _, id := range path {
		if id == first || len(names) > 0 {
			names = append(names, b.model.states[id].path)
		}
	}
	names = append(names, b.model.states[first].path)
	raw := b.raw[first]
	for _, t := range raw.trans {
		if t.unconditional {
			b.fault(t.node, t.key, "a cycle without time: %s; expected `after` or an `if` that can be false in it",
				strings.Join(names, " -> "))
			return
		}
	}
}
