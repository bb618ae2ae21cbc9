package run

import (
	"time"

	"gonao/hfsm/chart"
)

// Model is what a machine is made of: its states in the order of the file, which begins
// with the machine itself, the automata inside them, outermost first, and transitions.
type Model struct {
	Name     string
	Limit    int // transitions of one tick
	states   []State
	automata []Inside
	edges    []Edge // then, for each automaton, that it fails
}

// State is a state.
type State struct {
	Path   string
	Parent int    // the state it is in; 0: the machine itself
	Ends   Status // of a final state: how it ends its automaton
	Calls  bool   // it calls another machine

	region   bool  // of a parallel state
	around   int   // the automaton it is in, or of a region the one around its owner
	inside   int   // the automaton in it
	last     int   // state inside it, itself when there is none
	children []int // regions
	acts     []int // its transitions that only act
}

// Inside is the automaton inside a state.
type Inside struct {
	Of      int // the state
	Initial int
	MilliHz uint64 // its rate, mHz
	History History

	grid Grid
}

// Edge is a transition. One that leads to no state and ends nothing only acts.
type Edge struct {
	Source int
	To     int    // the state it leads to
	Ends   Status // or how it ends its automaton
	Of     int    // the automaton whose state changes
	After  time.Duration
	Name   string

	fails bool // of an automaton with a fault
}

// History says what an automaton does when it is entered again.
type History = chart.History

// The histories.
const (
	HistoryNone   = chart.None   // it begins at its initial state
	HistoryDeep   = chart.Deep   // it goes back to the state it was in, which begins anew
	HistoryResume = chart.Resume // so it does, with the time that state has spent
)

// acts says whether it leaves nothing.
func (e *Edge) acts() bool { return e.To == 0 && e.Ends == Running }

// target names where it leads to.
func (m *Model) target(e *Edge) string {
	switch {
	case e.Ends != Running:
		return map[Status]string{Final: "FINAL", Failed: "FAILED"}[e.Ends]
	case e.acts():
		return m.states[e.Source].Path
	}
	return m.states[e.To].Path
}

// NewModel makes a model of its tables.
func NewModel(name string, limit int, states []State, automata []Inside, edges []Edge) *Model {
	m := &Model{Name: name, Limit: limit, states: states, automata: automata, edges: edges}
	for i := range states {
		states[i].inside, states[i].around, states[i].last = None, None, i
	}
	for a := range automata {
		states[automata[a].Of].inside = a
		automata[a].grid = NewGrid(automata[a].MilliHz)
	}
	for i := 1; i < len(states); i++ {
		s := &states[i]
		parent := &states[s.Parent]
		s.around = parent.inside
		if parent.inside == None { // a region
			s.region, s.around = true, parent.around
			parent.children = append(parent.children, i)
		}
		for up := s.Parent; up > 0; up = states[up].Parent {
			states[up].last = i
		}
		states[0].last = i
	}
	for i := range edges {
		if e := &edges[i]; e.acts() {
			states[e.Source].acts = append(states[e.Source].acts, i)
		}
	}
	for a := range automata {
		m.edges = append(m.edges, Edge{Source: automata[a].Of, Ends: Failed, Of: a, fails: true})
	}
	return m
}

// failure is the edge of an automaton that fails.
func (m *Model) failure(a int) int { return len(m.edges) - len(m.automata) + a }

// toward gives the state inside owner that is to, or has it inside.
func (m *Model) toward(owner, to int) int {
	for m.states[to].Parent != owner {
		to = m.states[to].Parent
	}
	return to
}
