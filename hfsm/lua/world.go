package lua

import (
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// World is what a session sees of its machine; a *hfsm.Scope is one, and so is what a
// machine that was made into Go shows its scripts.
type World interface {
	// Slot finds an input, a variable, an output or a parameter.
	Slot(name string) (slot int, t chart.Type, writable, ok bool)
	// Names returns all of them, sorted.
	Names() []string
	Value(slot int) chart.Value
	// Set writes a variable or an output.
	Set(slot int, v chart.Value) error
	// Age returns the age of an input, s, and whether that is more than it may be.
	Age(slot int) (age float64, stale bool)

	// Of the state whose script runs:
	Elapsed() time.Duration
	Outcome() hfsm.Status
	// Start begins an activity that a script of the state may begin.
	Start(kind string, args map[string]chart.Value) error

	// Active reports whether the state with this path is.
	Active(path string) bool
	// CurrentEvent returns the event a transition waited for, or nil.
	CurrentEvent() *hfsm.Event
	Raise(e hfsm.Event)
	Log(label string, value any)
}

type world = World
