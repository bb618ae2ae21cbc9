package hfsm

import (
	"strings"

	"gonao/hfsm/chart"
)

// reached says of each state whether a way leads there, from the machine's beginning.
func (m *Model) reached() []bool {
	reached := make([]bool, len(m.states))
	var visit func(id int)
	visit = func(id int) {
		if reached[id] {
			return
		}
		reached[id] = true
		s := &m.states[id]
		if s.parent != none {
			visit(s.parent)
		}
		if s.kind == ParallelState {
			for _, region := range s.children {
				visit(region)
			}
		}
		if s.automaton != none && m.automata[s.automaton].initial != none {
			visit(m.automata[s.automaton].initial)
		}
		for i := range s.trans {
			for _, to := range s.trans[i].targets {
				visit(to)
			}
		}
	}
	visit(0)
	return reached
}

// checkReachable reports states no way leads to. They do no harm: a machine that is
// only half drawn may be tried.
func (b *compiler) checkReachable(reached []bool) {
	m := b.model
	for id, ok := range reached {
		s := &m.states[id]
		if !ok && reached[s.parent] { // else it was said of the state around
			b.remark(chart.Warning, b.of(s), s.source.Place, codeUnreachable, "no transition leads here; expected one, or no such state")
		}
	}
}

// checkCycles reports rings of transitions that wait for nothing: the machine
// would go round for ever in no time.
func (b *compiler) checkCycles(reached []bool) {
	m := b.model
	next := make([]int, len(m.states)) // the state each one makes leave at once, or none
	for id := range m.states {
		next[id] = none
		if !reached[id] {
			continue
		}
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
func (b *compiler) atOnce(id int) *transition {
	for i := range b.model.states[id].trans {
		t := &b.model.states[id].trans[i]
		if t.targets != nil && t.after == 0 && t.events == nil && t.guard == nil {
			return t
		}
	}
	return nil
}

// leftAtOnce gives the first of the states a transition enters, outermost first,
// that is left at once, or none. What is inside the target begins anew.
func (b *compiler) leftAtOnce(t *transition) int {
	m := b.model
	target := t.targets[0]
	for s := m.automata[t.domain].state; s != target; {
		s = m.toward(s, target)
		if b.atOnce(s) != nil {
			return s
		}
	}
	return b.firstInside(target)
}

// firstInside gives the first state that is left at once of those entered with s.
func (b *compiler) firstInside(s int) int {
	state := &b.model.states[s]
	inside := state.children
	if state.automaton != none {
		inside = []int{b.model.automata[state.automaton].initial}
	}
	for _, child := range inside {
		if child == none {
			continue
		}
		if b.atOnce(child) != nil {
			return child
		}
		if found := b.firstInside(child); found != none {
			return found
		}
	}
	return none
}

// reportCycle names the states of a ring that begins at first.
func (b *compiler) reportCycle(path []int, first int) {
	var names []string
	for _, id := range path {
		if id == first || len(names) > 0 {
			names = append(names, b.model.states[id].path)
		}
	}
	names = append(names, b.model.states[first].path)
	t := b.atOnce(first)
	b.find(chart.Error, b.model.frames[b.model.states[first].frame], t.written.Place, "cycle",
		"a cycle without time: %s; expected `after` or an `if` that can be false in it", strings.Join(names, " -> "))
}
