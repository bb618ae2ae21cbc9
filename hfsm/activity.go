package hfsm

import (
	"fmt"
	"slices"
	"time"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// Status is whether something runs, or how it has ended.
type Status uint8

// The statuses.
const (
	Running Status = iota
	Final          // ended, and reached its goal
	Failed         // ended without
)

var statusWords = [...]string{Running: "running", Final: "final", Failed: "failed"}

// String returns the status as guards and traces write it.
func (s Status) String() string { return wordOf(statusWords[:], int(s), "no status") }

// ParseStatus returns the status that String writes as word.
func ParseStatus(word string) (Status, error) {
	if i := slices.Index(statusWords[:], word); i >= 0 {
		return Status(i), nil
	}
	return 0, fmt.Errorf(`field "status": %q; expected running, final or failed`, word)
}

// Entry is how a state is entered.
type Entry uint8

// The two ways into a state.
const (
	Anew    Entry = iota // it begins from the start
	Resumed              // it continues where it was interrupted
)

// Activity is one use of an activity in one machine, made once by [Host] and
// used again at every entry of its state. The time is the one given to
// [Machine.Tick]. An activity may set the machine's inputs at any time.
type Activity interface {
	// Start begins it. As an entry or exit action, Start is all that is called.
	Start(now time.Duration, how Entry)
	// Step runs the activity, once per tick of the automaton, until it is no longer Running. An error means Failed, and
	// becomes the machine's cause.
	Step(now time.Duration) (Status, error)
	// Stop ends it because its state is left. It is called at every exit, also
	// when the activity has ended by itself.
	Stop(now time.Duration)
}

// Stopper is an activity that may need several ticks to stop safely. Stopping is called instead of Stop when its state is
// left, and again in each tick of the automaton whose state changes, until it returns true; no other method is called in
// between. Stop is called only when its state's stop_within has passed, or the whole machine is stopped: it must then end
// at once.
type Stopper interface {
	Activity
	Stopping(now time.Duration) (done bool)
}

// Host makes the activities of a machine.
type Host interface {
	// Activity makes one use of the activity name. The arguments are checked.
	Activity(m *Machine, name string, args Args) (Activity, error)
}

// Param is a parameter of an activity.
type Param struct {
	Name    string
	Type    Type   // 0: that of the argument
	Default *Value // nil: required
	// Check returns what was expected when it refuses a value, or "". May be nil.
	Check func(Value) string
	// Constant forbids an expression as argument: the value is fixed by the file.
	Constant bool
}

// Kind describes an activity that machines may use.
type Kind struct {
	Name   string
	Params []Param
	// Find finds a parameter that is not among Params, such as a field of a message whose type is an argument:
	// message.linear.x. args are the constant arguments of Params. The error says what was expected. nil: no other
	// parameters.
	Find func(args Args, name string) (Param, error)
	// Unused returns why an argument that is given has no effect beside the others, or "". args are the constant ones of
	// Params. nil: all have one.
	Unused func(args Args, name string) string
	// External marks an activity of another program. Where that program does not run, as in scenarios, the activity needs
	// a stub.
	External bool
	// Sets are inputs that only this activity and others with their names set. A machine that reads one and uses none of them is
	// reported.
	Sets []string
}

// Vocabulary holds the names that the host offers to machines, against which [Load] checks them.
type Vocabulary struct {
	// Loose accepts any input, any output and any activity as written.
	Loose  bool
	Inputs map[string]Type
	// Before holds the values of inputs before the host has set them; zero for inputs that it does not name.
	Before     map[string]Value
	Activities []Kind
	// Functions are those of the host that all typed expressions may call. They may read inputs.
	Functions []chart.Function
	// Source returns the type of an input with a source of its own; an error says what was expected. nil: an input with a
	// source is refused.
	Source func(chart.Source) (Type, error)
	// Events are those the host posts, as transitions may wait for them; nil: any.
	Events []string
	// Outputs are those a machine may have; nil: any.
	Outputs map[string]Type
	// Languages run the texts that are not typed expressions, by name of the language.
	Languages map[string]Language
	// Machines returns a machine that another one calls or reads. If it is nil, machines cannot call or read others.
	Machines func(name string) (*chart.Machine, error)
	// Extended returns a machine that another one extends; nil: Machines is used.
	Extended func(name string) (*chart.Machine, error)
	// reading holds the machines that read each other, down to the one being compiled.
	reading []string
	// Space is where the machine is to run. A machine that is not offered there is refused; the zero Space accepts all.
	Space chart.Space
	// Interfaces name groups of inputs and activities that skills need.
	Interfaces map[string]Interface
	// Readers read machines in formats of their own, by the ending of the file.
	Readers map[string]Reader
}

// Interface is a group of names that the host offers, under the name that skills use.
type Interface struct {
	Description string
	Inputs      []string
	Activities  []string
	// Constants are values for arguments of the activities.
	Constants map[string]Value
}

// Reader reads a machine.
type Reader func(file string, src []byte, words *Vocabulary) (*chart.Machine, Findings)

// open reports whether any input and any activity will do.
func (v *Vocabulary) open() bool { return v == nil || v.Loose }

// Offer adds the functions of the host to the scope of expressions. A function with an error is left out.
func (v *Vocabulary) Offer(to expr.Scope) {
	if v != nil && len(v.Functions) > 0 {
		to.Offer(v.Functions, v.Inputs)
	}
}

// before returns the value of an input before the host has set it.
func (v *Vocabulary) before(name string) (Value, bool) {
	if v == nil {
		return Value{}, false
	}
	first, ok := v.Before[name]
	return first, ok
}
