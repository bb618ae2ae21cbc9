// Package native is what generated machines stand on; see [gonao/hfsm/generate], which
// writes them. A generated package has the tables of its states, automata and transitions with
// the functions for what they do; the machine of package hfsm runs them, as it runs a machine
// from a file.
//
// A tick allocates nothing, but for events that carry data.
package native

import (
	"time"

	"gonao/hfsm"
	"gonao/hfsm/expr"
)

// Status is how something has ended, or that it runs.
type Status = hfsm.Status

// Entry is how a state is entered.
type Entry = hfsm.Entry

// Activity is what runs in a state. It is that of package hfsm, so that one activity serves
// generated machines and those from files.
type Activity = hfsm.Activity

// Stopper is an activity that may need several ticks to stop.
type Stopper = hfsm.Stopper

// Event is something that happened.
type Event = hfsm.Event

// Transition is one entry of a trace.
type Transition = hfsm.Transition

// The statuses, and the two ways into a state.
const (
	Running = hfsm.Running
	Final   = hfsm.Final
	Failed  = hfsm.Failed
	Anew    = hfsm.Anew
	Resumed = hfsm.Resumed
)

// Choose returns a where c holds, else b.
func Choose[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// Abs returns x without its sign; the least int returns itself.
func Abs[T int64 | float64](x T) T { return expr.Abs(x) }

// Clamp returns the number nearest to x from low to high; high where low is beyond it.
func Clamp[T int64 | float64](x, low, high T) T { return expr.Clamp(x, low, high) }

// Int returns a float as an int: the first or last int where it is beyond all ints, 0 for NaN.
func Int(x float64) int64 { return expr.Int(x) }

// Nothing is an activity that does nothing and never ends.
type Nothing struct{}

// Start is empty.
func (Nothing) Start(time.Duration, Entry) {}

// Step returns Running.
func (Nothing) Step(time.Duration) (Status, error) { return Running, nil }

// Stop is empty.
func (Nothing) Stop(time.Duration) {}
