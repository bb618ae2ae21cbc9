// Package chart holds a state machine as it is written: every file format is read into a
// chart and written from one, and [gonao/hfsm] checks and runs it.
//
// A chart does not depend on how it is run. Expressions, scripts and names are kept as
// text with the place at which they were read, so that a later check can name the place of
// a fault. A chart made by a program has no places; its findings carry keys alone.
package chart

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Place is where something was read: a line and a column of the file, from 1, and
// where in the document, such as states.red.transitions[0].to. The zero Place is
// that of something no file holds.
type Place struct {
	Line   int
	Column int
	Key    string
	File   string // "": the machine's file; otherwise the file of the machine that it extends
}

// Profile specifies how a machine is run.
type Profile uint8

// The profiles.
const (
	Robot Profile = iota // sampled at the rate of each automaton, outer transitions first
	SCXML                // the W3C's run to completion, inner transitions first
)

// String returns the profile as machine files write it.
func (p Profile) String() string {
	if int(p) < len(profileWords) {
		return profileWords[p]
	}
	return "no profile"
}

// Level is the tier of a machine. A machine calls only machines of its own level
// or a lower one.
type Level uint8

// The levels, the lowest first.
const (
	NoLevel Level = iota // calls any machine, may be called by any
	Motion               // control loops
	Skill                // reactive behaviours with one purpose
	Agent                // decides which skill to use
)

// String returns the level as machine files write it, "" for none.
func (l Level) String() string { return levelWords[min(l, Agent)] }

// ParseLevel returns the level that String writes as word.
func ParseLevel(word string) (Level, bool) {
	i := slices.Index(levelWords, word)
	return Level(max(i, 0)), i >= 0
}

// Space is a platform and a domain in which a machine is offered; an empty part
// stands for any.
type Space struct {
	Platform string
	Domain   string
}

// Machine is a whole machine.
type Machine struct {
	Place
	// Faulty is true when its text had errors: no further errors are reported for parts that depend on an unreadable
	// part.
	Faulty      bool
	File        string
	Name        string
	Description string
	Profile     Profile
	Language    string // language of its expressions and scripts: "" for typed expressions, "lua", …
	Level       Level
	Spaces      []Space // empty: offered everywhere
	// MaxTransitions bounds the transitions of one tick; 0: 10.
	MaxTransitions int
	// SingleStep lets an automaton take at most one transition at each of its times, as JdeRobot's runtimes do, instead
	// of trying those of the new state at once.
	SingleStep bool
	Parameters []Declaration
	Inputs     []Declaration
	Variables  []Declaration
	Outputs    []Declaration
	// Functions are the functions that expressions may call, in addition to those of the language.
	Functions []Function

	// Needs names inputs and activities that must be there before it starts,
	// besides those it uses.
	Needs []string
	// Preconditions must be true when the machine is started; otherwise it fails at once.
	Preconditions []Expression
	// Begin is done before the first entry.
	Begin []Action
	// Root is the outermost automaton: Initial, States, RateHz and History. It has
	// no name, no transitions and no actions of its own.
	Root *State

	// Unit is the compiled text of a machine that was read by its language itself,
	// such as a skill in Lua; nil otherwise. Its type is hfsm.Unit.
	Unit any

	Kept   []Kept            // parts of a foreign format that gonao does not run
	Layout map[string]Layout // positions in the editor, by state path

	// LateBinding delays the first value of a variable until the state it belongs to is
	// first entered: SCXML's binding="late". Without it, values are set when the machine
	// begins.
	LateBinding bool

	source
}

// source is the text that a machine was read from.
type source struct {
	// Extends names the machine that this one extends: [Extended] reads the rest. May be nil.
	Extends *Extension
	texts   []text           // its file; nil for other formats than YAML
	places  map[string]Place // where the parts of the document were read, by key
}

// Written returns the text of the YAML file that the machine was read from; nil for other formats, and
// for a machine that extends another one.
func (m *Machine) Written() []byte {
	if m.Extends != nil || len(m.texts) != 1 {
		return nil
	}
	return m.texts[0].src
}

// FileOf returns the file of a place in the machine.
func (m *Machine) FileOf(p Place) string { return cmp.Or(p.File, m.File) }

// At returns the place of a part of something with a place, such as the "to" of a
// transition. Where that was not recorded, it returns the place of the whole with the
// part's key.
func (m *Machine) At(whole Place, part string) Place {
	key := join(whole.Key, part)
	if p, ok := m.places[key]; ok {
		return p
	}
	whole.Key = key
	return whole
}

// Layout is where the editor draws a state.
type Layout struct {
	X, Y          float64
	Width, Height float64 // 0: as large as it needs
}

// Kept is code or data of a foreign file, word for word.
type Kept struct {
	Place
	Path     string // path of the state; "" for the machine
	Role     string // "code", "functions", "libraries", "transition 3 condition", …
	Language string // "cpp", "python", "xml", …
	Text     string
}

// Declaration is a parameter, an input, a variable or an output.
type Declaration struct {
	Place
	Name        string
	Description string
	Unit        string      // for people: "m", "rad/s"
	Type        Type        // 0 in languages without types
	Initial     *Value      // nil: the zero of its type; a parameter is then required
	Expression  *Expression // instead of Initial, in languages without types
	Literal     *Expression // inline content of SCXML's data, in place of both
	State       string      // path of the state it belongs to in SCXML; "" for the machine
	Min, Max    *float64    // limits of an int or a float
	Enum        []Value     // the only values; empty: any
	// StaleAfter is how old an input may be; 0: any age.
	StaleAfter time.Duration
	// From is the source of an input that another program publishes; nil: the host
	// writes the input.
	From *Source
	// Machine is the machine whose state the input is; nil for other inputs.
	Machine *MachineState
}

// Function is a function of the machine: an expression of its parameters. It reads nothing else, so equal arguments give
// equal values.
type Function struct {
	Place
	Name        string
	Description string
	Parameters  []FunctionParameter
	Type        Type // type of the value
	Value       Expression
}

// FunctionParameter is a parameter of a function.
type FunctionParameter struct {
	Place
	Name string
	Type Type
}

// Source is where an input comes from: a field of the messages of a topic.
type Source struct {
	Place
	Topic string // relative to the robot's namespace, or with a slash in front
	Type  string // type of the messages, such as sensor_msgs/msg/Range
	Field string // path in the message, such as header.frame_id or ranges[0]
}

// MachineState is the active state of another machine of the same robot, which ticks before the
// one that reads it.
type MachineState struct {
	Place
	Machine string // its name in the host
	Depth   int    // number of parts of the path that are read, from outside; 0: all
}

// Of returns the part of a path that is read.
func (s *MachineState) Of(path string) string {
	if s.Depth > 0 {
		end := 0
		for range s.Depth {
			next := strings.IndexByte(path[end:], '/')
			if next < 0 {
				return path
			}
			end += next + 1
		}
		return path[:end-1]
	}
	return path
}

// Expression is a piece of text that has a value or does something.
type Expression struct {
	Place
	Text     string
	Language string // "" for that of the machine
}

// Within is the place of a character of the text, counted from 0.
func (e Expression) Within(offset int) Place {
	p := e.Place
	for i, r := range []rune(e.Text) {
		if i >= offset {
			break
		}
		p.Column++
		if r == '\n' {
			p.Line, p.Column = p.Line+1, e.Column
		}
	}
	return p
}

// Kind specifies what a state is.
type Kind uint8

// The kinds of states.
const (
	Plain         Kind = iota // atomic, or compound when it has states inside
	Parallel                  // its states are regions, all active with it
	FinalState                // entering it ends the automaton it is in
	ShallowMemory             // SCXML's history pseudo-states
	DeepMemory
)

// History specifies what an automaton does when it is entered again.
type History uint8

// The histories.
const (
	Inherit History = iota // as the enclosing automaton; Resume for the outermost
	None
	Shallow
	Deep
	Resume
)

// String returns the history as machine files write it, "" for Inherit.
func (h History) String() string { return historyWords[min(h, Resume)] }

// ParseHistory returns the history that String writes as word.
func ParseHistory(word string) (History, bool) {
	i := slices.Index(historyWords, word)
	return History(max(i, 0)), i >= 0
}

// State is a state with everything inside it.
type State struct {
	Place
	Name        string // without those of the enclosing states; unique among its siblings
	Description string
	Kind        Kind

	// Of the automaton inside it:
	Initial        []string // targets; empty: the first state, in formats that allow it
	InitialActions []Action // done when the initial transition is taken
	RateHz         float64  // 0: that of the automaton around it
	History        History
	States         []*State // or its regions, or nil

	// Call runs another machine inside this state, in place of States.
	Call *Call

	Entry       []Action
	Do          []Action // activities that run while it is active
	Exit        []Action
	Transitions []*Transition
	Invokes     []Invoke      // SCXML's
	Done        *Payload      // data of the done event, of a final state
	StopWithin  time.Duration // within which its activities must stop; 0: DefaultStopWithin
	Failed      bool          // a FinalState that ends its automaton as failed
}

// Call is the use of another machine.
type Call struct {
	Place
	Machine string
	Args    []Arg    // its parameters
	Returns []Return // its outputs, copied when the state is left
}

// Arg is an argument by its name. One inside a mapping or a list has its path as name:
// message.linear.x, or message.names[0].
type Arg struct {
	Place
	Name       string
	Value      Value       // used when Expression is nil
	Expression *Expression // evaluated at each entry
}

// Return copies an output of a called machine to a variable of the caller.
type Return struct {
	Place
	Variable string
	Output   string
}

// Transition is an edge.
type Transition struct {
	Place
	Name        string
	Description string
	// To is the target: the name of a sibling, a state's path from the top, FINAL
	// or FAILED. SCXML may have several. None: the transition only acts.
	To       []string
	Internal bool     // it leads inside its own state, which is not left
	Events   []string // any of these; "*" is any event, "a" is also "a.b"
	After    time.Duration
	If       *Expression
	Priority int // higher first; equal ones in the order of the file
	Then     []Action
	Disabled bool // switched off: it stays in the file and is never taken
}

// Enabled returns the transitions that are not switched off.
func (s *State) Enabled() []*Transition {
	off := func(t *Transition) bool { return t.Disabled }
	if !slices.ContainsFunc(s.Transitions, off) {
		return s.Transitions
	}
	return slices.DeleteFunc(slices.Clone(s.Transitions), off)
}

// Do specifies what an action does.
type Do uint8

// The actions.
const (
	Activity Do = iota // Name with Args
	Set                // the variable Name to Value
	Raise              // an event to itself: Name
	Send               // Message
	Cancel             // the delayed message Name, or the one named by Value
	Log                // Name is the label, Value the logged value
	Script             // Value is the text
	If                 // the first of Branches that holds
	Each               // Loop
	Block              // Actions; a fault in it ends the block alone
)

// Action is something done at an entry, an exit or a transition.
type Action struct {
	Place
	Do       Do
	Name     string
	Args     []Arg
	Value    *Expression
	Literal  string // inline content of SCXML's assign, in place of Value
	Message  *Message
	Branches []Branch
	Loop     *Loop
	Actions  []Action
	// OnDemand is of an activity that runs in a state: it is begun by a script of
	// that state, not by its entry.
	OnDemand bool
}

// Branch is one way of an If; without a condition it is the last one.
type Branch struct {
	Place
	If   *Expression
	Then []Action
}

// Loop runs actions for each item of an array.
type Loop struct {
	Array Expression
	Item  string
	Index string // "": none
	Do    []Action
}

// Message is the content of a send action. Of each pair at most one is set.
type Message struct {
	Place
	Event, EventExpression   string
	Target, TargetExpression string
	Type, TypeExpression     string
	ID, IDLocation           string
	Delay, DelayExpression   string
	Payload
}

// Payload is the data of an event.
type Payload struct {
	NameList []string
	Params   []PayloadParam
	Content  string      // as written
	Value    *Expression // instead of Content
}

// PayloadParam is a named part of a payload: an expression, or a location.
type PayloadParam struct {
	Name       string
	Expression string
	Location   string
}

// Invoke is a service that runs while its state is active.
type Invoke struct {
	Place
	Type, TypeExpression     string
	Source, SourceExpression string
	ID, IDLocation           string
	AutoForward              bool
	Finalize                 []Action
	HasFinalize              bool // an empty finalize means something too
	Payload
	Machine *Machine // the content, when it is a machine
}
