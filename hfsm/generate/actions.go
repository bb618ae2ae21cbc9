package generate

import (
	"fmt"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// steps writes actions of a state.
func (w *statesWriter) steps(s *state, steps []*step, how string) {
	w.stepsSeen(w.at(s), steps, how)
}

// stepsSeen writes actions; how is what activities are started with.
func (w *statesWriter) stepsSeen(r sight, steps []*step, how string) {
	for _, a := range steps {
		w.step(r, a, how)
	}
}

func (w *statesWriter) step(r sight, a *step, how string) {
	c := a.action
	switch c.Do {
	case chart.Activity:
		w.arguments(a.use)
		w.f("m.core.Start(%s, %s)\n", w.typed(a.use.field), how)
	case chart.Set:
		if r.scripted(c.Value) {
			w.scriptStep(r, a)
		} else if to := r.scope.slots[c.Name]; to != nil && c.Value != nil {
			w.assign(r, to, c.Value)
		} else {
			w.refuse(r.from, c.Place, "sets %q, which is not a variable", c.Name)
		}
	case chart.Raise:
		w.f("m.core.Raise(%q)\n", c.Name)
	case chart.Log:
		w.log(r, c)
	case chart.Send:
		w.send(r, c)
	case chart.Cancel:
		w.cancel(r, c)
	case chart.If:
		w.branches(r, a, how)
	case chart.Block:
		w.f("if err := func() error {\n")
		w.stepsSeen(r, a.ways[0], how)
		w.f("return nil\n}(); err != nil {\nm.core.Note(%s, err)\n}\n", w.id(r.at))
	case chart.Script, chart.Each:
		w.scriptStep(r, a)
	}
}

// assign writes an assignment; it fails where the value is outside the declared ones.
func (w *statesWriter) assign(r sight, to *slot, e *chart.Expression) {
	field := "m." + to.group + "." + to.field
	if r.scripted(e) {
		set := "{\n" + field + " = v\n}\n"
		if to.limited() {
			set = "if err = m." + to.setter() + "(v); err != nil {\nreturn err\n}\n"
		}
		w.f("if v, err := %s; err != nil {\nreturn err\n} else %s", r.get(to.typ, e), set)
		return
	}
	n := r.parse(e)
	if n == nil {
		return
	}
	text := as(n, to.typ, r)
	switch {
	case text == field:
		w.f("// %s stays as it is\n", to.field)
	case to.limited() && !n.Constant:
		w.f("if err := m.%s(%s); err != nil {\nreturn err\n}\n", to.setter(), text)
	default:
		w.f("%s = %s\n", field, text)
	}
}

// as writes an expression where a type is wanted: an int becomes a float.
func as(n *expr.Node, want chart.Type, r reader) string {
	if want == chart.Float {
		n = expr.Widen(n)
	}
	return translate(n, r).text
}

// limited reports whether only some values of its type are allowed.
func (s *slot) limited() bool {
	return s.declared.Min != nil || s.declared.Max != nil || len(s.declared.Enum) > 0
}

// setter is the method that writes a value that is limited.
func (s *slot) setter() string { return "set" + s.group + s.field }

func (w *statesWriter) log(r sight, c *chart.Action) {
	value := "nil"
	if r.scripted(c.Value) {
		w.f("if m.OnLog != nil {\nv, err := %s\nif err != nil {\nreturn err\n}\nm.OnLog(%q, v)\n}\n", r.run("Any", c.Value, hfsm.Quantity), c.Name)
		return
	}
	if c.Value != nil {
		n := r.parse(c.Value)
		if n == nil {
			return
		}
		value = goType(n.Type) + "(" + translate(n, r).text + ")"
	}
	w.f("if m.OnLog != nil {\nm.OnLog(%q, %s)\n}\n", c.Name, value)
}

// send writes an event to the machine itself, at once or later, or to others.
func (w *statesWriter) send(r sight, c *chart.Action) {
	message := c.Message
	if message == nil {
		return
	}
	delay, err := time.ParseDuration("0s" + message.Delay)
	if message.Delay == "" {
		delay, err = 0, nil
	}
	if err != nil {
		w.refuse(r.from, c.Place, "delay %q; expected a time such as 10s or 250ms", message.Delay)
	}
	data := ""
	if r.from.Language != "" && len(message.Params) > 0 {
		w.f("{\n")
		defer w.f("}\n")
	}
	for i, p := range message.Params {
		e := &chart.Expression{Place: c.Place, Text: p.Expression}
		if r.scripted(e) {
			w.f("v%d, err := %s\nif err != nil {\nreturn err\n}\n", i, r.run("Any", e, hfsm.Quantity))
			data += fmt.Sprintf("%q: v%d,\n", p.Name, i)
			continue
		}
		n := r.parse(e)
		if n == nil {
			continue
		}
		data += fmt.Sprintf("%q: %s(%s),\n", p.Name, goType(n.Type), translate(n, r).text)
	}
	if data != "" {
		data = ", Data: map[string]any{\n" + data + "}"
	}
	event := fmt.Sprintf("native.Event{Name: %q, SendID: %q%s}", message.Event, message.ID, data)
	switch {
	case message.Target != "":
		w.f("if err := m.deliver(%q, %s); err != nil {\nreturn err\n}\n", message.Target, event)
		w.sends = true
	case delay == 0:
		w.f("m.core.Send(%s)\n", event)
	default:
		w.f("if err := m.core.Later(%s, %s); err != nil {\nreturn err\n}\n", duration(delay), event)
	}
}

func (w *statesWriter) cancel(r sight, c *chart.Action) {
	id := fmt.Sprintf("%q", c.Name)
	if r.scripted(c.Value) {
		w.f("if id, err := %s; err != nil {\nreturn err\n} else if id, ok := id.(string); ok {\nm.core.Cancel(id)\n}\n", r.run("Any", c.Value, hfsm.Quantity))
		return
	}
	if c.Value != nil {
		n := r.parse(c.Value)
		if n == nil {
			return
		}
		if n.Type != chart.String {
			w.f("// an id is a text: there is nothing to cancel\n")
			return
		}
		id = translate(n, r).text
	}
	w.f("m.core.Cancel(%s)\n", id)
}

// branches writes an if.
func (w *statesWriter) branches(r sight, a *step, how string) {
	for i := range a.action.Branches {
		branch := &a.action.Branches[i]
		switch {
		case r.scripted(branch.If):
			w.f("if holds, err := %s; err != nil {\nreturn err\n} else if holds {\n", r.run("Bool", branch.If, hfsm.Condition))
		case branch.If != nil:
			n := r.parse(branch.If)
			if n == nil {
				return
			}
			w.f("if %s {\n", translate(n, r).text)
		case i == 0:
			w.f("{\n")
		default:
			w.f("{\n")
		}
		// Entry actions inside an if start activities anew, whatever the entry.
		w.stepsSeen(r, a.ways[i], "native.Anew")
		if branch.If == nil || i == len(a.action.Branches)-1 {
			w.f("}\n")
			return
		}
		w.f("} else ")
	}
	_ = how
}
