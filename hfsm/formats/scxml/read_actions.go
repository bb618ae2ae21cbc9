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
	if bare, ok := ours(e)("bare"); ok && bare == "true" {
		return actions // in the profile robot, actions are not in blocks
	}
	return []chart.Action{{Place: r.place(e, ""), Do: chart.Block, Actions: actions}}
}

// actions reads executable content.
func (r actionReader) actions(e *element) []chart.Action {
	var list []chart.Action
	for i, child := range e.Children {
		r.keys = append(r.keys, fmt.Sprintf("%s[%d]", e.Name, i))
		if action, ok := r.action(child, e); ok {
			list = append(list, action)
		}
		r.keys = r.keys[:len(r.keys)-1]
	}
	return list
}

func (r actionReader) action(e, parent *element) (chart.Action, bool) {
	if !isSCXML(e) {
		return r.ourAction(e)
	}
	a := chart.Action{Place: r.place(e, "")}
	switch e.Name {
	case "raise":
		r.known(e, "event")
		a.Do, a.Name = chart.Raise, r.required(e, "event")
	case "send":
		a.Do, a.Message = chart.Send, r.send(e)
	case "cancel":
		r.known(e, "sendid", "sendidexpr")
		r.one(e, "sendid", "sendidexpr")
		a.Do, a.Name, a.Value = chart.Cancel, valueOf(e, "sendid"), r.expression(e, "sendidexpr")
		if a.Name == "" && a.Value == nil {
			r.fault(e, "sendid", "missing; expected it or sendidexpr on <cancel>")
		}
	case "assign":
		r.assign(e, &a)
	case "log":
		r.known(e, "label", "expr")
		a.Do, a.Name, a.Value = chart.Log, valueOf(e, "label"), r.expression(e, "expr")
	case "script":
		return r.script(e)
	case "if":
		a.Do, a.Branches = chart.If, r.branches(e)
	case "foreach":
		r.known(e, "array", "item", "index")
		a.Do = chart.Each
		a.Loop = &chart.Loop{Item: r.required(e, "item"), Index: valueOf(e, "index")}
		r.required(e, "array")
		if array := r.expression(e, "array"); array != nil {
			a.Loop.Array = *array
		}
		a.Loop.Do = r.actions(e)
	default:
		r.misplaced(e, "<"+parent.Name+">")
		return a, false
	}
	return a, true
}

func (r actionReader) assign(e *element, a *chart.Action) {
	r.known(e, "location", "expr", "type", "attr")
	a.Do, a.Name = chart.Set, r.required(e, "location")
	a.Value = r.expression(e, "expr")
	inner := content(e)
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
	text := e.Text
	line, column := e.Doc.Place(e.Open)
	if _, ok := own(e)("src"); ok {
		if strings.TrimSpace(text) != "" {
			r.fault(e, "src", "given beside inline content; expected one of the two")
		}
		if text, ok = r.file(e); !ok {
			return a, false
		}
		line, column = 1, 1
	}
	language, _ := ours(e)("language")
	a.Value = &chart.Expression{Place: chart.Place{Line: line, Column: column, Key: r.key()}, Text: text, Language: language}
	return a, true
}

// branches splits an if at its elseif and else, which are between the actions.
func (r actionReader) branches(e *element) []chart.Branch {
	r.known(e, "cond")
	r.required(e, "cond")
	list := []chart.Branch{{Place: r.place(e, ""), If: r.expression(e, "cond")}}
	for i, child := range e.Children {
		last := &list[len(list)-1]
		if !isSCXML(child) || child.Name != "elseif" && child.Name != "else" {
			r.keys = append(r.keys, fmt.Sprintf("if[%d]", i))
			if action, ok := r.action(child, e); ok {
				last.Then = append(last.Then, action)
			}
			r.keys = r.keys[:len(r.keys)-1]
			continue
		}
		if last.If == nil {
			r.fault(child, "", fmt.Sprintf("<%s> after <else>; expected only actions", child.Name))
		}
		branch := chart.Branch{Place: r.place(child, "")}
		if child.Name == "elseif" {
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
		Event: valueOf(e, "event"), EventExpression: valueOf(e, "eventexpr"),
		Target: valueOf(e, "target"), TargetExpression: valueOf(e, "targetexpr"),
		Type: valueOf(e, "type"), TypeExpression: valueOf(e, "typeexpr"),
		ID: valueOf(e, "id"), IDLocation: valueOf(e, "idlocation"),
		Delay: valueOf(e, "delay"), DelayExpression: valueOf(e, "delayexpr"),
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
	for _, child := range e.Children {
		r.part(child, p, "<"+e.Name+">")
	}
}

func (r actionReader) part(e *element, p *chart.Payload, where string) {
	switch {
	case !isSCXML(e):
		r.note(e, "<"+e.Name+"> of another namespace; left out")
	case e.Name == "param":
		r.known(e, "name", "expr", "location")
		r.one(e, "expr", "location")
		part := chart.PayloadParam{Name: r.required(e, "name"), Expression: valueOf(e, "expr"), Location: valueOf(e, "location")}
		if part.Expression == "" && part.Location == "" {
			r.fault(e, "expr", "missing; expected it or location on <param>")
		}
		p.Params = append(p.Params, part)
	case e.Name == "content":
		r.known(e, "expr")
		if p.Content != "" || p.Value != nil {
			r.fault(e, "", "a second <content>; expected one")
		}
		p.Value = r.expression(e, "expr")
		if p.Value == nil {
			p.Content = content(e)
		} else if strings.TrimSpace(content(e)) != "" {
			r.fault(e, "expr", "given beside inline content; expected one of the two")
		}
	default:
		r.misplaced(e, where)
	}
}
