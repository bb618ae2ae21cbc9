package scxml

import (
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// initial returns the targets of an initial transition as attributes.
func (w *writer) initial(targets []string, around string) []attribute {
	ids, same := w.ids.list(targets, around)
	if same {
		return []attribute{{"initial", ids}}
	}
	return []attribute{{"initial", ids}, {"gonao:initial", strings.Join(targets, " ")}}
}

func (w *writer) state(c *chart.Machine, s *chart.State, around string) {
	path := strings.TrimPrefix(around+"/"+s.Name, "/")
	id := w.ids.ids[s]
	attrs := []attribute{{"id", id}}
	if id != s.Name {
		attrs = append(attrs, attribute{"gonao:name", s.Name})
	}
	element := "state"
	switch s.Kind {
	case chart.Plain:
		if len(s.InitialActions) == 0 {
			attrs = append(attrs, w.initial(s.Initial, path)...)
		}
	case chart.Parallel:
		element = "parallel"
	case chart.FinalState:
		element = "final"
		attrs = append(attrs, attribute{"gonao:failed", yes(s.Failed)})
	case chart.ShallowMemory, chart.DeepMemory:
		w.history(s, attrs, around)
		return
	}
	attrs = append(attrs, attribute{"gonao:rate-hz", figure(s.RateHz)}, attribute{"gonao:history", s.History.String()},
		attribute{"gonao:stop-within", span(s.StopWithin)})
	w.element(element, attrs, func() { w.insideState(c, s, path, around) })
}

func (w *writer) insideState(c *chart.Machine, s *chart.State, path, around string) {
	w.described(s.Description)
	w.datamodel(c, path)
	if len(s.InitialActions) > 0 && s.Kind == chart.Plain {
		w.element("initial", nil, func() { w.arrive(s, path) })
	}
	w.call(s.Call)
	w.blocks("onentry", s.Entry)
	for i := range s.Do {
		w.activity("gonao:do", &s.Do[i])
	}
	w.blocks("onexit", s.Exit)
	for _, t := range s.Transitions {
		w.transition(t, s, around)
	}
	for i := range s.Invokes {
		w.invoke(&s.Invokes[i])
	}
	if s.Done != nil {
		w.element("donedata", nil, func() { w.payload(s.Done) })
	}
	for _, child := range s.States {
		w.state(c, child, path)
	}
}

// arrive writes the transition of an initial or of a history.
func (w *writer) arrive(s *chart.State, around string) {
	ids, same := w.ids.list(s.Initial, around)
	attrs := []attribute{{"target", ids}}
	if !same {
		attrs = append(attrs, attribute{"gonao:to", strings.Join(s.Initial, " ")})
	}
	w.element("transition", attrs, func() { w.actions(s.InitialActions) })
}

func (w *writer) history(s *chart.State, attrs []attribute, around string) {
	kind := "shallow"
	if s.Kind == chart.DeepMemory {
		kind = "deep"
	}
	w.element("history", append(attrs, attribute{"type", kind}), func() {
		w.described(s.Description)
		w.arrive(s, around)
	})
}

func (w *writer) call(c *chart.Call) {
	if c == nil {
		return
	}
	w.element("gonao:call", []attribute{{"machine", c.Machine}}, func() {
		for i := range c.Args {
			w.arg("gonao:with", &c.Args[i])
		}
		for _, r := range c.Returns {
			w.element("gonao:return", []attribute{{"variable", r.Variable}, {"output", r.Output}}, nil)
		}
	})
}

func (w *writer) transition(t *chart.Transition, s *chart.State, around string) {
	ids, same := w.ids.list(t.To, around)
	attrs := []attribute{{"event", strings.Join(t.Events, " ")}}
	attrs = append(attrs, w.expression("cond", t.If)...)
	if len(t.To) == 1 && t.To[0] == itself {
		ids = w.ids.ids[s]
	}
	attrs = append(attrs, attribute{"target", ids})
	if t.Internal {
		attrs = append(attrs, attribute{"type", "internal"})
	}
	if !same {
		attrs = append(attrs, attribute{"gonao:to", strings.Join(t.To, " ")})
	}
	attrs = append(attrs, attribute{"gonao:name", t.Name}, attribute{"gonao:description", t.Description}, attribute{"gonao:after", span(t.After)}, attribute{"gonao:disabled", yes(t.Disabled)})
	if t.Priority != 0 {
		attrs = append(attrs, attribute{"gonao:priority", strconv.Itoa(t.Priority)})
	}
	w.element("transition", attrs, func() { w.actions(t.Then) })
}

// itself is the target of a robot transition back to its own state.
const itself = "itself"

func (w *writer) invoke(v *chart.Invoke) {
	attrs := []attribute{
		{"type", v.Type},
		{"typeexpr", v.TypeExpression},
		{"src", v.Source},
		{"srcexpr", v.SourceExpression},
		{"id", v.ID},
		{"idlocation", v.IDLocation},
		{"namelist", strings.Join(v.NameList, " ")},
		{"autoforward", yes(v.AutoForward)},
	}
	w.element("invoke", attrs, func() {
		if v.Machine != nil {
			w.element("content", nil, func() { w.machine(v.Machine, false) })
		}
		w.payload(&v.Payload)
		if v.HasFinalize {
			w.element("finalize", nil, func() { w.actions(v.Finalize) })
		}
	})
}

// payload writes params and content; a list of names is an attribute of the element
// around.
func (w *writer) payload(p *chart.Payload) {
	for _, part := range p.Params {
		w.element("param", []attribute{{"name", part.Name}, {"expr", part.Expression}, {"location", part.Location}}, nil)
	}
	switch {
	case p.Value != nil:
		w.element("content", w.expression("expr", p.Value), nil)
	case p.Content != "":
		w.content("content", nil, p.Content)
	}
}
