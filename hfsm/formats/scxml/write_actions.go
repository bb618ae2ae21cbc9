package scxml

import (
	"strings"

	"gonao/hfsm/chart"
)

// blocks writes the actions of an entry or an exit: each block in an element of its own, and actions outside of blocks,
// as in the profile robot, in an element marked as bare.
func (w *writer) blocks(element string, actions []chart.Action) {
	for i := 0; i < len(actions); {
		if actions[i].Do == chart.Block {
			w.element(element, nil, func() { w.actions(actions[i].Actions) })
			i++
			continue
		}
		first := i
		for i < len(actions) && actions[i].Do != chart.Block {
			i++
		}
		w.element(element, []attribute{{"gonao:bare", "true"}}, func() { w.actions(actions[first:i]) })
	}
}

func (w *writer) actions(list []chart.Action) {
	for i := range list {
		w.action(&list[i])
	}
}

func (w *writer) action(a *chart.Action) {
	switch a.Do {
	case chart.Activity:
		w.activity("gonao:activity", a)
	case chart.Set:
		attrs := []attribute{{"location", a.Name}}
		if a.Value == nil {
			w.content("assign", attrs, a.Literal)
			return
		}
		w.element("assign", append(attrs, w.expression("expr", a.Value)...), nil)
	case chart.Raise:
		w.element("raise", []attribute{{"event", a.Name}}, nil)
	case chart.Send:
		w.send(a.Message)
	case chart.Cancel:
		w.element("cancel", append([]attribute{{"sendid", a.Name}}, w.expression("sendidexpr", a.Value)...), nil)
	case chart.Log:
		w.element("log", append([]attribute{{"label", a.Name}}, w.expression("expr", a.Value)...), nil)
	case chart.Script:
		if a.Value != nil {
			w.text("script", []attribute{{"gonao:language", a.Value.Language}}, a.Value.Text)
		}
	case chart.If:
		w.branches(a.Branches)
	case chart.Each:
		attrs := w.expression("array", &a.Loop.Array)
		attrs = append(attrs, attribute{"item", a.Loop.Item}, attribute{"index", a.Loop.Index})
		w.element("foreach", attrs, func() { w.actions(a.Loop.Do) })
	case chart.Block:
		w.element("gonao:block", nil, func() { w.actions(a.Actions) })
	}
}

func (w *writer) branches(list []chart.Branch) {
	if len(list) == 0 {
		return
	}
	w.element("if", w.expression("cond", list[0].If), func() {
		w.actions(list[0].Then)
		for _, b := range list[1:] {
			if b.If != nil {
				w.element("elseif", w.expression("cond", b.If), nil)
			} else {
				w.element("else", nil, nil)
			}
			w.actions(b.Then)
		}
	})
}

func (w *writer) send(m *chart.Message) {
	attrs := []attribute{
		{"event", m.Event},
		{"eventexpr", m.EventExpression},
		{"target", m.Target},
		{"targetexpr", m.TargetExpression},
		{"type", m.Type},
		{"typeexpr", m.TypeExpression},
		{"id", m.ID},
		{"idlocation", m.IDLocation},
		{"delay", m.Delay},
		{"delayexpr", m.DelayExpression},
		{"namelist", strings.Join(m.NameList, " ")},
	}
	w.element("send", attrs, func() { w.payload(&m.Payload) })
}

// activity writes the use of an activity, or another action that runs in a state.
func (w *writer) activity(element string, a *chart.Action) {
	if a.Do != chart.Activity {
		w.element(element, nil, func() { w.action(a) })
		return
	}
	w.element(element, []attribute{{"name", a.Name}, {"on-demand", yes(a.OnDemand)}}, func() {
		for i := range a.Args {
			w.arg("gonao:arg", &a.Args[i])
		}
	})
}

func (w *writer) arg(element string, a *chart.Arg) {
	attrs := []attribute{{"name", a.Name}}
	if a.Expression != nil {
		attrs = append(attrs, w.expression("expr", a.Expression)...)
	} else {
		attrs = append(attrs, attribute{"type", a.Value.Type.String()}, attribute{"value", plain(a.Value)})
	}
	w.element(element, attrs, nil)
}
