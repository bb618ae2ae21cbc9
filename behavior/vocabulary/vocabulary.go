// Package vocabulary describes what machines may use: actions and inputs. It has the types of the descriptions, and their
// conversions: the kinds that hfsm checks machines against, JSON for programs, a JSON Schema for editors, and a page for
// people. The table of the robot's own actions and inputs is in gonao/behavior.
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
	// Functions are the functions that expressions may call in addition to those of the language.
	Functions []chart.Function
}

// Group holds related actions and inputs. Skills in Lua request them by the group's name.
type Group struct {
	Name        string
	Description string
}

// Action is something that machines may do.
type Action struct {
	Name        string
	Description string // a sentence without the name and without a full stop
	Group       string // may be ""
	Args        []Arg
	Outcomes    []Outcome
	Feedback    []Feedback
	Sets        []string // inputs, besides those for feedback, that change only while such an action runs
	// Cancel describes what happens when the state is left before the action has ended.
	Cancel string
	// Ends reports whether the action ends by itself. Otherwise it runs until its state is left.
	Ends bool
	// Port is the action server that runs the action; the zero Port: the host of the machine runs it.
	Port Port
	// External marks an action of a program that the machine names. Where that program does not run, the action needs a
	// stub.
	External bool
	// Find finds an argument that is not among Args, such as one inside a mapping. nil: no other arguments. See
	// [hfsm.Kind].
	Find func(args hfsm.Args, name string) (hfsm.Param, error)
	// Unused returns why an argument that is given has no effect, or ""; see [hfsm.Kind]. nil: all have one.
	Unused func(args hfsm.Args, name string) string
	// Nested names the argument that is a mapping, whose values Find finds; may be "".
	Nested string
}

// Arg is an argument of an action.
type Arg struct {
	Name        string
	Description string
	Type        hfsm.Type
	Unit        string
	Default     *hfsm.Value // nil: required
	Min, Max    *float64    // of a number; nil: any
	Enum        []string    // the only values of a text; nil: any
	// Check returns what was expected instead of a value, or ""; nil: any value of the type and the range.
	Check func(hfsm.Value) string
	// Constant forbids an expression.
	Constant bool
}

// Outcome is a way in which an action ends. Word is what machines read in the input
// outcome.
type Outcome struct {
	Word        string
	Description string
	Code        int // error_code of the action server's result; 0 for none
}

// Feedback is a value that an action reports while it runs, and the input that it sets.
type Feedback struct {
	Field string // in the action server's feedback
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

// PortKind is the kind of a port.
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

// Port is an action, a service or a topic of another program.
type Port struct {
	Kind PortKind
	Name string // relative to the robot's namespace, or with a slash in front
	Type string // such as gonao_msgs/action/Kick
}

// Outcomes that every action with a port can have, in addition to its own.
const (
	Succeeded   = "succeeded"
	Failed      = "failed"      // for a reason without a word of its own
	NoServer    = "no_server"   // the port has no server
	Rejected    = "rejected"    // the server did not accept the goal
	NoAnswer    = "no_answer"   // the server did not answer in time
	Canceled    = "canceled"    // the state was left, or another client canceled the goal
	Unsupported = "unsupported" // this robot has no such part, as a robot in one process has no voice
)

// CommonOutcomes returns the outcomes that every action with a port can have.
func CommonOutcomes() []Outcome {
	return []Outcome{
		{Word: Succeeded, Description: "the action reached its goal; the only one with which the activity is final"},
		{Word: NoServer, Description: "it has no server"},
		{Word: Rejected, Description: "the server did not accept the goal"},
		{Word: NoAnswer, Description: "the server did not answer in time"},
		{Word: Canceled, Description: "another client canceled the goal"},
		{Word: Unsupported, Description: "this robot cannot do it: a robot in one process has no voice and no lights"},
		{Word: Failed, Description: "any other reason; the cause has its text"},
	}
}

// Word returns the outcome of an error code of the action server; [Failed] for an unknown code.
func (a *Action) Word(code int) string {
	for _, o := range a.Outcomes {
		if o.Code == code && code != 0 {
			return o.Word
		}
	}
	return Failed
}

// AllInputs returns the inputs of the table, including those for feedback.
func (t *Table) AllInputs() []Input {
	all := append([]Input(nil), t.Inputs...)
	for i := range t.Actions {
		for _, f := range t.Actions[i].Feedback {
			all = append(all, f.Input)
		}
	}
	return all
}
