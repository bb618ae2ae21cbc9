package hfsm

import (
	"time"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// MaxTransitions is the limit of transitions in one tick, unless the machine sets its own.
const MaxTransitions = 10

// DefaultStopWithin is the time for the activities of a state to stop.
const DefaultStopWithin = 2 * time.Second

// Names of an automaton's two exits, as targets of transitions.
const (
	finalName  = "FINAL"
	failedName = "FAILED"
)

// none is the id that means no state, no automaton and no slot.
const none = -1

// StateKind is the kind of a state in the tree.
type StateKind uint8

// The kinds of states.
const (
	AtomicState   StateKind = iota
	CompoundState           // an automaton: one of its states is active with it
	ParallelState           // all its states, the regions, are active with it
	EndState                // entering it ends the automaton it is in
	ShallowMemory           // SCXML's history pseudo-states, never active
	DeepMemory
)

// history is how an automaton continues when it is entered again.
type history uint8

const (
	restart history = iota // at its initial state
	keep                   // at its last state, from the start
	resume                 // at its last state, with the time spent there
)

// Model is a checked machine: constant, shared by any number of machines.
//
// Its states are a tree. Their ids are in the order of the document, each before its content, so the states inside state
// s are those from s+1 to its last. State 0 is the machine itself. A compound state is an automaton.
type Model struct {
	name     string
	file     string
	chart    *chart.Machine
	profile  chart.Profile
	warnings Findings
	limit    int           // transitions of one tick
	single   bool          // an automaton takes one transition at a time
	scripted bool          // guards may have effects
	hash     func() string // made once, when it is wanted

	states   []state
	inside   []int         // by state: the first automaton inside it, its own or that of its first region, or none
	automata []automaton   // in the order of the document; [0] is the outermost
	edges    []*transition // by id
	acts     int           // transitions that only act

	slots  []slot // inputs, variables, outputs and parameters, also of called machines
	first  []Value
	inputs map[string]int
	byPath map[string]int
	frames []*frame // [0] is the machine's own chart, then the called ones
	uses   []use

	scxml *scxmlModel // only for the profile scxml
}

// state is one state; its id is its place in Model.states.
type state struct {
	id, parent int // the root's parent is none
	last       int // last of the states inside it; its own id if it has none
	kind       StateKind
	name       string
	path       string // names from the top, joined by "/"
	names      []string
	children   []int
	around     int // enclosing automaton, none for the root; for a region, that of its owner
	automaton  int // the automaton that it is, or none
	frame      int // chart it belongs to: its actions and guards; of a calling state, the caller's
	call       int // frame of the machine that it calls, or none

	source *chart.State
	entry  doing
	exit   doing
	do     []int                // places in Model.uses
	steps  doing                // once in each tick
	begin  func(*Machine) error // for a calling state: starts the called machine; otherwise nil
	trans  []transition
	silent []look        // those without events, as a tick checks them
	plain  bool          // nothing is done when it is entered or left, nothing is inside it, and all its transitions leave it
	events bool          // some transition waits for an event
	within time.Duration // time for its activities to stop
	ended  Status        // for an end state: how its automaton ends
}

// busy reports whether a state has activities, or steps.
func (s *state) busy() bool { return len(s.do) > 0 || s.steps != nil }

// look holds what a tick needs about a transition until it is taken.
type look struct {
	guard boolFunc // may be nil
	waits bool     // for a time, or the next tick
	tr    *transition
}

// automaton is a compound state seen from inside: a set of sibling states.
type automaton struct {
	state   int // id of its state
	parent  int // enclosing automaton, or none
	initial int // state
	history history
	grid    grid
	failure transition // taken when it fails
	after   int        // automaton with which a pass continues after its content, or none
	region  int        // its state if that is a region with activities, which is not the active state of any automaton; otherwise none
}

// transition is one edge.
type transition struct {
	id       int // in the order of the document
	place    int // in its state, in the order of the file
	source   int
	name     string
	events   []string
	after    time.Duration // 0: no time
	guard    boolFunc      // may be nil
	targets  []int         // empty: it only acts, or takes an exit
	domain   int           // automaton whose active state it changes
	first    int           // the state that it enters first
	leaf     int           // the leaf after it, where that is its target whatever happens; otherwise none
	over     int           // automaton of its source, if the transition leaves it; otherwise none
	internal bool
	acts     int    // index of its times if it only acts, otherwise none
	exit     Status // Final or Failed: to that exit instead
	then     doing
	priority int
	target   string     // path, for people
	node     *expr.Node // its guard, when it is a typed expression
	text     string     // its guard as it is written
	script   bool       // its guard is a script
	written  *chart.Transition
}

// slot is the constant part of a value.
type slot struct {
	name    string
	path    string // state that calls the chart it is of, "" for the machine's own
	role    Role
	value   Value // first value
	written *chart.Declaration
}

// Role is the role of a value.
type Role uint8

// The roles.
const (
	InputRole     Role = iota // written by the host
	VariableRole              // written by the machine
	OutputRole                // written by the machine, read by the host
	ParameterRole             // given when the machine is called
)

var roleWords = [...]string{InputRole: "input", VariableRole: "variable", OutputRole: "output", ParameterRole: "parameter"}

// String returns the role as snapshots write it.
func (r Role) String() string { return wordOf(roleWords[:], int(r), "no role") }

// use is one use of an activity.
type use struct {
	kind  string
	args  Args
	key   string
	state int
	given []given // arguments that are evaluated at each entry
	// onDemand is true when a script starts it; params check the script's arguments.
	onDemand bool
	params   []Param
	external bool // another program does it
}

// given is an argument with an expression.
type given struct {
	name  string
	value func(*Machine) (Value, error)
	check func(Value) string // of its kind's parameter, or nil
}

// Name returns the machine's name.
func (m *Model) Name() string { return m.name }

// File returns the name of the file it was loaded from.
func (m *Model) File() string { return m.file }

// Chart returns the machine as it is written. It is not to be changed.
func (m *Model) Chart() *chart.Machine { return m.chart }

// Profile returns how the machine is run.
func (m *Model) Profile() chart.Profile { return m.profile }

// Warnings returns the findings that do not keep it from running.
func (m *Model) Warnings() Findings { return m.warnings }
