package check

import (
	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// checkDeadEnds reports states that the machine never leaves although this does not
// look intended: no transition leads out of the state or of one around it, and it
// neither ends its automaton nor is the only state. Where an outer transition waits
// for this automaton to end, it waits for ever too. Unreachable states are left out.
func (c *checker) checkDeadEnds(reached []bool) {
	m := c.model
	left := make([]bool, len(m.States))
	for i := range m.States {
		for j := range m.States[i].Transitions {
			c.markLeft(left, &m.States[i].Transitions[j])
		}
	}
	for i := range m.States {
		s := &m.States[i]
		if i == 0 || !reached[i] || s.End || s.Around == None || m.isRegion(i) || left[i] {
			continue
		}
		owner := &m.States[m.Automata[s.Around].State]
		if len(owner.Children) < 2 || c.interrupted(s) || s.holdsDeadEnd() {
			continue
		}
		c.remark(chart.Warning, c.chartOf(s), s.Source.Place, codeDeadEnd,
			"no way out; expected a transition, or final: true if its automaton ends here")
	}
}

// markLeft marks the states that a transition leaves.
func (c *checker) markLeft(left []bool, t *Transition) {
	m := c.model
	if t.Exit {
		left[t.Source] = true
		return
	}
	if !t.leaves() {
		return
	}
	for s := t.Source; s != None && s != m.Automata[t.Domain].State; s = m.States[s].Parent {
		left[s] = true
	}
}

// interrupted reports whether an enclosing state is left by a transition that does not wait for the end of its content.
func (c *checker) interrupted(s *State) bool {
	m := c.model
	for p := s.Parent; p != None; p = m.States[p].Parent {
		for i := range m.States[p].Transitions {
			if t := &m.States[p].Transitions[i]; t.leaves() && !waitsForEnd(t.Guard) {
				return true
			}
		}
	}
	return false
}

// waitsForEnd reports whether a guard reads how its state has ended.
func waitsForEnd(guard *expr.Node) bool {
	return guard != nil && (reads(guard, "final") || reads(guard, "failed"))
}

// holdsDeadEnd reports whether the state has several states inside: then a dead end,
// if there is one, is reported of one of those.
func (s *State) holdsDeadEnd() bool { return len(s.Children) > 1 && s.Automaton != None }

// checkFailures reports states that are left only when their content has ended well: after a failure, the machine stays
// there forever.
func (c *checker) checkFailures(reached []bool) {
	for i := range c.model.States {
		s := &c.model.States[i]
		if i == 0 || !reached[i] || s.End || !s.Acts && s.Calls == None {
			continue
		}
		waiting := c.onlyFinal(s)
		if waiting == nil {
			continue
		}
		c.remark(chart.Warning, c.chartOf(s), waiting.Written.Place, codeFailed,
			"the machine stays in %s when what runs there fails; expected a transition with if: failed, or after a time", s.Name)
	}
}

// onlyFinal returns the transition by which a state waits for a good end, or nil when a
// transition of it or of a state around it leads out in another case.
func (c *checker) onlyFinal(s *State) (waiting *Transition) {
	m := c.model
	for j := range s.Transitions {
		t := &s.Transitions[j]
		if !t.leaves() {
			continue
		}
		if t.waits() || t.Guard == nil || !reads(t.Guard, "final") || reads(t.Guard, "failed") {
			return nil
		}
		waiting = t
	}
	for p := s.Parent; p != None && waiting != nil; p = m.States[p].Parent {
		for j := range m.States[p].Transitions {
			if t := &m.States[p].Transitions[j]; t.leaves() && !waitsForEnd(t.Guard) {
				return nil
			}
		}
	}
	return waiting
}
