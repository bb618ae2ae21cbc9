package lua

import (
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Scope is the part of its machine that a session may use: a *hfsm.Scope, or noMachine while a skill is read.
type Scope interface {
	// Slot finds an input, a variable, an output or a parameter.
	Slot(name string) (slot int, t chart.Type, writable, ok bool)
	// Names returns all of them, sorted.
	Names() []string
	Value(slot int) chart.Value
	// Set writes a variable or an output.
	Set(slot int, v chart.Value) error
	// Age returns the age of an input, s, and whether that is more than it may be.
	Age(slot int) (age float64, stale bool)

	// About the state whose script runs:
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

// noMachine is the scope while a skill is read, when no machine exists.
type noMachine struct{}

var (
	_ Scope = noMachine{}
	_ Scope = (*hfsm.Scope)(nil)
)

func (noMachine) Slot(string) (int, chart.Type, bool, bool)  { return 0, 0, false, false }
func (noMachine) Names() []string                            { return nil }
func (noMachine) Value(int) chart.Value                      { return chart.Value{} }
func (noMachine) Set(int, chart.Value) error                 { return nil }
func (noMachine) Age(int) (float64, bool)                    { return 0, false }
func (noMachine) Elapsed() time.Duration                     { return 0 }
func (noMachine) Outcome() hfsm.Status                       { return hfsm.Running }
func (noMachine) Start(string, map[string]chart.Value) error { return nil }
func (noMachine) Active(string) bool                         { return false }
func (noMachine) CurrentEvent() *hfsm.Event                  { return nil }
func (noMachine) Raise(hfsm.Event)                           {}
func (noMachine) Log(string, any)                            {}
