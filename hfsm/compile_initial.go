package hfsm

import (
	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// initial finds the state an automaton begins with.
func (b *treeBuilder) initial(id int, src *chart.State, f *frame) {
	s := &b.model.states[id]
	if len(s.children) == 0 {
		if (s.source == src || src == f.chart.Root) && !f.chart.Faulty {
			b.fault(f, src.Place, "no state; expected at least one")
		}
		return
	}
	if b.model.profile == chart.SCXML {
		b.initialSCXML(id, src, f)
		return
	}
	a := &b.model.automata[s.automaton]
	if len(src.Initial) == 0 {
		a.initial = s.children[0]
		return
	}
	word := src.Initial[0]
	var names []string
	for _, c := range s.children {
		if b.model.states[c].name == word {
			a.initial = c
			return
		}
		names = append(names, b.model.states[c].name)
	}
	if f.chart.Faulty { // its reader has reported it
		return
	}
	b.fault(f, f.chart.At(src.Place, "initial"), "no state %q%s; expected one of %s", word, wording.DidYouMean(word, names), chart.Listed(names))
}
