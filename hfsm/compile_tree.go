package hfsm

import (
	"math"
	"slices"

	"gonao/hfsm/chart"
)

// defaults are the settings that an automaton inherits from the enclosing one.
type defaults struct {
	rateHz  float64
	history rule
}

// rule is a history: what an automaton does when it is entered again, and the history that the automata below it inherit.
type rule struct{ own, below history }

// rules are the histories' rules.
var rules = map[chart.History]rule{
	chart.None:    {restart, restart},
	chart.Shallow: {keep, restart},
	chart.Deep:    {keep, keep},
	chart.Resume:  {resume, resume},
}

// defaultRateHz is the rate of a machine without one.
const defaultRateHz = 10

// tree assigns ids to all states of the machine.
func (b *treeBuilder) tree(f *frame) {
	root := f.chart.Root
	if root == nil {
		b.fault(f, f.chart.Place, "a machine without states; expected at least one")
		root = &chart.State{}
	}
	b.state(root, none, f, defaults{rateHz: defaultRateHz, history: rules[chart.Resume]}, 0)
}

// state adds a state and its content.
func (b *treeBuilder) state(src *chart.State, parent int, f *frame, d defaults, depth int) int {
	id := len(b.model.states)
	b.model.states = append(b.model.states, state{
		id: id, parent: parent, kind: kindOfState(src, parent), name: src.Name, around: none, automaton: none, call: none,
		frame: f.id, source: src, within: src.StopWithin,
	})
	s := &b.model.states[id]
	if s.within == 0 {
		s.within = DefaultStopWithin
	}
	if parent != none {
		p := &b.model.states[parent]
		s.path, s.names = src.Name, append(s.names, p.names...)
		if p.path != "" {
			s.path = p.path + "/" + src.Name
		}
		s.names = append(s.names, src.Name)
		s.around = p.automaton
		if s.around == none {
			s.around = p.around
		}
		if s.kind == EndState {
			s.ended = Final
			if src.Failed {
				s.ended = Failed
			}
		}
	}
	if _, twice := b.model.byPath[s.path]; twice {
		b.fault(f, src.Place, "a second state %q", s.path)
	}
	b.model.byPath[s.path] = id
	switch {
	case depth > maxDepth:
		b.fault(f, src.Place, "more than %d states inside each other", maxDepth)
	case id > maxStates:
		b.fault(f, src.Place, "more than %d states, with those of the machines it calls", maxStates)
	case s.kind == CompoundState:
		b.automaton(id, src, f, d, depth)
	default:
		b.children(id, src, f, d, depth)
	}
	b.model.states[id].last = len(b.model.states) - 1
	return id
}

func kindOfState(src *chart.State, parent int) StateKind {
	switch src.Kind {
	case chart.Parallel:
		return ParallelState
	case chart.FinalState:
		return EndState
	case chart.ShallowMemory:
		return ShallowMemory
	case chart.DeepMemory:
		return DeepMemory
	case chart.Plain:
	}
	if parent == none || len(src.States) > 0 || src.Call != nil {
		return CompoundState
	}
	return AtomicState
}

// children adds the states inside a state.
func (b *treeBuilder) children(id int, src *chart.State, f *frame, d defaults, depth int) {
	for _, child := range src.States {
		if b.full() {
			return
		}
		c := b.state(child, id, f, d, depth+1)
		b.model.states[id].children = append(b.model.states[id].children, c)
		if b.model.profile == chart.Robot && b.model.states[id].kind == ParallelState && b.model.states[c].kind != CompoundState {
			b.fault(f, child.Place, "a region without states; expected at least one")
		}
	}
	if b.model.states[id].kind == ParallelState && len(src.States) == 0 {
		b.fault(f, src.Place, "no region; expected at least one")
	}
}

// automaton adds the inside of a compound state.
func (b *treeBuilder) automaton(id int, src *chart.State, f *frame, d defaults, depth int) {
	inside := f
	if src.Call != nil {
		callee := b.call(id, src, f)
		if callee == nil {
			return
		}
		inside = callee
	}
	a := automaton{state: id, parent: b.model.states[id].around, initial: none, region: none}
	d = b.automatonDefaults(src, f, inside, d, &a)
	a.failure = transition{id: none, source: id, domain: len(b.model.automata), acts: none, over: none, leaf: none, exit: Failed, target: failedName}
	b.model.states[id].automaton = len(b.model.automata)
	b.model.automata = append(b.model.automata, a)
	from := src
	if inside != f {
		from = inside.chart.Root
	}
	b.children(id, from, inside, d, depth)
	b.initial(id, from, inside)
}

// automatonDefaults sets the rate and the history of an automaton: those it has itself,
// then those of the machine that is called there, then those of the automaton around.
func (b *treeBuilder) automatonDefaults(src *chart.State, f, inside *frame, d defaults, a *automaton) defaults {
	rate, at, where := src.RateHz, src, f
	history := src.History
	if inside != f {
		root := inside.chart.Root
		if rate == 0 {
			rate, at, where = root.RateHz, root, inside
		}
		if root.History != chart.Inherit {
			d.history.below = rules[root.History].own
		}
	}
	switch {
	case rate == 0:
	case !(rate >= minRateHz && rate <= maxRateHz) || math.IsNaN(rate):
		b.fault(where, where.chart.At(at.Place, "rate_hz"), "%g Hz; expected a rate from %g to %d Hz", rate, minRateHz, maxRateHz)
	default:
		d.rateHz = rate
	}
	a.grid = newGrid(d.rateHz)
	if history != chart.Inherit {
		below := d.history.below
		d.history = rules[history]
		if inside != f && inside.chart.Root.History != chart.Inherit {
			d.history.below = below
		}
	}
	a.history = d.history.own
	if a.parent != none { // the machine's history is for its uppermost sub-automata
		d.history.own = d.history.below
	}
	return d
}

// order sets where a pass of the profile robot goes: into each state, and on after each automaton.
func (m *Model) order() {
	m.inside = make([]int, len(m.states))
	for i := range m.states {
		s := &m.states[i]
		if m.inside[i] = s.automaton; s.kind == ParallelState && len(s.children) > 0 {
			m.inside[i] = m.states[s.children[0]].automaton
		}
	}
	for i := range m.automata {
		a := &m.automata[i]
		a.after = none
		if a.parent != none {
			a.after = m.automata[a.parent].after
		}
		s := &m.states[a.state]
		if s.parent == none || m.states[s.parent].kind != ParallelState {
			continue
		}
		beside := m.states[s.parent].children
		if next := slices.Index(beside, s.id) + 1; next < len(beside) {
			a.after = m.states[beside[next]].automaton
		}
	}
}
