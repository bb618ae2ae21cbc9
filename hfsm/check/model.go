package check

import (
	"time"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// None is the id of no state, no automaton and no chart.
const None = -1

// Model is a machine of the profile robot as the checks read it. Its states are a
// tree: their ids are their places in States, each before those inside it, and state
// 0 is the machine itself. It holds no cycle of references and is not changed.
type Model struct {
	Charts   []*Chart // [0] is the machine's own, then those of the called machines
	States   []State
	Automata []Automaton // [0] is the outermost
	Events   []string    // events that the host posts; nil when they are not known
	// Unset are inputs that never change, since the machine has none of the activities that set them, with these.
	Unset map[string][]string
}

// Chart is a machine file that is used in a model.
type Chart struct {
	Written *chart.Machine
	Used    Usage
	// Foreign is true for a chart in a language that reports its own findings about
	// the use of values.
	Foreign bool

	declared map[string]*chart.Declaration
}

// declaration returns the declaration of a name, or nil.
func (c *Chart) declaration(name string) *chart.Declaration {
	if c.declared == nil {
		c.declared = map[string]*chart.Declaration{}
		for _, list := range [][]chart.Declaration{c.Written.Parameters, c.Written.Inputs, c.Written.Variables, c.Written.Outputs} {
			for i := range list {
				c.declared[list[i].Name] = &list[i]
			}
		}
	}
	return c.declared[name]
}

// State is one state.
type State struct {
	Parent    int // None for the machine itself
	Chart     int // chart it is written in
	Calls     int // chart of the machine it calls, or None
	Around    int // automaton it is in, or None; of a region, the automaton around its owner
	Automaton int // automaton it is itself, or None
	Children  []int
	Name      string
	Path      string
	Parallel  bool // its children are regions
	End       bool // entering it ends the automaton it is in
	Acts      bool // it has activities
	Source    *chart.State

	Transitions []Transition // in the order in which they are tried
}

// Automaton is a set of sibling states, one of which is active.
type Automaton struct {
	State   int // state that contains it
	Initial int // state, or None
	Period  time.Duration
}

// Transition is one transition.
type Transition struct {
	Source   int
	Targets  []int // empty: it only acts, or leads to an exit
	Target   string
	Domain   int  // automaton whose active state changes
	Exit     bool // it leads to FINAL or FAILED
	Internal bool
	After    time.Duration // 0: no time
	Events   []string      // nil: it waits for no event
	Priority int
	Name     string
	Guarded  bool       // it has a guard that can be false
	Guard    *expr.Node // the guard, when it is a typed expression
	Written  *chart.Transition
}

// leaves reports whether the transition changes the active state.
func (t *Transition) leaves() bool {
	return t.Exit || len(t.Targets) > 0 && !t.Internal
}

// waits reports whether the transition waits for a time or an event.
func (t *Transition) waits() bool { return t.After > 0 || t.Events != nil }

// toward returns the child of from on the way to the state inside it.
func (m *Model) toward(from, inside int) int {
	for m.States[inside].Parent != from {
		inside = m.States[inside].Parent
	}
	return inside
}

// isRegion reports whether a state is a region.
func (m *Model) isRegion(id int) bool {
	parent := m.States[id].Parent
	return parent != None && m.States[parent].Parallel
}
