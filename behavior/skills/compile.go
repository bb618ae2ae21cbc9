package skills

import (
	"errors"
	"fmt"
	"strconv"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/lua"
	"gonao/internal/wording"
)

// The reasons why a call is refused; errors of [Library.Compile] wrap one of them.
var (
	ErrInvalid    = errors.New("the call is not understood")
	ErrUnknown    = errors.New("no such skill")
	ErrNotOffered = errors.New("the skill is not offered")
)

// CancelEvent is the event that ends a call properly: the running skill is left, with all its exit actions, and the
// machine fails.
const CancelEvent = "call.cancelled"

// callName is the name of the machine that a call is.
const callName = "call"

// Compile makes a machine of a call: a state for each skill, named like it.
func (l *Library) Compile(text string) (*hfsm.Model, error) {
	calls, err := lua.ParseCalls(text, lua.Options{})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	c := &chart.Machine{File: callName, Name: callName, Root: &chart.State{History: chart.None}}
	names := map[string]int{}
	for _, call := range calls {
		s, err := l.offered(call.Skill)
		if err != nil {
			return nil, &columnError{call.Column, err}
		}
		names[call.Skill]++
		state, err := stateOf(call, s, names[call.Skill])
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
		}
		c.Root.States = append(c.Root.States, state)
	}
	c.Root.Initial = []string{c.Root.States[0].Name}
	for i, s := range c.Root.States {
		next := "FINAL"
		if i+1 < len(calls) {
			next = c.Root.States[i+1].Name
		}
		s.Transitions = []*chart.Transition{
			{Name: "cancelled", Events: []string{CancelEvent}, To: []string{"FAILED"}},
			{Name: "failed", If: &chart.Expression{Text: "failed"}, To: []string{"FAILED"}},
			{Name: "final", If: &chart.Expression{Text: "final"}, To: []string{next}},
		}
	}
	model, findings := hfsm.Compile(c, l.opts.Words)
	if model == nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, findings.Errors())
	}
	return model, nil
}

// offered finds a skill that may be called.
func (l *Library) offered(name string) (*Skill, error) {
	s := l.byName[name]
	switch {
	case s == nil:
		return nil, fmt.Errorf("%w: %q%s; expected one of %s", ErrUnknown, name, wording.DidYouMean(name, l.names()), chart.Listed(l.names()))
	case s.Refused != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrNotOffered, name, s.Refused)
	}
	return s, nil
}

// stateOf returns the state of the nth call of a skill. The engine checks the arguments against the skill's parameters.
func stateOf(call lua.Call, s *Skill, nth int) (*chart.State, error) {
	place := chart.Place{Line: 1, Column: call.Column, Key: call.Skill}
	state := &chart.State{Place: place, Name: call.Skill, Call: &chart.Call{Place: place, Machine: call.Skill}}
	if nth > 1 {
		state.Name += "_" + strconv.Itoa(nth)
	}
	given := map[string]bool{}
	for i, a := range call.Args {
		if a.Name == "" { // the next parameter
			if i >= len(s.Parameters) {
				return nil, &lua.CallError{Column: a.Column, Text: fmt.Sprintf("%s has no parameter %d", call.Skill, i+1)}
			}
			a.Name = s.Parameters[i].Name
		}
		if given[a.Name] {
			return nil, &lua.CallError{Column: a.Column, Text: a.Name + " is given twice"}
		}
		given[a.Name] = true
		at := chart.Place{Line: 1, Column: a.Column, Key: call.Skill + "." + a.Name}
		state.Call.Args = append(state.Call.Args, chart.Arg{Place: at, Name: a.Name, Value: a.Value})
	}
	return state, nil
}

// columnError is an error at a place of a call.
type columnError struct {
	column int // from 1
	err    error
}

// Error returns the column with the error.
func (e *columnError) Error() string { return fmt.Sprintf("column %d: %v", e.column, e.err) }

// Unwrap returns the error without its column.
func (e *columnError) Unwrap() error { return e.err }

// Column returns the place of an error of [Library.Compile] in the call, from 1; 0 if it has none.
func Column(err error) int {
	var at *columnError
	var call *lua.CallError
	var found hfsm.Findings
	switch {
	case errors.As(err, &at):
		return at.column
	case errors.As(err, &call):
		return call.Column
	case errors.As(err, &found) && len(found) > 0:
		return found[0].Column
	}
	return 0
}
