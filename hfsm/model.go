package hfsm

import (
	"time"
)

// MaxTransitions bounds the transitions of one tick.
const MaxTransitions = 10

// Names of an automaton's two exits, as targets of transitions.
const (
	finalName  = "FINAL"
	failedName = "FAILED"
)

// none is the id of no state and of no automaton.
const none = -1

// history says what an automaton does when it is entered again.
type history uint8

const (
	restart history = iota // at its initial state
	keep                   // at the state it was in, begun anew
	resume                 // at the state it was in, with the time spent there
)

// Model is a checked machine: constant, shared by any number of machines.
type Model struct {
	name     string
	file     string
	states   []state
	automata []automaton // [0] is the outermost
	inputs   map[string]int
	initial  []Value // of inputs and variables
	uses     []use
}

// state is one state; its id is its place in Model.states.
type state struct {
	name      string
	path      string // names from the top, joined by "/"
	names     []string
	automaton int // it is a state of
	child     int // automaton inside it, or none
	entry     []action
	exit      []action
	do        []int // places in Model.uses
	trans     []transition
}

// automaton is a set of sibling states.
type automaton struct {
	owner   int // state it is inside of, or none
	parent  int // automaton of owner, or none
	depth   int
	initial int // state
	history history
	grid    grid
}

// transition is one edge.
type transition struct {
	name   string
	id     int
	after  time.Duration // 0: no time
	guard  boolFunc      // nil: none
	domain int           // automaton whose active state it changes
	enter  []int         // states to enter, outermost first; the last one is the target
	exit   Status        // Final or Failed: to that exit instead
	target string        // path, for people
}

// action is one thing done at entry or exit: an assignment or an activity.
type action struct {
	assign func(*Machine)
	use    int
}

// use is one use of an activity.
type use struct {
	kind string
	args Args
	key  string
}

// Name gives the machine's name.
func (m *Model) Name() string { return m.name }

// File gives the name of the file it was loaded from.
func (m *Model) File() string { return m.file }

// Period gives the shortest period of its automata: how often to tick it.
func (m *Model) Period() time.Duration {
	shortest := m.automata[0].grid.time(1)
	for _, a := range m.automata {
		shortest = min(shortest, a.grid.time(1))
	}
	return shortest
}

// Paths gives the paths of all states, in the order of the file.
func (m *Model) Paths() []string {
	paths := make([]string, len(m.states))
	for i, s := range m.states {
		paths[i] = s.path
	}
	return paths
}

// Input gives the handle of a declared input.
func (m *Model) Input(name string) (Input, bool) {
	slot, ok := m.inputs[name]
	return Input(slot), ok
}

// Input is the handle of an input of one model.
type Input int

// Uses says whether a state of the machine uses the activity of this name.
func (m *Model) Uses(activity string) bool {
	for _, u := range m.uses {
		if u.kind == activity {
			return true
		}
	}
	return false
}
