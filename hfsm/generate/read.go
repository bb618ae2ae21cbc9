package generate

import (
	"errors"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// sight is what the texts of a chart see at a state, and how Go reads it.
type sight struct {
	*plan
	scope *scope
	state *state // nil: no words of a state
	at    *state // nevertheless it belongs to this one
	from  *chart.Machine
	opts  *Options
}

// value reads a value or a word of the state.
func (r sight) value(name string) goText {
	if s, ok := r.scope.slots[name]; ok {
		return goText{"m." + s.group + "." + s.field, bindOperand}
	}
	switch name {
	case "elapsed":
		return goText{"m.core.Elapsed(" + r.number(r.state.around) + ")", bindOperand}
	case "final":
		return goText{"m.core.Outcome(" + r.id(r.state) + ") == native.Final", bindCompare}
	case "failed":
		return goText{"m.core.Outcome(" + r.id(r.state) + ") == native.Failed", bindCompare}
	case "event":
		if !r.events {
			return goText{`""`, bindOperand}
		}
		return goText{"m.core.Event()", bindOperand}
	}
	panic("generate: no value " + name)
}

// ask reads the age of an input, or whether a state is active.
func (r sight) ask(function, of string) goText {
	if function == "active" {
		return goText{"m.core.On(" + r.stateNamed(of) + ")", bindOperand}
	}
	s := r.scope.slots[of]
	s.aged = true
	age := "m.core.Age(m." + s.stamp() + ")"
	switch {
	case function == "age":
		return goText{age, bindOperand}
	case s.declared.StaleAfter == 0:
		return goText{"false", bindOperand}
	}
	return goText{age + " > " + floatLiteral(s.declared.StaleAfter.Seconds()).text, bindCompare}
}

// stateNamed returns the constant of the state that active names.
func (r sight) stateNamed(path string) string {
	if r.scope.path != "" {
		path = r.scope.path + "/" + path
	}
	for _, s := range r.states[1:] {
		if s.path == path && s.scope == r.scope {
			return r.opts.Prefix + s.name
		}
	}
	panic("generate: no state " + path)
}

// names returns the names and types for the checker of expressions.
func (r sight) names() expr.Scope {
	names := expr.Scope{}
	if r.state != nil {
		names = names.With(expr.GuardWords)
	}
	for name, s := range r.scope.slots {
		names[name] = expr.Name{Type: s.typ, Declaration: s.declared, Input: s.group == inputs}
	}
	r.words.Offer(names)
	names.Define(r.from.Functions) // their faults were found when the machine was compiled
	return names
}

// parse reads an expression; nil with a finding when it is none.
func (r sight) parse(e *chart.Expression) *expr.Node {
	if e.Language != "" || r.from.Language != "" {
		language := e.Language
		if language == "" {
			language = r.from.Language
		}
		r.refuse(r.from, e.Place, "a text in %s; only typed expressions become Go", language)
		return nil
	}
	n, err := expr.Parse(e.Text, r.names())
	if err == nil {
		return n
	}
	at := e.Place
	if fault := (&expr.Error{}); errors.As(err, &fault) {
		at = e.Within(fault.Column)
	}
	r.refuse(r.from, at, "%v in %q", err, e.Text)
	return nil
}

// typeOf returns the type of an expression, 0 when it is none.
func (r sight) typeOf(e *chart.Expression) chart.Type {
	if n := r.parse(e); n != nil {
		return n.Type
	}
	return 0
}

// at returns what a state's texts see.
func (p *plan) at(s *state) sight { return sight{p, s.scope, s, s, s.from, p.opts} }

// outside returns what the texts of a machine see that belong to none of its states: of
// the machine that s calls, or of the machine itself.
func (p *plan) outside(s *state) sight {
	if s.call != nil {
		return sight{p, s.call.scope, nil, s, s.call.machine, p.opts}
	}
	return sight{p, s.scope, nil, s, s.from, p.opts}
}

// inputs is the group of slots that the host writes.
const inputs = "Inputs"

// stamp is the machine's field that holds when an input was set.
func (s *slot) stamp() string { return lower(s.field) + "Set" }
