package hfsm

import (
	"slices"
	"strings"
	"time"

	"gonao/hfsm/chart"
)

// Tables is a machine as generated code has it: states, automata, transitions and activities
// by their ids, with functions for what they do. [NewOfTables] makes a machine of it.
// Functions may be nil.
type Tables struct {
	Name        string
	Limit       int               // of transitions in one tick
	Single      bool              // an automaton takes one transition at a time
	States      []TableState      // in the order of the file; [0] is the machine itself
	Automata    []TableAutomaton  // in the order of the file; [0] is the outermost
	Transitions []TableTransition // in the order of the file
	Uses        []TableUse
	Values      []TableValue
	File        string                  // that it was generated from
	Hash        string                  // of the machine in it, see [Model.Hash]
	Text        string                  // the machine as YAML, see [Model.Text]
	Begin       func(*Machine) error    // checks the preconditions and does the first actions
	Open        func(now time.Duration) // is called at the start of each tick
	Grant       func()                  // grants the scripts their budget; is called at the start of each tick of an automaton
	Reset       func() error            // is called when the machine is to begin anew
}

// TableState is a state.
type TableState struct {
	Path       string
	Parent     int    // state around it
	Ends       Status // of an end state: how its automaton ends
	StopWithin time.Duration
	Enter      func(m *Machine, how Entry) error
	Do         func(m *Machine, how Entry) error // in each tick while it is active
	Leave      func(m *Machine, how Entry) error
	Call       func(*Machine) error // begins the machine that it calls
	// Stay stands for Do and for the guards of a state whose transitions wait for guards alone: it
	// returns the id of the first one whose guard holds, or -1 after doing what Do does.
	Stay func(*Machine) int
}

// TableAutomaton is the inside of a compound state.
type TableAutomaton struct {
	State   int
	Initial int
	MilliHz uint64
	History chart.History // None, Deep or Resume
}

// TableTransition is a transition. One without To and Ends only acts.
type TableTransition struct {
	Source   int
	To       int    // state it leads to, or 0
	Ends     Status // how it ends its automaton, or Running
	Of       int    // automaton whose active state it changes
	After    time.Duration
	Events   []string
	Priority int
	Name     string
	Guard    func(*Machine) bool
	If       string // the guard as the file writes it
	Script   bool   // the guard is a script
	Place    int    // in its state, in the order of the file; 0 for that of the table
	Act      func(m *Machine, how Entry) error
}

// TableUse is one use of an activity.
type TableUse struct {
	State   int    // that it runs in, or whose action starts it
	Action  bool   // an action starts it
	Kind    string // name of the activity
	Key     string // place in the machine's file
	Prepare func(*Machine) error
	Create  func() (Activity, error)
}

// TableValue is an input, a parameter, a variable or an output, which lies in a field of the
// generated machine.
type TableValue struct {
	Name       string
	Role       Role
	Type       Type
	StaleAfter time.Duration
	Get        func() Value
	Set        func(Value) error
	// Stamp returns when an input was set, Touch makes it count as set at the next tick; nil where
	// nothing reads its age.
	Stamp func() (at time.Duration, known bool)
	Touch func()
}

// NewOfTables makes a machine of tables. Without activities none of its activities does
// anything. The tables are not checked: they come from a machine that was.
func NewOfTables(t *Tables, activities bool) (*Machine, error) {
	var host Host
	if activities {
		host = tableHost{}
	}
	return New(t.model(), host)
}

// tableHost makes no activity: the uses of tables have Create.
type tableHost struct{}

// Activity returns an activity that does nothing.
func (tableHost) Activity(*Machine, string, Args) (Activity, error) { return noActivity{}, nil }

// model makes the model of tables.
func (t *Tables) model() *Model {
	m := &Model{
		name: t.Name, file: t.File, limit: t.Limit, single: t.Single, profile: chart.Robot, byPath: map[string]int{}, inputs: map[string]int{},
		text: t.Text, hash: func() string { return t.Hash }, open: t.Open, reset: t.Reset, grant: t.Grant,
	}
	f := &frame{names: map[string]scoped{}}
	t.values(m, f)
	if t.Begin != nil {
		f.begin = func(m *Machine, _ Entry) error { return t.Begin(m) }
	}
	m.frames = []*frame{f}
	t.states(m)
	t.automata(m)
	t.tree(m)
	t.transitions(m)
	for i := range t.Uses {
		u := &t.Uses[i]
		m.uses = append(m.uses, use{kind: u.Kind, key: u.Key, state: u.State, prepare: u.Prepare, create: u.Create})
		if !u.Action {
			s := &m.states[u.State]
			s.do, s.busy = append(s.do, i), true
		}
	}
	for i := range m.automata {
		a := &m.automata[i]
		if s := &m.states[a.state]; s.busy && s.parent != none && m.states[s.parent].kind == ParallelState {
			a.region = a.state
		}
	}
	return m
}

// values assigns slots to the values, by whose names guards are explained.
func (t *Tables) values(m *Model, f *frame) {
	for i := range t.Values {
		v := &t.Values[i]
		d := &chart.Declaration{Name: v.Name, Type: v.Type, StaleAfter: v.StaleAfter}
		m.slots = append(m.slots, slot{name: v.Name, role: v.Role, value: v.Get(), written: d})
		m.first = append(m.first, v.Get())
		f.names[v.Name] = scoped{slot: i, typ: v.Type, input: v.Role == InputRole, declared: d}
	}
	m.outside = t.Values
}

func (t *Tables) states(m *Model) {
	m.states = make([]state, len(t.States))
	for i := range t.States {
		in := &t.States[i]
		s := &m.states[i]
		*s = state{
			id: i, parent: in.Parent, last: i, path: in.Path, around: none, automaton: none, call: none,
			entry: in.Enter, exit: in.Leave, steps: in.Do, stay: in.Stay, begin: in.Call, busy: in.Do != nil, within: in.StopWithin, ended: in.Ends,
		}
		if in.Ends != Running {
			s.kind = EndState
		}
		if s.within == 0 {
			s.within = DefaultStopWithin
		}
		if i == 0 {
			s.parent = none
		} else {
			s.names = strings.Split(in.Path, "/")
			s.name = s.names[len(s.names)-1]
		}
		m.byPath[s.path] = i
	}
}

// tableHistories are the rules of histories.
var tableHistories = map[chart.History]history{chart.None: restart, chart.Deep: keep, chart.Resume: resume}

func (t *Tables) automata(m *Model) {
	m.automata = make([]automaton, len(t.Automata))
	for i := range t.Automata {
		in := &t.Automata[i]
		m.automata[i] = automaton{
			state: in.State, parent: none, initial: in.Initial, history: tableHistories[in.History],
			grid: newGrid(float64(in.MilliHz) / 1000), region: none, failure: failureOf(in.State, i),
		}
		m.states[in.State].automaton, m.states[in.State].kind = i, CompoundState
	}
}

// failureOf returns the transition that an automaton takes when it fails.
func failureOf(state, automaton int) transition {
	return transition{id: none, source: state, domain: automaton, acts: none, over: none, exit: Failed, target: failedName}
}

// tree connects states with those around them.
func (t *Tables) tree(m *Model) {
	for i := 1; i < len(m.states); i++ {
		s := &m.states[i]
		parent := &m.states[s.parent]
		parent.children = append(parent.children, i)
		s.around = parent.automaton
		if s.around == none { // a region
			parent.kind, s.around = ParallelState, parent.around
		}
		if s.automaton != none {
			m.automata[s.automaton].parent = s.around
			m.automata[s.automaton].depth = len(s.names)
		}
		for up := s.parent; up != none; up = m.states[up].parent {
			m.states[up].last = i
		}
	}
}

func (t *Tables) transitions(m *Model) {
	for i := range t.Transitions {
		in := &t.Transitions[i]
		tr := transition{
			id: i, source: in.Source, name: in.Name, events: in.Events, after: in.After, guard: in.Guard, domain: in.Of,
			over: none, acts: none, exit: in.Ends, then: in.Act, priority: in.Priority,
			text: in.If, script: in.Script,
		}
		switch {
		case in.Ends == Final:
			tr.target = finalName
		case in.Ends == Failed:
			tr.target = failedName
		case in.To == 0:
			tr.acts, tr.target = m.acts, m.states[in.Source].path
			m.acts++
		default:
			tr.targets, tr.target = []int{in.To}, m.states[in.To].path
			if in.Of > m.states[in.Source].around { // it leads inside its own state
				tr.acts = m.acts
				m.acts++
			}
			if around := m.states[in.Source].around; tr.domain < around {
				tr.over = around
			}
		}
		if tr.place = in.Place; tr.place == 0 {
			tr.place = len(m.states[in.Source].trans)
		}
		m.states[in.Source].trans = append(m.states[in.Source].trans, tr)
	}
	m.edges = make([]*transition, len(t.Transitions))
	for i := range m.states {
		s := &m.states[i]
		slices.SortStableFunc(s.trans, func(x, y transition) int { return y.priority - x.priority })
		for k := range s.trans {
			m.edges[s.trans[k].id] = &s.trans[k]
			s.looks(&s.trans[k])
		}
	}
}
