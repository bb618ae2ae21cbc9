package hfsm

import (
	"fmt"
	"slices"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/check"
	"gonao/internal/wording"
)

// resolve binds the transitions and actions of a state to ids.
func (b *linker) resolve(id int) {
	s := &b.model.states[id]
	f := b.model.frames[s.frame]
	if b.model.profile == chart.Robot {
		b.texts.here = here{state: id, begins: true}
		s.entry = b.acts.doing(b.acts.actions(f, id, s.source.Entry))
		s.do, s.steps = b.acts.activities(f, id, s.source.Do)
		b.texts.here.begins = false
		s.exit = b.acts.doing(b.acts.actions(f, id, s.source.Exit))
	}
	if b.isRegion(id) && s.automaton != none && (len(s.do) > 0 || s.steps != nil) {
		b.model.automata[s.automaton].region = id
	}
	if b.isRegion(id) && len(s.source.Transitions) > 0 {
		b.fault(f, s.source.Transitions[0].Place, "a transition of a region; expected it in the state whose region it is, or inside")
		return
	}
	enabled := s.source.Enabled()
	s.trans = slices.Grow(s.trans, len(enabled))
	for i, t := range enabled {
		if b.full() {
			return
		}
		tr := transition{id: len(b.model.edges) + i, place: slices.Index(s.source.Transitions, t), source: id, written: t, acts: none, over: none, leaf: none, name: t.Name}
		if b.model.profile == chart.SCXML || b.transition(f, id, t, &tr) {
			s.trans = append(s.trans, tr)
		}
	}
	if b.model.profile == chart.Robot {
		slices.SortStableFunc(s.trans, func(x, y transition) int { return y.priority - x.priority })
	}
	b.model.edges = append(b.model.edges, make([]*transition, len(enabled))...)
	s.silent = slices.Grow(s.silent, len(s.trans))
	s.plain = s.kind == AtomicState && !b.isRegion(id) && s.entry == nil && s.exit == nil && len(s.do) == 0
	for i := range s.trans {
		b.model.edges[s.trans[i].id] = &s.trans[i]
		s.looks(&s.trans[i])
		s.plain = s.plain && s.trans[i].acts == none
	}
}

// looks adds a transition to those that a tick checks.
func (s *state) looks(tr *transition) {
	if tr.events != nil {
		s.events = true
		return
	}
	s.silent = append(s.silent, look{tr.guard, tr.after > 0 || tr.acts != none, tr})
}

// isRegion reports whether a state is a region of the profile robot.
func (b *linker) isRegion(id int) bool {
	parent := b.model.states[id].parent
	return b.model.profile == chart.Robot && parent != none && b.model.states[parent].kind == ParallelState
}

// transition makes one transition of state id.
func (b *linker) transition(f *frame, id int, t *chart.Transition, tr *transition) bool {
	tr.events, tr.after, tr.internal, tr.priority = t.Events, t.After, t.Internal, t.Priority
	if t.If != nil {
		tr.text, tr.script = t.If.Text, f.scripted(t.If)
		g := b.texts.guard(f, id, *t.If)
		tr.guard, tr.node = g.bool, g.node
		if g.constant && g.bool != nil {
			if !g.bool(nil) {
				b.find(f, t.If.Place, check.CodeNever, "never true; expected a guard that can be")
			}
			tr.guard = nil
		}
	}
	tr.then = b.acts.doing(b.acts.actions(f, id, t.Then))
	if len(t.To) == 0 {
		tr.acts, tr.domain, tr.target = b.model.acts, b.model.states[id].around, b.model.states[id].path
		b.model.acts++
		return true
	}
	if len(t.To) > 1 {
		b.fault(f, f.chart.At(t.Place, "to"), "%d states; expected one", len(t.To))
		return false
	}
	return b.target(f, id, t, tr)
}

// target resolves the target of a transition: a sibling, a path from the top, an exit.
func (b *linker) target(f *frame, from int, t *chart.Transition, tr *transition) bool {
	m := b.model
	source := &m.states[from]
	word := t.To[0]
	tr.target = word
	if source.around == none {
		b.fault(f, t.Place, "a transition of the machine itself; expected it in a state")
		return false
	}
	if word == finalName || word == failedName {
		tr.domain, tr.exit = source.around, Final
		if word == failedName {
			tr.exit = Failed
		}
		return true
	}
	to, ok := b.findState(f, from, word, t.Internal)
	if !ok {
		var siblings []string
		for _, c := range m.states[m.automata[source.around].state].children {
			siblings = append(siblings, m.states[c].name)
		}
		b.find(f, f.chart.At(t.Place, "to"), codeUnknownState, "no state %q%s; expected one of %s, a path from the top, %s or %s",
			word, meantState(word, append(siblings, f.paths(m)...)), chart.Listed(siblings), finalName, failedName)
		return false
	}
	inside := from < to && to <= source.last
	if t.Internal && !inside {
		b.fault(f, f.chart.At(t.Place, "to"), "%q is not inside %q; expected a state inside it, as the transition is internal", word, source.path)
		return false
	}
	tr.targets, tr.target = []int{to}, m.states[to].path
	tr.domain = m.domain(from, to, t.Internal)
	tr.first = m.toward(m.automata[tr.domain].state, to)
	if t.Internal {
		tr.acts = m.acts
		m.acts++
	}
	if m.states[to].kind == AtomicState && !m.besideRegions(to) {
		tr.leaf = to
	}
	if tr.domain < source.around { // otherwise it leads inside its own state, which stays active
		tr.over = source.around
	}
	return true
}

// besideRegions reports whether a state is inside a region.
func (m *Model) besideRegions(s int) bool {
	for ; s != none; s = m.states[s].parent {
		if m.states[s].kind == ParallelState {
			return true
		}
	}
	return false
}

// exitWords are words of other languages for the exits.
var exitWords = map[string]string{
	"final": finalName, "end": finalName, "done": finalName, "finished": finalName, "success": finalName, "succeeded": finalName,
	"failed": failedName, "fail": failedName, "failure": failedName, "error": failedName, "aborted": failedName,
}

// meantState returns the hint for a target that is not a state: an exit, or the most similar state name.
func meantState(word string, paths []string) string {
	if exit := exitWords[strings.ToLower(word)]; exit != "" {
		return fmt.Sprintf(" (did you mean %s?)", exit)
	}
	return wording.DidYouMean(word, append(paths, finalName, failedName))
}

// findState finds a state by the name of a sibling or its path from the top of its
// chart; an internal transition may name a state right inside its own.
func (b *linker) findState(f *frame, from int, word string, internal bool) (int, bool) {
	m := b.model
	if internal {
		if to, ok := m.byPath[m.states[from].path+"/"+word]; ok && m.states[to].frame == f.id {
			return to, true
		}
	}
	around := m.automata[m.states[from].around].state
	sibling := word
	if around != 0 {
		sibling = m.states[around].path + "/" + word
	}
	if to, ok := m.byPath[sibling]; ok && m.states[to].parent == around {
		return to, true
	}
	path := word
	if f.path != "" {
		path = f.path + "/" + word
	}
	to, ok := m.byPath[path]
	return to, ok && to != 0 && m.states[to].frame == f.id
}

// paths returns the paths of a chart's states from its own top.
func (f *frame) paths(m *Model) []string {
	var paths []string
	for _, s := range m.states[f.state+1 : m.states[f.state].last+1] {
		if s.frame == f.id {
			paths = append(paths, s.path[min(len(s.path), lenPrefix(f.path)):])
		}
	}
	return paths
}

func lenPrefix(path string) int {
	if path == "" {
		return 0
	}
	return len(path) + 1
}

// domain returns the innermost automaton around both states. For an internal transition, the source's own content counts
// as inside it.
func (m *Model) domain(from, to int, internal bool) int {
	contains := func(s int) bool { return s < to && to <= m.states[s].last }
	if internal {
		if a := m.states[from].automaton; a != none {
			return a
		}
		for _, region := range m.states[from].children {
			if contains(region) {
				return m.states[region].automaton
			}
		}
	}
	a := m.states[from].around
	for !contains(m.automata[a].state) {
		a = m.automata[a].parent
	}
	return a
}

func needsKey(i int) string { return fmt.Sprintf("needs[%d]", i) }
