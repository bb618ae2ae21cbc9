package lua

import (
	"fmt"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// maxFindings bounds the findings of one file.
const maxFindings = 100

func (r *reader) fault(line int, key, format string, args ...any) {
	if len(r.findings) < maxFindings {
		e := &Error{File: r.file, Line: max(line, 1), Text: fmt.Sprintf(format, args...)}
		r.findings = append(r.findings, e.finding(key, "lua"))
	}
}

func (r *reader) place(line int, key string) chart.Place {
	return chart.Place{Line: max(line, 1), Column: 1, Key: key}
}

// global returns the value of a global name that the file has set.
func (r *reader) global(name string) glua.LValue { return r.b.s.box.env.RawGetString(name) }

// text returns a global that must be a text.
func (r *reader) text(name string) string {
	switch v := r.global(name).(type) {
	case glua.LString:
		return string(v)
	case *glua.LNilType:
	default:
		r.fault(r.lines[name], name, "a %s; expected a text", typeName(v))
	}
	return ""
}

// list goes through a global that must be a list.
func (r *reader) list(name string, each func(i int, v glua.LValue)) {
	v := r.global(name)
	t, ok := v.(*glua.LTable)
	switch {
	case ok:
		for i := 1; i <= t.Len(); i++ {
			each(i, t.RawGetInt(i))
		}
	case v != glua.LNil:
		r.fault(r.lines[name], name, "a %s; expected a list in braces", typeName(v))
	}
}

func (r *reader) suggestState(name string) string { return wording.DidYouMean(name, r.k.states) }

// stateKeys are the fields of a state that mean something.
var stateKeys = []string{"name", "init", "loop", "exit", "flow", "args", "actions", "rate_hz", "stop_within", "documentation"}

// state makes a state of the chart.
func (r *reader) state(st *state, out *chart.State) {
	out.Description = strings.TrimSpace(fieldText(st.table, "documentation"))
	script := func(call string) chart.Action {
		return chart.Action{Place: out.Place, Do: chart.Script, Value: &chart.Expression{Place: out.Place, Text: st.name + ":" + call, Language: Name}}
	}
	if r.function(st, "init") {
		out.Entry = append(out.Entry, script("init()"))
	}
	if r.function(st, "exit") {
		out.Exit = append(out.Exit, script("exit()"))
	}
	r.actions(st, out)
	if r.function(st, "loop") {
		out.Do = append(out.Do, script("loop()"))
	}
	r.flow(st, out, script("flow_step()"))
	if v, ok := st.table.RawGetString("stop_within").(glua.LNumber); ok && v > 0 {
		out.StopWithin = seconds(float64(v))
	}
	if st.skill != "" {
		r.call(st, out)
	}
	for i := range st.jumps {
		r.jump(st, i, out)
	}
	r.exits(st, out)
	r.strangers(st)
}

// function reports whether a state has a function with this name.
func (r *reader) function(st *state, name string) bool {
	v := st.table.RawGetString(name)
	if v != glua.LNil && v.Type() != glua.LTFunction {
		r.fault(st.line, "states."+st.name+"."+name, "a %s; expected a function", typeName(v))
	}
	return v.Type() == glua.LTFunction
}

// strangers warns about unknown fields whose names are close to a known one.
func (r *reader) strangers(st *state) {
	eachField(st.table, func(key string, _ glua.LValue) {
		if near := wording.Nearest(key, stateKeys); near != "" && !slices.Contains(stateKeys, key) {
			f := (&Error{File: r.file, Line: st.line, Text: fmt.Sprintf("%s.%s means nothing (did you mean %q?)", st.name, key, near)}).
				finding("states."+st.name+"."+key, "unknown-field")
			f.Severity = chart.Warning
			r.findings = append(r.findings, f)
		}
	})
}

// actions adds the activities that run in a state: those it names, and those its
// functions may begin.
func (r *reader) actions(st *state, out *chart.State) {
	named := map[string]bool{}
	if t, ok := st.table.RawGetString("actions").(*glua.LTable); ok {
		eachField(t, func(kind string, v glua.LValue) {
			a := chart.Action{Place: r.place(st.line, out.Key+".actions."+kind), Do: chart.Activity, Name: kind}
			if args, ok := v.(*glua.LTable); ok {
				eachField(args, func(name string, v glua.LValue) {
					a.Args = append(a.Args, r.arg(st, out, name, v, "actions."+kind))
				})
			}
			named[kind] = true
			out.Do = append(out.Do, a)
		})
	}
	if !r.has(st, "init") && !r.has(st, "loop") {
		return
	}
	for _, kind := range r.activities() {
		if !named[kind] && r.k.used.begins(st.name, kind) {
			out.Do = append(out.Do, chart.Action{Place: out.Place, Do: chart.Activity, Name: kind, OnDemand: true})
		}
	}
}

func (r *reader) has(st *state, name string) bool {
	return st.table.RawGetString(name).Type() == glua.LTFunction
}

// activities returns those of all interfaces the skill depends on.
func (r *reader) activities() []string {
	var all []string
	for _, d := range r.k.interfaces {
		if f, ok := r.k.offered(d.kind); ok {
			all = append(all, f.Activities...)
		}
	}
	return all
}

// flow adds an automaton with its own rate to a state; its single state calls the state's flow: the flow condition of a
// hybrid machine.
func (r *reader) flow(st *state, out *chart.State, step chart.Action) {
	if !r.function(st, "flow") {
		return
	}
	rate, ok := st.table.RawGetString("rate_hz").(glua.LNumber)
	switch {
	case st.skill != "":
		r.fault(st.line, out.Key+".flow", "a flow in a state that calls %s; expected it in another state", st.skill)
		return
	case !ok || !(rate > 0):
		r.fault(st.line, out.Key+".rate_hz", "a flow without a rate; expected %s.rate_hz = 50, in Hz", st.name)
		return
	}
	inner := &chart.State{Place: out.Place, Name: "flow", Do: []chart.Action{step}}
	out.RateHz, out.Initial, out.States, out.History = float64(rate), []string{"flow"}, []*chart.State{inner}, chart.None
}

// call makes the use of another skill.
func (r *reader) call(st *state, out *chart.State) {
	out.Call = &chart.Call{Place: r.place(st.line, out.Key+".call"), Machine: st.skill}
	given := map[string]bool{}
	switch args := st.table.RawGetString("args").(type) {
	case *glua.LTable:
		eachField(args, func(name string, v glua.LValue) {
			given[name] = true
			out.Call.Args = append(out.Call.Args, r.arg(st, out, name, v, "args"))
		})
	case *glua.LNilType:
	default:
		r.fault(st.line, out.Key+".args", "a %s; expected a table", typeName(args))
	}
	for _, name := range r.k.used.args[st.name] {
		if !given[name] {
			e := chart.Expression{Place: out.Call.Place, Language: Name, Text: fmt.Sprintf("%s:argument(%q)", st.name, name)}
			out.Call.Args = append(out.Call.Args, chart.Arg{Place: out.Call.Place, Name: name, Expression: &e})
		}
	}
}

// arg returns an argument. The value that it has when the file is read may be changed by init, so it is looked up at each
// entry.
func (r *reader) arg(st *state, out *chart.State, name string, v glua.LValue, key string) chart.Arg {
	a := chart.Arg{Place: r.place(st.line, out.Key+"."+key+"."+name), Name: name}
	e := &chart.Expression{Place: a.Place, Language: Name, Text: fmt.Sprintf("%s:argument(%q)", st.name, name)}
	switch v := v.(type) {
	case glua.LString:
		if text, ok := strings.CutPrefix(string(v), "="); ok {
			e.Text = strings.TrimSpace(text)
			a.Expression = e
			return a
		}
	case *glua.LUserData:
		e.Text, e.Language = r.b.markers[v], ""
		a.Expression = e
		return a
	case *glua.LFunction:
		if key == "args" {
			a.Expression = e
			return a
		}
	}
	if key == "args" && r.has(st, "init") {
		a.Expression = e
		return a
	}
	typed, ok := anyTyped(v)
	if !ok {
		r.fault(st.line, a.Key, "a %s; expected a number, a text, true or false", typeName(v))
	}
	a.Value = typed
	return a
}

// jump makes a transition.
func (r *reader) jump(st *state, i int, out *chart.State) {
	j := &st.jumps[i]
	key := fmt.Sprintf("%s.transitions[%d]", out.Key, i)
	t := &chart.Transition{
		Place: r.place(j.line, key), To: []string{j.target}, Name: j.name, Description: j.about,
		Events: j.events, After: seconds(j.after), Priority: j.rank,
	}
	if j.target != finalTarget && j.target != failedTarget && r.b.byName[j.target] == nil {
		r.fault(j.line, key+".to", "no state %q%s", j.target, r.suggestState(j.target))
	}
	switch {
	case j.typed != "":
		t.If = &chart.Expression{Place: r.place(j.line, key+".if"), Text: j.typed}
	case st.conditionText(i) != "":
		t.If = &chart.Expression{Place: r.place(j.line, key+".if"), Text: st.conditionText(i), Language: Name}
	}
	out.Transitions = append(out.Transitions, t)
}

// exits makes the transitions that follow the end of a called skill.
func (r *reader) exits(st *state, out *chart.State) {
	for _, e := range []struct{ word, to string }{{"final", st.final}, {"failed", st.failed}} {
		if st.skill == "" || e.to == "" {
			continue
		}
		key := fmt.Sprintf("%s.transitions[%d]", out.Key, len(out.Transitions))
		if e.to != finalTarget && e.to != failedTarget && r.b.byName[e.to] == nil {
			r.fault(st.line, key+".to", "no state %q%s", e.to, r.suggestState(e.to))
		}
		out.Transitions = append(out.Transitions, &chart.Transition{
			Place: r.place(st.line, key), To: []string{e.to}, If: &chart.Expression{Place: r.place(st.line, key+".if"), Text: e.word},
		})
	}
}
