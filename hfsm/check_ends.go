package hfsm

import (
	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// checkDeadEnds reports states that the machine stays in for ever although it does
// not look as if that were meant: no transition leads out of the state or of one
// around it, and it neither ends its automaton nor is all there is of it. Where an
// outer transition waits for this automaton to end, it waits for ever too. What nothing
// leads to is left out.
func (b *compiler) checkDeadEnds(reached []bool) {
	m := b.model
	leaves := make([]bool, len(m.states))
	for i := range m.states {
		for j := range m.states[i].trans {
			b.markLeft(leaves, &m.states[i].trans[j])
		}
	}
	for i := range m.states {
		s := &m.states[i]
		if i == 0 || !reached[i] || s.kind == EndState || s.around == none || b.isRegion(i) || leaves[i] {
			continue
		}
		owner := &m.states[m.automata[s.around].state]
		if len(owner.children) < 2 || b.interrupted(s) || b.holdsDeadEnd(s) {
			continue
		}
		b.remark(chart.Warning, b.of(s), s.source.Place, codeDeadEnd,
			"no way out; expected a transition, or final: true if its automaton ends here")
	}
}

// markLeft marks the states that a transition leaves.
func (b *compiler) markLeft(leaves []bool, t *transition) {
	m := b.model
	if t.exit != Running {
		leaves[t.source] = true
		return
	}
	if len(t.targets) == 0 || t.internal {
		return
	}
	for s := t.source; s != none && s != m.automata[t.domain].state; s = m.states[s].parent {
		leaves[s] = true
	}
}

// interrupted says whether a state around this one is left by a transition that
// does not wait for what is inside it to end.
func (b *compiler) interrupted(s *state) bool {
	m := b.model
	for p := s.parent; p != none; p = m.states[p].parent {
		for i := range m.states[p].trans {
			t := &m.states[p].trans[i]
			if (t.exit != Running || len(t.targets) > 0 && !t.internal) && !waitsForEnd(t.node) {
				return true
			}
		}
	}
	return false
}

// waitsForEnd says whether a guard asks how its state has ended.
func waitsForEnd(guard *expr.Node) (waits bool) {
	if guard == nil {
		return false
	}
	guard.Walk(func(n *expr.Node) {
		waits = waits || n.Kind == expr.Variable && (n.Name == "final" || n.Name == "failed")
	})
	return waits
}

// holdsDeadEnd says whether the state goes on inside: then what is wrong, if
// anything is, is said of a state inside it.
func (b *compiler) holdsDeadEnd(s *state) bool {
	return len(s.children) > 1 && s.kind == CompoundState
}
