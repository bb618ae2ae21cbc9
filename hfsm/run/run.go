// Package run is what machines that were made into Go stand on. [Core] knows which
// state is active and moves the machine from one to the next by the tables of its
// [Model]: rates, histories, regions, events, stops that take several ticks. What is
// done in a state and with a transition, and when one is taken, is in the machine's
// own [Code]; see [gonao/hfsm/generate], which writes it.
//
// Nothing here allocates once a machine is made. Times are those of
// [gonao/hfsm]: Now is on the caller's clock, At and Entry are grid times since the
// machine's first entry.
package run

import (
	"gonao/hfsm"
	"gonao/hfsm/expr"
)

type (
	// Status and the others are the words of package hfsm that generated code speaks,
	// so that activities serve both kinds of machines.
	Status     = hfsm.Status
	Entry      = hfsm.Entry
	Activity   = hfsm.Activity
	Stopper    = hfsm.Stopper
	Event      = hfsm.Event
	Transition = hfsm.Transition
)

// The statuses, and the two ways into a state.
const (
	Running = hfsm.Running
	Final   = hfsm.Final
	Failed  = hfsm.Failed
	Anew    = hfsm.Anew
	Resumed = hfsm.Resumed
)

// None is no state, no automaton and no transition.
const None = -1

// Choose gives a where c holds, else b.
func Choose[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// Abs gives x without its sign; the least int has no such, and gives itself.
func Abs[T int64 | float64](x T) T { return expr.Abs(x) }

// Clamp gives the nearest to x from low to high; where low is beyond high, high.
func Clamp[T int64 | float64](x, low, high T) T { return expr.Clamp(x, low, high) }

// Int makes an int of a float: what is beyond all ints gives the last one, and what
// is no number gives 0.
func Int(x float64) int64 { return expr.Int(x) }

// OutOfRange is the error of a variable that was to get a value it does not take.
func OutOfRange[T bool | int64 | float64 | string](c *Core, variable string, v T, expected string) error {
	e := &hfsm.RangeError{Machine: c.Name, Variable: variable, Expected: expected}
	switch v := any(v).(type) {
	case bool:
		e.Value = hfsm.BoolValue(v)
	case int64:
		e.Value = hfsm.IntValue(v)
	case float64:
		e.Value = hfsm.FloatValue(v)
	case string:
		e.Value = hfsm.StringValue(v)
	}
	return e
}
