package check

import (
	"strings"

	"gonao/hfsm/chart"
)

// reached returns of each state whether transitions lead there from the machine's
// initial state.
func (m *Model) reached() []bool {
	reached := make([]bool, len(m.States))
	var visit func(id int)
	visit = func(id int) {
		if reached[id] {
			return
		}
		reached[id] = true
		s := &m.States[id]
		if s.Parent != None {
			visit(s.Parent)
		}
		if s.Parallel {
			for _, region := range s.Children {
				visit(region)
			}
		}
		if s.Automaton != None && m.Automata[s.Automaton].Initial != None {
			visit(m.Automata[s.Automaton].Initial)
		}
		for i := range s.Transitions {
			for _, to := range s.Transitions[i].Targets {
				visit(to)
			}
		}
	}
	visit(0)
	return reached
}

// checkReachable reports states that no transition leads to. They do no harm: a
// machine that is only half drawn may be run.
func (c *checker) checkReachable(reached []bool) {
	for id, ok := range reached {
		s := &c.model.States[id]
		if !ok && reached[s.Parent] { // otherwise it was reported for the enclosing state
			c.remark(chart.Warning, c.chartOf(s), s.Source.Place, codeUnreachable, "no transition leads here; expected one, or no such state")
		}
	}
}

// checkCycles reports cycles of transitions that wait for nothing: the machine would
// follow them for ever without time passing.
func (c *checker) checkCycles(reached []bool) {
	m := c.model
	next := make([]int, len(m.States)) // the state entered by leaving this one at once, or None
	for id := range m.States {
		next[id] = None
		if !reached[id] {
			continue
		}
		if t := m.atOnce(id); t != nil {
			next[id] = m.leftAtOnce(t)
		}
	}
	const fresh, open, done = 0, 1, 2
	mark := make([]int, len(m.States))
	for start := range m.States {
		var path []int
		at := start
		for at != None && mark[at] == fresh {
			mark[at] = open
			path = append(path, at)
			at = next[at]
		}
		if at != None && mark[at] == open {
			c.reportCycle(path, at)
		}
		for _, id := range path {
			mark[id] = done
		}
	}
}

// atOnce returns the transition that a state takes immediately to another state, or nil.
func (m *Model) atOnce(id int) *Transition {
	for i := range m.States[id].Transitions {
		t := &m.States[id].Transitions[i]
		if t.Targets != nil && !t.waits() && !t.Guarded {
			return t
		}
	}
	return nil
}

// leftAtOnce returns the first of the states a transition enters, outermost first, that is left at once, or None. The
// content of the target begins from the start.
func (m *Model) leftAtOnce(t *Transition) int {
	for _, s := range m.appendEntered(nil, t) {
		if m.atOnce(s) != nil {
			return s
		}
	}
	return None
}

// appendEntered appends the states that a transition enters, outermost first, down to the last that begins from the
// start.
func (m *Model) appendEntered(states []int, t *Transition) []int {
	target := t.Targets[0]
	for s := m.Automata[t.Domain].State; s != target; {
		s = m.toward(s, target)
		states = append(states, s)
	}
	return m.appendInside(states, target)
}

// appendInside appends the states that are entered with s.
func (m *Model) appendInside(states []int, s int) []int {
	state := &m.States[s]
	inside := state.Children
	if state.Automaton != None {
		inside = []int{m.Automata[state.Automaton].Initial}
	}
	for _, child := range inside {
		if child != None {
			states = m.appendInside(append(states, child), child)
		}
	}
	return states
}

// reportCycle names the states of a cycle that begins at first.
func (c *checker) reportCycle(path []int, first int) {
	m := c.model
	var names []string
	for _, id := range path {
		if id == first || len(names) > 0 {
			names = append(names, m.States[id].Path)
		}
	}
	names = append(names, m.States[first].Path)
	c.remark(chart.Error, c.chartOf(&m.States[first]), m.atOnce(first).Written.Place, codeCycle,
		"a cycle without time: %s; expected `after` or an `if` that can be false in it", strings.Join(names, " -> "))
}
