package hfsm

import "time"

// Automaton is a set of sibling states of a model, one of which is active: the inside of a
// compound state.
type Automaton struct {
	State   int // it is the inside of
	Around  int // automaton around it, or -1
	Initial int // state it begins with
	// Rate is its rate in mHz.
	Rate uint64
}

// Automata returns the automata by their ids: in the order of the document, the outermost first.
func (m *Model) Automata() []Automaton {
	all := make([]Automaton, len(m.automata))
	for i := range m.automata {
		a := &m.automata[i]
		all[i] = Automaton{a.state, a.parent, a.initial, a.grid.milliHz}
	}
	return all
}

// NextTick returns the time of the first tick of an automaton after a time since the first
// entry.
func (m *Model) NextTick(automaton int, after time.Duration) time.Duration {
	g := m.automata[automaton].grid
	return g.time(g.index(after) + 1)
}

// Edge is a transition of a model.
type Edge struct {
	Source  int // state whose transition it is
	Index   int // its place in that state, in the order they are tried
	Failure bool
	Domain  int    // automaton whose active state it changes
	Target  string // path, FINAL or FAILED
	Exit    Status // how it ends its automaton, or Running
	Acts    bool   // it leaves nothing
}

// Edges returns the number of transitions. Their ids are from 0, in the order of the document;
// an automaton that fails takes a transition with an id below -1.
func (m *Model) Edges() int { return len(m.edges) }

// Edge returns a transition by its id. Failure is set where it is the one that an automaton
// takes when it fails.
func (m *Model) Edge(id int) Edge {
	t := m.edge(id)
	return Edge{t.source, m.EdgeIndex(id), id <= failureEdge, t.domain, t.target, t.exit, t.acts != none}
}

// FindEdge returns the id of the transition at a place of a state, or of the one that the
// automaton of the state takes when it fails; false when there is none.
func (m *Model) FindEdge(source, index int, failure bool) (id int, ok bool) {
	s := &m.states[source]
	switch {
	case failure && s.automaton != none:
		return failureEdge - s.automaton, true
	case failure || index < 0 || index >= len(s.trans):
		return none, false
	}
	return s.trans[index].id, true
}

// ActivityUses returns the uses of activities by their ids.
func (m *Model) ActivityUses() []ActivityUse {
	all := make([]ActivityUse, len(m.uses))
	for i := range m.uses {
		all[i] = m.ActivityUse(i)
		for _, g := range m.uses[i].given {
			all[i].Evaluated = append(all[i].Evaluated, g.name)
		}
	}
	return all
}

// Charts returns the paths of the states that call the machines of a model, by the ids of these
// machines; the first is "", for the model's own.
func (m *Model) Charts() []string {
	all := make([]string, len(m.frames))
	for i, f := range m.frames {
		all[i] = f.path
	}
	return all
}

// PathOf returns the path of a state; "" for -1 and for the machine itself.
func (m *Model) PathOf(state int) string { return m.path(state) }
