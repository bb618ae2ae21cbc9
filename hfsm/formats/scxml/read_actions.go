package scxml

import (
	"fmt"
	"strings"

	"gonao/hfsm/chart"
)

// block reads an onentry or onexit: actions that stop together when one fails.
func (r actionReader) block(e *element) []chart.Action {
	r.known(e)
	actions := r.actions(e)
	if bare, ok := e.ours("bare"); ok && bare == "true" {
		return actions // in the profile robot, actions are not in blocks
	}
	return []chart.Action{{Place: r.place(e, ""), Do: chart.Block, Actions: actions}}
}

// actions reads executable content.
func (r actionReader) actions(e *element) []chart.Action {
	var list []chart.Action
	for i, child := range e.children {
		r.keys = append(r.keys, fmt.Sprintf("%s[%d]", e.name, i))
		if action, ok := r.action(child, e); ok {
			list = append(list, action)
		}
		r.keys = r.keys[:len(r.keys)-1]
	}
	return list
}

func (r actionReader) action(e, parent *element) (chart.Action, bool) {
	if !e.scxml() {
		return r.ourAction(e)
	}
	a := chart.Action{Place: r.place(e, "")}
	switch e.name {
	case "raise":
		r.known(e, "event")
		a.Do, a.Name = chart.Raise, r.required(e, "event")
	case "send":
		a.Do, a.Message = chart.Send, r.send(e)
	case "cancel":
		r.known(e, "sendid", "sendidexpr")
		r.one(e, "sendid", "sendidexpr")
		a.Do, a.Name, a.Value = chart.Cancel, e.get("sendid"), r.expression(e, "sendidexpr")
		if a.Name == "" && a.Value == nil {
			r.fault(e, "sendid", "missing; expected it or sendidexpr on <cancel>")
		}
	case "assign":
		r.assign(e, &a)
	case "log":
		r.known(e, "label", "expr")
		a.Do, a.Name, a.Value = chart.Log, e.get("label"), r.expression(e, "expr")
	case "script":
		return r.script(e)
	case "if":
		a.Do, a.Branches = chart.If, r.branches(e)
	case "foreach":
		r.known(e, "array", "item", "index")
		a.Do = chart.Each
		a.Loop = &chart.Loop{Item: r.required(e, "item"), Index: e.get("index")}
		r.required(e, "array")
		if array := r.expression(e, "array"); array != nil {
			a.Loop.Array = *array
		}
		a.Loop.Do = r.actions(e)
	default:
		r.misplaced(e, "<"+parent.name+">")
		return a, false
	}
	return a, true
}

func (r actionReader) assign(e *element, a *chart.Action) {
	r.known(e, "location", "expr", "type", "attr")
	a.Do, a.Name = chart.Set, r.required(e, "location")
	a.Value = r.expression(e, "expr")
	inner := e.inner()
	switch {
	case a.Value == nil:
		a.Literal = inner
	case strings.TrimSpace(inner) != "":
		r.fault(e, "expr", "given beside inline content; expected one of the two")
	}
}

func (r actionReader) script(e *element) (chart.Action, bool) {
	r.known(e, "src")
	a := chart.Action{Place: r.place(e, ""), Do: chart.Script}
	text := e.text
	line, column := e.doc.place(e.open)
	if _, ok := e.attr("src"); ok {
		if strings.TrimSpace(text) != "" {
			r.fault(e, "src", "given beside inline content; expected one of the two")
		}
		if text, ok = r.file(e); !ok {
			return a, false
		}
		line, column = 1, 1
	}
	language, _ := e.ours("language")
	a.Value = &chart.Expression{Place: chart.Place{Line: line, Column: column, Key: r.key()}, Text: text, Language: language}
	return a, true
}

// branches splits an if at its elseif and else, which are between the actions.
func (r actionReader) branches(e *element) []chart.Branch {
	r.known(e, "cond")
	r.required(e, "cond")
	list := []chart.Branch{{Place: r.place(e, ""), If: r.expression(e, "cond")}}
	for i, child := range e.children {
		last := &list[len(list)-1]
		if !child.scxml() || child.name != "elseif" && child.name != "else" {
			r.keys = append(r.keys, fmt.Sprintf("if[%d]", i))
			if action, ok := r.action(child, e); ok {
				last.Then = append(last.Then, action)
			}
			r.keys = r.keys[:len(r.keys)-1]
			continue
		}
		if last.If == nil {
			r.fault(child, "", fmt.Sprintf("<%s> after <else>; expected only actions", child.name))
		}
		branch := chart.Branch{Place: r.place(child, "")}
		if child.name == "elseif" {
			r.known(child, "cond")
			r.required(child, "cond")
			branch.If = r.expression(child, "cond")
			if branch.If == nil {
				continue
			}
		} else {
			r.known(child)
		}
		list = append(list, branch)
	}
	return list
}

func (r actionReader) send(e *element) *chart.Message {
	r.known(e, "event", "eventexpr", "target", "targetexpr", "type", "typeexpr", "id", "idlocation", "delay", "delayexpr", "namelist")
	for _, pair := range [][]string{{"event", "eventexpr"}, {"target", "targetexpr"}, {"type", "typeexpr"}, {"id", "idlocation"}, {"delay", "delayexpr"}} {
		r.one(e, pair...)
	}
	m := &chart.Message{
		Place: r.place(e, ""),
		Event: e.get("event"), EventExpression: e.get("eventexpr"),
		Target: e.get("target"), TargetExpression: e.get("targetexpr"),
		Type: e.get("type"), TypeExpression: e.get("typeexpr"),
		ID: e.get("id"), IDLocation: e.get("idlocation"),
		Delay: e.get("delay"), DelayExpression: e.get("delayexpr"),
	}
	m.NameList = list(e, "namelist")
	if m.Delay != "" {
		if _, err := chart.ParseDelay(m.Delay); err != nil {
			r.fault(e, "delay", err.Error())
		}
	}
	r.payload(e, &m.Payload)
	return m
}

// payload reads the params and the content inside e.
func (r actionReader) payload(e *element, p *chart.Payload) {
	for _, child := range e.children {
		r.part(child, p, "<"+e.name+">")
	}
}

func (r actionReader) part(e *element, p *chart.Payload, where string) {
	switch {
	case !e.scxml():
		r.note(e, "<"+e.name+"> of another namespace; left out")
	case e.name == "param":
		r.known(e, "name", "expr", "location")
		r.one(e, "expr", "location")
		part := chart.PayloadParam{Name: r.required(e, "name"), Expression: e.get("expr"), Location: e.get("location")}
		if part.Expression == "" && part.Location == "" {
			r.fault(e, "expr", "missing; expected it or location on <param>")
		}
		p.Params = append(p.Params, part)
	case e.name == "content":
		r.known(e, "expr")
		if p.Content != "" || p.Value != nil {
			r.fault(e, "", "a second <content>; expected one")
		}
		p.Value = r.expression(e, "expr")
		if p.Value == nil {
			p.Content = e.inner()
		} else if strings.TrimSpace(e.inner()) != "" {
			r.fault(e, "expr", "given beside inline content; expected one of the two")
		}
	default:
		r.misplaced(e, where)
	}
}
