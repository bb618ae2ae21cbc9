package hfsm

import "time"

// Status says how something that runs stands.
type Status uint8

// The statuses.
const (
	Running Status = iota
	Final          // ended, and did what it should
	Failed         // ended without
)

// String gives the status as guards and traces write it.
func (s Status) String() string {
	switch s {
	case Running:
		return "running"
	case Final:
		return "final"
	case Failed:
		return "failed"
	}
	return "no status"
}

// Entry says how a state is entered.
type Entry uint8

// The two ways into a state.
const (
	Anew    Entry = iota // it begins
	Resumed              // it goes on where it was interrupted
)

// Activity is one use of an activity in one machine, made once by [Host] and
// used again at every entry of its state. The time is the one given to
// [Machine.Tick]. An activity may set the machine's inputs at any time.
type Activity interface {
	// Start begins it. As an entry or exit action, Start is all that is called.
	Start(now time.Duration, how Entry)
	// Step goes on with it, once per tick of the automaton, until it is no longer
	// Running. An error means Failed, and is kept as the machine's cause.
	Step(now time.Duration) (Status, error)
	// Stop ends it because its state is left. It is called at every exit, also
	// when the activity has ended by itself.
	Stop(now time.Duration)
}

// Host makes the activities of a machine.
type Host interface {
	// Activity makes one use of the activity name. The arguments are checked.
	Activity(m *Machine, name string, args Args) (Activity, error)
}

// Param is a parameter of an activity.
type Param struct {
	Name    string
	Type    Type
	Default *Value // nil: it must be given
	// Check says what was expected when a value will not do, or "". May be nil.
	Check func(Value) string
}

// Kind describes an activity that machines may use.
type Kind struct {
	Name   string
	Params []Param
}

// Vocabulary is what the host offers to machines: what [Load] checks them against.
type Vocabulary struct {
	Inputs     map[string]Type
	Activities []Kind
}
