package scxml

import (
	"slices"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// This file reads the elements and attributes of gonao's namespace: see the package's comment.

// lookup returns an attribute of an element.
type lookup func(name string) (string, bool)

// foreign reads an element of another namespace inside a state: gonao's own is
// understood, any other is kept.
func (r extensionReader) foreign(e *element, s *chart.State, path string) {
	if e.Space != spaceGonao {
		r.machine.Kept = append(r.machine.Kept, chart.Kept{
			Place: r.place(e, ""), Path: path, Role: "element", Language: "xml", Text: e.Raw(),
		})
		r.note(e, "<"+e.Name+"> of another namespace; kept and not run")
		return
	}
	switch e.Name {
	case "description":
		if path == "" {
			r.machine.Description = e.Text
		} else {
			s.Description = e.Text
		}
	case "do":
		if _, named := own(e)("name"); named {
			s.Do = append(s.Do, actionReader(r).activity(e))
		} else {
			s.Do = append(s.Do, actionReader(r).actions(e)...)
		}
	case "call":
		s.Call = actionReader(r).call(e)
	default:
		if path != "" || !r.inOurRoot(e) {
			r.fault(e, "", "<gonao:"+e.Name+">; expected an element that gonao has there")
		}
	}
}

// call reads the use of another machine.
func (r actionReader) call(e *element) *chart.Call {
	c := &chart.Call{Place: r.place(e, ""), Machine: r.required(e, "machine")}
	for _, child := range e.Children {
		switch {
		case child.Space == spaceGonao && child.Name == "with":
			c.Args = append(c.Args, r.arg(child))
		case child.Space == spaceGonao && child.Name == "return":
			c.Returns = append(c.Returns, chart.Return{
				Place: r.place(child, ""), Variable: r.required(child, "variable"), Output: r.required(child, "output"),
			})
		default:
			r.misplaced(child, "<gonao:call>")
		}
	}
	return c
}

// inOurRoot reads our elements that concern the whole machine.
func (r extensionReader) inOurRoot(e *element) bool {
	m := r.machine
	switch e.Name {
	case "space":
		m.Spaces = append(m.Spaces, chart.Space{Platform: valueOf(e, "platform"), Domain: valueOf(e, "domain")})
	case "parameter":
		m.Parameters = append(m.Parameters, valueReader(r).ourDeclaration(e))
	case "input":
		m.Inputs = append(m.Inputs, valueReader(r).ourDeclaration(e))
	case "output":
		m.Outputs = append(m.Outputs, valueReader(r).ourDeclaration(e))
	case "function":
		m.Functions = append(m.Functions, r.function(e))
	case "need":
		m.Needs = append(m.Needs, r.required(e, "name"))
	case "precondition":
		line, column := e.Doc.Place(e.Open)
		language, _ := ours(e)("language")
		m.Preconditions = append(m.Preconditions, chart.Expression{
			Place: chart.Place{Line: line, Column: column, Key: "preconditions"}, Text: e.Text, Language: language,
		})
	case "begin":
		m.Begin = append(m.Begin, actionReader(r).actions(e)...)
	case "initial":
		m.Root.InitialActions = append(m.Root.InitialActions, actionReader(r).actions(e)...)
	case "layout":
		if m.Layout == nil {
			m.Layout = map[string]chart.Layout{}
		}
		var l chart.Layout
		for name, into := range map[string]*float64{"x": &l.X, "y": &l.Y, "width": &l.Width, "height": &l.Height} {
			*into = valueReader(r).number(e, name, own(e))
		}
		m.Layout[valueOf(e, "path")] = l
	case "kept":
		m.Kept = append(m.Kept, chart.Kept{
			Place: r.place(e, ""), Path: valueOf(e, "path"), Role: valueOf(e, "role"), Language: valueOf(e, "language"), Text: e.Text,
		})
	default:
		return false
	}
	return true
}

// ourRoot reads gonao's attributes of the root.
func (r extensionReader) ourRoot(e *element) {
	m := r.machine
	if v, ok := ours(e)("profile"); ok {
		switch v {
		case "robot":
			m.Profile = chart.Robot
		case "scxml":
		default:
			r.fault(e, "profile", strconv.Quote(v)+"; expected robot or scxml")
		}
	}
	if v, ok := ours(e)("level"); ok {
		if m.Level, ok = chart.ParseLevel(v); !ok {
			r.fault(e, "level", strconv.Quote(v)+"; expected motion, skill or agent")
		}
	}
	m.MaxTransitions = int(valueReader(r).number(e, "max-transitions", ours(e)))
	single, _ := ours(e)("single-step")
	m.SingleStep = single == "true"
	m.Root.RateHz = valueReader(r).number(e, "rate-hz", ours(e))
	r.memory(e, m.Root)
}

func (r extensionReader) memory(e *element, s *chart.State) {
	if initial, ok := ours(e)("initial"); ok {
		r.instead(e, &s.Initial, initial)
	}
	v, ok := ours(e)("history")
	if !ok {
		return
	}
	if s.History, ok = chart.ParseHistory(v); !ok {
		r.fault(e, "history", strconv.Quote(v)+"; expected none, shallow, deep or resume")
	}
}

// ourState reads gonao's attributes of a state.
func (r extensionReader) ourState(e *element, s *chart.State) {
	s.RateHz = valueReader(r).number(e, "rate-hz", ours(e))
	s.StopWithin = valueReader(r).duration(e, "stop-within", ours(e))
	v, _ := ours(e)("failed")
	s.Failed = v == "true"
	r.memory(e, s)
}

// ourTransition reads gonao's attributes of a transition.
func (r extensionReader) ourTransition(e *element, t *chart.Transition) {
	t.Name, _ = ours(e)("name")
	t.Description, _ = ours(e)("description")
	t.After = valueReader(r).duration(e, "after", ours(e))
	off, _ := ours(e)("disabled")
	t.Disabled = off == "true"
	t.Priority = int(valueReader(r).number(e, "priority", ours(e)))
	if to, ok := ours(e)("to"); ok {
		r.instead(e, &t.To, to)
	}
}

// instead replaces the targets that were resolved from ids by those that gonao wrote.
func (r extensionReader) instead(e *element, into *[]string, words string) {
	*into = strings.Fields(words)
	r.later = slices.DeleteFunc(r.later, func(ref reference) bool { return ref.from == e })
}

// ourAction reads an action that SCXML does not have.
func (r actionReader) ourAction(e *element) (chart.Action, bool) {
	if e.Space == spaceGonao {
		switch e.Name {
		case "activity":
			return r.activity(e), true
		case "block":
			return chart.Action{Place: r.place(e, ""), Do: chart.Block, Actions: r.actions(e)}, true
		}
	}
	r.note(e, "<"+e.Name+"> of another namespace; left out")
	return chart.Action{}, false
}

func (r actionReader) activity(e *element) chart.Action {
	a := chart.Action{Place: r.place(e, ""), Do: chart.Activity, Name: r.required(e, "name"), OnDemand: valueOf(e, "on-demand") == "true"}
	for _, child := range e.Children {
		a.Args = append(a.Args, r.arg(child))
	}
	return a
}

func (r actionReader) arg(e *element) chart.Arg {
	a := chart.Arg{Place: r.place(e, ""), Name: r.required(e, "name"), Expression: r.expression(e, "expr")}
	if a.Expression == nil {
		a.Value = valueReader(r).value(e, "value", valueOf(e, "type"), own(e))
	}
	return a
}

// function reads a function of the machine.
func (r extensionReader) function(e *element) chart.Function {
	f := chart.Function{Place: r.place(e, ""), Name: valueReader(r).required(e, "name"), Description: valueOf(e, "description"), Type: r.typeOf(e)}
	if value := r.expression(e, "expr"); value != nil {
		f.Value = *value
	}
	for _, child := range e.Children {
		if child.Space == spaceGonao && child.Name == "argument" {
			f.Parameters = append(f.Parameters, chart.FunctionParameter{Place: r.place(child, ""), Name: valueOf(child, "name"), Type: r.typeOf(child)})
		}
	}
	return f
}

// typeOf returns the type of a function or of its parameter.
func (r extensionReader) typeOf(e *element) chart.Type {
	t, ok := chart.ParseType(valueOf(e, "type"))
	if !ok {
		r.fault(e, "type", strconv.Quote(valueOf(e, "type"))+"; expected bool, int, float or string")
	}
	return t
}
