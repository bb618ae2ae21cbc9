package generate

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/lua"
)

// scripts are the texts in Lua of one chart, for one use of it in the machine.
type scripts struct {
	from  *chart.Machine
	scope *scope
	field string // in Go: the machine's field that runs them
	texts []*script
}

// script is one text.
type script struct {
	text chart.Expression
	use  hfsm.Use
	name string // in Go: the constant of its id
}

// uses are the words for what scripts are for.
var uses = map[hfsm.Use]string{
	hfsm.Condition: "hfsm.Condition", hfsm.Quantity: "hfsm.Quantity", hfsm.Location: "hfsm.Location", hfsm.Statement: "hfsm.Statement",
}

// scripted reports whether an expression is a text in a language of its own.
func (r sight) scripted(e *chart.Expression) bool {
	return e != nil && (e.Language != "" || r.from.Language != "")
}

// script returns the constant of a text in Lua; "" with a finding where there is to be
// no Lua.
func (r sight) script(e *chart.Expression, use hfsm.Use) string {
	language := e.Language
	if language == "" {
		language = r.from.Language
	}
	switch {
	case language != lua.Name:
		r.refuse(r.from, e.Place, "a text in %s; only typed expressions and Lua become Go", language)
		return ""
	case !r.opts.WithLua:
		r.refuse(r.from, e.Place, "a text in Lua; expected typed expressions, or --with-lua, which takes the interpreter along")
		return ""
	}
	all := r.allScripts()
	for _, s := range all.texts {
		if s.text == *e && s.use == use {
			return r.opts.Prefix + s.name
		}
	}
	s := &script{*e, use, r.types.claim("luaLine" + strconv.Itoa(e.Line))}
	all.texts = append(all.texts, s)
	if strings.Contains(e.Text, "age") || strings.Contains(e.Text, "stale") {
		for _, v := range r.scope.slots {
			v.aged = v.aged || v.group == inputs
		}
	}
	return r.opts.Prefix + s.name
}

// allScripts returns the scripts of the chart that r sees.
func (r sight) allScripts() *scripts {
	if r.scope.scripts == nil {
		field := "lua"
		if r.scope.path != "" {
			field += exported(strings.Split(r.scope.path, "/")...)
		}
		r.scope.scripts = &scripts{from: r.from, scope: r.scope, field: r.members.claim(field)}
		r.scripts = append(r.scripts, r.scope.scripts)
		r.events = true // scripts may raise and read them
	}
	return r.scope.scripts
}

// lua returns what runs the texts of a state.
func (r sight) lua() string { return fmt.Sprintf("m.%s.In(%s)", r.allScripts().field, r.id(r.at)) }

// run returns the call that evaluates a text, by a method of scripted.Scripts; "" with
// a finding.
func (r sight) run(method string, e *chart.Expression, use hfsm.Use) string {
	id := r.script(e, use)
	if id == "" {
		return ""
	}
	return fmt.Sprintf("%s.%s(%s)", r.lua(), method, id)
}

// get returns the call that evaluates a text to a type.
func (r sight) get(t chart.Type, e *chart.Expression) string {
	id := r.script(e, hfsm.Quantity)
	if id == "" {
		return ""
	}
	return fmt.Sprintf("scripted.Get[%s](%s, %s)", goType(t), r.lua(), id)
}

// try writes a call that returns an error.
func (w *statesWriter) try(call string) {
	if call != "" {
		w.f("if err := %s; err != nil {\nreturn err\n}\n", call)
	}
}

// scriptStep writes an action that is a script, a loop, or an assignment of what a
// script evaluates to.
func (w *statesWriter) scriptStep(r sight, a *step) {
	switch c := a.action; c.Do {
	case chart.Script:
		w.try(r.run("Run", c.Value, hfsm.Statement))
	case chart.Each:
		array := r.script(&c.Loop.Array, hfsm.Quantity)
		if array == "" {
			return
		}
		w.f("if err := %s.Each(%s, %q, %q, func() error {\n", r.lua(), array, c.Loop.Item, c.Loop.Index)
		w.stepsSeen(r, a.ways[0], "native.Anew")
		w.f("return nil\n}); err != nil {\nreturn err\n}\n")
	default:
		value := r.script(c.Value, hfsm.Quantity)
		if value == "" {
			return
		}
		if r.scope.slots[c.Name] != nil {
			w.try(fmt.Sprintf("%s.Put(%q, %s)", r.lua(), c.Name, value))
			return
		}
		to := r.script(&chart.Expression{Place: c.Place, Text: c.Name, Language: c.Value.Language}, hfsm.Location)
		w.try(fmt.Sprintf("%s.Assign(%s, %s)", r.lua(), to, value))
	}
}

// scripted reports whether its guard is a script.
func (t *transition) scripted() bool {
	return t.guarded() && (t.chart.If.Language != "" || t.source.from.Language != "")
}

// scriptTexts writes the texts at the end of what people read.
func (w *statesWriter) scriptTexts() {
	for _, s := range w.scripts {
		name := w.typed(s.field + "Texts")
		w.f("\n// The scripts of %s, by their lines in it.\nconst (\n", printable(filepath.Base(s.from.File)))
		for i, t := range s.texts {
			w.f("%s = %d // %s\n", w.typed(t.name), i, printable(t.text.Key))
		}
		w.f(")\n\n// %s are the scripts as they are written there.\nvar %s = []lua.Text{\n", name, name)
		for _, t := range s.texts {
			w.f("%s: {Use: %s, Line: %d, Column: %d, Source: %s},\n", w.typed(t.name), uses[t.use], t.text.Line, t.text.Column, rawText(t.text.Text))
		}
		w.f("}\n")
	}
}

// rawText writes a text of several lines as it is, where Go can.
func rawText(text string) string {
	if strings.Contains(text, "\n") && strconv.CanBackquote(strings.ReplaceAll(text, "\n", "")) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// openScripts writes how the interpreters are made, and what they see.
func (w *machineWriter) openScripts() {
	for _, s := range w.scripts {
		w.f("if m.%[1]s, err = scripted.Open(scripted.Machine{\nName: %[2]q, File: %[3]q, Path: %[4]q, Core: &m.core, Log: &m.OnLog,\nValues: []scripted.Value{\n",
			s.field, s.from.Name, filepath.Base(s.from.File), s.scope.path)
		for _, d := range s.declared() {
			v := s.scope.slots[d.Name]
			if v == nil {
				continue
			}
			at := fmt.Sprintf("%q, &m.%s.%s", d.Name, v.group, v.field)
			switch role := d.role; {
			case role == "Input" && v.aged:
				w.f("scripted.Input(%s, &m.%s, %s),\n", at, v.stamp(), duration(v.declared.StaleAfter))
			case role == "Input":
				w.f("scripted.Input(%s, nil, 0),\n", at)
			case role == "Parameter":
				w.f("scripted.Parameter(%s),\n", at)
			case v.limited():
				w.f("scripted.%s(%s, m.%s),\n", role, at, v.setter())
			default:
				w.f("scripted.%s(%s, nil),\n", role, at)
			}
		}
		w.f("},\n}, %s); err != nil {\nreturn nil, err\n}\n", w.typed(s.field+"Texts"))
	}
}

// declaredAs is a declaration with its part of the chart.
type declaredAs struct {
	chart.Declaration
	role string
}

func (s *scripts) declared() []declaredAs {
	var all []declaredAs
	for _, part := range []struct {
		role string
		list []chart.Declaration
	}{{"Input", s.from.Inputs}, {"Parameter", s.from.Parameters}, {"Variable", s.from.Variables}, {"Output", s.from.Outputs}} {
		for _, d := range part.list {
			all = append(all, declaredAs{d, part.role})
		}
	}
	return all
}
