// Package vocabulary describes what machines may use: actions and inputs. It has the types
// of the descriptions, and what is made of them: the kinds that hfsm checks machines
// against, JSON for programs, a JSON Schema for editors, and a page for people. The
// table of the robot's own actions and inputs is in gonao/behavior.
package vocabulary

import (
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Table is all that machines may use.
type Table struct {
	Actions []Action
	Inputs  []Input
	Groups  []Group
	// Functions are those that expressions may call besides the language's.
	Functions []chart.Function
}

// Group is actions and inputs that belong together. Skills in Lua ask for them by the
// group's name.
type Group struct {
	Name        string
	Description string
}

// Action is something that machines may do.
type Action struct {
	Name        string
	Description string // a sentence without the name and without a full stop
	Group       string // "": none
	Args        []Arg
	Outcomes    []Outcome
	Feedback    []Feedback
	// Cancel is what happens when the state is left before the action has ended.
	Cancel string
	// Ends reports whether the action ends by itself. One that does not runs until its
	// state is left.
	Ends bool
	// Port is the action server that does the action; the zero Port: whoever runs the
	// machine does it.
	Port Port
	// External marks an action whose program is named by the machine. Where that program
	// does not run, the action needs a stub.
	External bool
	// Find finds an argument that is not among Args, such as one inside a mapping. nil:
	// there are no others. See [hfsm.Kind].
	Find func(args hfsm.Args, name string) (hfsm.Param, error)
	// Unused returns why an argument that is given has no effect, or ""; see [hfsm.Kind]. nil: all have one.
	Unused func(args hfsm.Args, name string) string
	// Nested names the argument that is a mapping, whose values Find finds; "": none.
	Nested string
}

// Arg is an argument of an action.
type Arg struct {
	Name        string
	Description string
	Type        hfsm.Type
	Unit        string
	Default     *hfsm.Value // nil: it must be given
	Min, Max    *float64    // of a number; nil: any
	Enum        []string    // the only values of a text; nil: any
	// Check returns what was expected of a value, or ""; nil: any value of the type and
	// the range.
	Check func(hfsm.Value) string
	// Constant forbids an expression.
	Constant bool
}

// Outcome is a way in which an action ends. Word is what machines read in the input
// outcome.
type Outcome struct {
	Word        string
	Description string
	Code        int // error_code of the action server's result; 0: it has none
}

// Feedback is what an action reports while it runs, and the input that gets it.
type Feedback struct {
	Field string // of the action server's feedback
	Input Input
}

// Input is a value that machines may read.
type Input struct {
	Name        string
	Description string
	Type        hfsm.Type
	Unit        string
	Group       string
	Source      string // topic or action that it comes from
	// Before is the value before the first one has come; nil: zero.
	Before *hfsm.Value
	// Period is the time between two values while the source works; 0: a value comes
	// when something happens. An input that is much older is out of date.
	Period time.Duration
}

// PortKind is what kind of thing a port is.
type PortKind uint8

// The kinds of ports.
const (
	NoPort PortKind = iota
	ActionPort
	ServicePort
	TopicPort
)

// String returns the word of JSON and of stubs.
func (k PortKind) String() string {
	switch k {
	case ActionPort:
		return "action"
	case ServicePort:
		return "service"
	case TopicPort:
		return "topic"
	case NoPort:
	}
	return "none"
}

// Port is what another program offers under a name.
type Port struct {
	Kind PortKind
	Name string // relative to the robot's namespace, or with a slash in front
	Type string // such as gonao_msgs/action/Kick
}

// Outcomes that every action with a port can have, besides its own.
const (
	Succeeded   = "succeeded"
	Failed      = "failed"      // for another reason than those that the action has words for
	NoServer    = "no_server"   // nobody serves the port
	Rejected    = "rejected"    // the server did not accept the goal
	NoAnswer    = "no_answer"   // the server did not answer in time
	Canceled    = "canceled"    // the state was left, or somebody else canceled the goal
	Unsupported = "unsupported" // this robot has no such part, as a robot in one process has no voice
)

// CommonOutcomes returns the outcomes that every action with a port can have.
func CommonOutcomes() []Outcome {
	return []Outcome{
		{Word: Succeeded, Description: "the action did what it should; the only one with which the activity is final"},
		{Word: NoServer, Description: "nobody serves it"},
		{Word: Rejected, Description: "the server did not accept the goal"},
		{Word: NoAnswer, Description: "the server did not answer in time"},
		{Word: Canceled, Description: "somebody else canceled the goal"},
		{Word: Unsupported, Description: "this robot cannot do it: a robot in one process has no voice and no lights"},
		{Word: Failed, Description: "any other reason; the cause has its text"},
	}
}

// Word returns the outcome of an error code of the action server; [Failed] for one that
// the table does not have.
func (a *Action) Word(code int) string {
	for _, o := range a.Outcomes {
		if o.Code == code && code != 0 {
			return o.Word
		}
	}
	return Failed
}

// AllInputs returns the inputs of the table, those that get feedback among them.
func (t *Table) AllInputs() []Input {
	all := append([]Input(nil), t.Inputs...)
	for i := range t.Actions {
		for _, f := range t.Actions[i].Feedback {
			all = append(all, f.Input)
		}
	}
	return all
}
