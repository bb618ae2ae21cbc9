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
	"fmt"

	"gonao/hfsm"
	"gonao/hfsm/expr"
)

// Status says how something has ended, or that it runs.
type Status = hfsm.Status

// Entry says how a state is entered.
type Entry = hfsm.Entry

// Activity is what runs in a state: that of package hfsm, so that one serves both kinds
// of machines.
type Activity = hfsm.Activity

// Stopper is an activity that takes its time to stop.
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
	return &hfsm.RangeError{Machine: c.Name, Variable: variable, Value: valueOf(v), Expected: expected}
}

// valueOf gives a value of Go as package hfsm has it.
func valueOf[T bool | int64 | float64 | string](v T) hfsm.Value {
	switch v := any(v).(type) {
	case bool:
		return hfsm.BoolValue(v)
	case int64:
		return hfsm.IntValue(v)
	case float64:
		return hfsm.FloatValue(v)
	case string:
		return hfsm.StringValue(v)
	}
	return hfsm.Value{}
}

// Argument gives an activity an argument that is an expression, where the host takes
// it: see [Machine.Check].
func Argument[T bool | int64 | float64 | string](c *Core, u *Use, kind, name string, to *T, v T) error {
	for i := range c.kinds {
		if c.kinds[i].Name != kind {
			continue
		}
		for _, p := range c.kinds[i].Params {
			if p.Name != name || p.Check == nil {
				continue
			}
			value := valueOf(v)
			if expected := p.Check(value); expected != "" {
				return fmt.Errorf("%s.%s: %s; expected %s", u.key, name, value.Text(), expected)
			}
		}
	}
	*to = v
	return nil
}
