package generate

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// How the parts of a machine are called in Go. No verb is the beginning of another
// with a capital, so that no two names meet.

func (s *state) is(verb string) string { return verb + s.name }

func (t *transition) is(verb string) string { return verb + t.name }

// number is the constant of an automaton.
func (p *plan) number(a *automaton) string { return p.opts.Prefix + a.constant }

// id is the constant of a state.
func (p *plan) id(s *state) string {
	if s.id == 0 {
		return "0"
	}
	return p.opts.Prefix + s.name
}

// edge is the constant of a transition.
func (p *plan) edge(t *transition) string { return p.opts.Prefix + t.constant }

// guarded reports whether the transition has a function that allows it.
func (t *transition) guarded() bool { return t.chart.If != nil }

func lower(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}

// edges returns all transitions in the order of their ids.
func (p *plan) edges() []*transition {
	var all []*transition
	for _, s := range p.states {
		all = append(all, s.trans...)
	}
	slices.SortFunc(all, func(a, b *transition) int { return a.id - b.id })
	return all
}

// engine writes the machine as package hfsm runs it: tables of its states, automata,
// transitions and activities, with the functions for what they do.
func (w *engineWriter) engine() {
	w.header("has the tables by which package hfsm runs the machine, with the functions for what is done.")
	w.numbers()
	w.tables()
}

// inLines returns a text as Go, in lines where that is possible.
func inLines(text string) string {
	if strconv.CanBackquote(strings.ReplaceAll(text, "\n", "")) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// numbers writes the ids of automata and transitions.
func (w *engineWriter) numbers() {
	w.f("// The automata: the sets of states of which one is active.\nconst (\n")
	for _, a := range w.automata {
		w.f("%s = %d // %s\n", w.number(a), a.id, a.where())
	}
	w.f(")\n")
	if len(w.edges()) > 0 {
		w.f("\n// The transitions, in the order of the file.\nconst (\n")
		for _, t := range w.edges() {
			w.f("%s = %d // %s\n", w.edge(t), t.id, place(t.source.from, t.chart.Place))
		}
		w.f(")\n")
	}
	if len(w.uses) > 0 {
		w.f("\n// The uses of activities.\nconst (\n")
		for _, u := range w.uses {
			w.f("%s = %d // %s\n", w.typed(u.field), u.id, printable(u.state.path))
		}
		w.f(")\n")
	}
}

// where describes which automaton it is.
func (a *automaton) where() string {
	if a.owner.id == 0 {
		return "of the machine itself"
	}
	return "inside " + printable(a.owner.path)
}

// What the functions of tables begin with.
const (
	entering = "func(_ *hfsm.Machine, how hfsm.Entry) error { return m.%s(how) }"
	acting   = "func(*hfsm.Machine, hfsm.Entry) error { return m.%s() }"
	doing    = "func(*hfsm.Machine, hfsm.Entry) error { m.%s(); return nil }"
	calling  = "func(*hfsm.Machine) error { return m.%s() }"
	guarding = "func(*hfsm.Machine) bool { return m.%s() }"
)

// tables writes the machine.
func (w *engineWriter) tables() {
	param := ""
	if len(w.uses) > 0 {
		param = "activities " + w.typed("Activities")
	}
	w.f("\n// tables returns the machine as package hfsm runs it.\n")
	w.method("tables(%s) *hfsm.Tables {\nreturn &hfsm.Tables{\nName: %q, File: %q, Hash: %q, Text: %s, Limit: %d,%s Begin: %s, Reset: m.reset,\n",
		param, w.chart.Name, filepath.Base(w.chart.File), w.hash, inLines(w.yaml), w.limit(), singleLine(w.chart), fmt.Sprintf(calling, "introduce"))
	if w.opens() {
		w.f("Open: m.open,\n")
	}
	if len(w.scripts) > 0 {
		w.f("Grant: m.grant,\n")
	}
	w.f("States: []hfsm.TableState{\n0: {},\n")
	for _, s := range w.states[1:] {
		w.stateRow(s)
	}
	w.f("},\nAutomata: []hfsm.TableAutomaton{\n")
	for _, a := range w.automata {
		w.f("%s: {State: %s, Initial: %s, MilliHz: %d, History: %s},\n", w.number(a), w.id(a.owner), w.id(a.initial), a.milliHz, historyName(a.history))
	}
	w.f("},\n")
	if len(w.edges()) > 0 {
		w.f("Transitions: []hfsm.TableTransition{\n")
		for _, t := range w.edges() {
			w.transitionRow(t)
		}
		w.f("},\n")
	}
	w.values()
	if len(w.uses) > 0 {
		w.f("Uses: []hfsm.TableUse{\n")
		for _, u := range w.uses {
			w.useRow(u)
		}
		w.f("},\n")
	}
	w.f("}\n}\n")
}

func (w *engineWriter) stateRow(s *state) {
	w.f("%s: {Path: %q,", w.id(s), s.path)
	if s.parent.id != 0 {
		w.f(" Parent: %s,", w.id(s.parent))
	}
	if s.kind == chart.FinalState {
		end := hfsm.Final
		if s.failed {
			end = hfsm.Failed
		}
		w.f(" Ends: %s,", statusName(end))
	}
	if d := s.chart.StopWithin; d > 0 {
		w.f(" StopWithin: %s,", duration(d))
	}
	w.f("\nEnter: "+entering+",\nLeave: "+acting+",\n", s.is("entry"), s.is("exit"))
	switch {
	case s.kind == chart.FinalState:
	case s.stays():
		w.f("Stay: func(*hfsm.Machine) int {\n")
		for _, t := range s.trans {
			if t.guarded() {
				w.f("if m.%s() {\n", t.is("guard"))
			} else {
				w.f("if true {\n")
			}
			w.f("return %s\n}\n", w.edge(t))
		}
		w.f("m.%s()\nreturn -1\n},\n", s.is("do"))
	default:
		w.f("Do: "+doing+",\n", s.is("do"))
	}
	if s.call != nil {
		w.f("Call: "+calling+",\n", s.is("call"))
	}
	w.f("},\n")
}

// stays reports whether one function may evaluate the guards of a state and do what it does in
// each tick: its transitions wait for guards alone, and nothing in it may fail.
func (s *state) stays() bool {
	return s.in != nil && len(s.do)+len(s.runs) == 0 && !slices.ContainsFunc(s.trans, func(t *transition) bool {
		return t.acts || t.after() > 0 || len(t.chart.Events) > 0 || t.scripted()
	})
}

func (w *engineWriter) transitionRow(t *transition) {
	w.f("%s: {Source: %s,", w.edge(t), w.id(t.source))
	switch {
	case t.target != nil:
		w.f(" To: %s,", w.id(t.target))
	case !t.acts:
		w.f(" Ends: %s,", statusName(t.exit))
	}
	if t.domain.id != 0 {
		w.f(" Of: %s,", w.number(t.domain))
	}
	if t.after() > 0 {
		w.f(" After: %s,", duration(t.after()))
	}
	if len(t.chart.Events) > 0 {
		w.f(" Events: %#v,", t.chart.Events)
	}
	if t.chart.Priority != 0 {
		w.f(" Priority: %d,", t.chart.Priority)
	}
	if t.chart.Name != "" {
		w.f(" Name: %q,", t.chart.Name)
	}
	if written := t.source.chart; len(written.Enabled()) != len(written.Transitions) {
		w.f(" Place: %d,", slices.Index(written.Transitions, t.chart))
	}
	if t.guarded() {
		w.f("\nIf: %q,", t.chart.If.Text)
		if t.scripted() {
			w.f(" Script: true,")
		}
	}
	if t.source.in != nil { // no region
		if t.guarded() {
			w.f("\nGuard: "+guarding+",", t.is("guard"))
		}
		w.f("\nAct: "+acting+",\n", t.is("action"))
	}
	w.f("},\n")
}

func (w *engineWriter) useRow(u *use) {
	w.f("%s: {State: %s, Kind: %q, Key: %q,", w.typed(u.field), w.id(u.state), u.kind.name, u.key())
	if !slices.Contains(u.state.do, u) {
		w.f(" Action: true,")
	} else if u.prepares() {
		w.f("\nPrepare: "+calling+",", u.preparation())
	}
	arg := ""
	if len(u.kind.args) > 0 {
		arg = ", &m." + u.field + "Args"
	}
	w.f("\nCreate: func() (hfsm.Activity, error) { return activities.%s(m%s) },\n},\n", u.kind.goName, arg)
}

func historyName(h chart.History) string {
	switch h {
	case chart.None:
		return "chart.None"
	case chart.Resume:
		return "chart.Resume"
	case chart.Inherit, chart.Shallow, chart.Deep:
	}
	return "chart.Deep"
}

// period is the shortest period of the automata.
func (p *plan) period() time.Duration {
	fastest := slices.MaxFunc(p.automata, func(a, b *automaton) int { return cmp.Compare(a.milliHz, b.milliHz) }).milliHz
	const nsMilliHz = 1_000_000_000_000
	return time.Duration((nsMilliHz + fastest - 1) / fastest)
}

// says returns the description of a transition for comments.
func (t *transition) says() string {
	text := "the transition of " + t.source.path
	switch {
	case t.acts:
		return text + " that only acts"
	case t.target == nil:
		return text + " to " + t.label
	}
	return text + " to " + t.target.path
}

// duration writes a time as people do.
func duration(d time.Duration) string {
	for _, unit := range []struct {
		d    time.Duration
		name string
	}{{time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		if d%unit.d == 0 && d >= unit.d && (unit.d != time.Minute || d >= 2*time.Minute) {
			if d == unit.d {
				return "time." + unit.name
			}
			return fmt.Sprintf("%d*time.%s", d/unit.d, unit.name)
		}
	}
	return fmt.Sprintf("%d*time.Nanosecond", d)
}

// statusName names the exit by which a transition ends its automaton.
func statusName(s hfsm.Status) string {
	switch s {
	case hfsm.Final:
		return "hfsm.Final"
	case hfsm.Failed:
		return "hfsm.Failed"
	case hfsm.Running:
	}
	return "hfsm.Running"
}

// valueRow is a value with the place in the tables by which the engine knows it.
type valueRow struct {
	*slot
	name, role string
}

// valueRows returns all values, the inputs first, so that their slots are their places.
func (w *writer) valueRows() []valueRow {
	var rows []valueRow
	taken := map[string]bool{}
	for _, group := range []struct {
		role  string
		slots []*slot
	}{{"InputRole", w.inputs}, {"ParameterRole", w.params}, {"VariableRole", w.vars}, {"OutputRole", w.outputs}} {
		for _, s := range group.slots {
			name := s.declared.Name
			if taken[name] { // of a machine that is called
				name = s.field
			}
			taken[name] = true
			rows = append(rows, valueRow{s, name, group.role})
		}
	}
	return rows
}

// valueParts are the constructor of a value and its field, by type.
var valueParts = map[chart.Type][2]string{
	chart.Bool: {"BoolValue", "Bool"}, chart.Int: {"IntValue", "Int"}, chart.Float: {"FloatValue", "Float"}, chart.String: {"StringValue", "String"},
}

// values writes the values, which lie in fields.
func (w *engineWriter) values() {
	rows := w.valueRows()
	if len(rows) == 0 {
		return
	}
	w.f("Values: []hfsm.TableValue{\n")
	for _, r := range rows {
		parts := valueParts[r.typ]
		field := "m." + r.group + "." + r.field
		w.f("{Name: %q, Role: hfsm.%s, Type: hfsm.%s,", r.name, r.role, parts[1])
		if d := r.declared.StaleAfter; d > 0 {
			w.f(" StaleAfter: %s,", duration(d))
		}
		w.f("\nGet: func() hfsm.Value { return hfsm.%s(%s) },", parts[0], field)
		if r.limited() && (r.group == "Variables" || r.group == "Outputs") {
			w.f("\nSet: func(v hfsm.Value) error { return m.%s(v.%s) },\n", r.setter(), parts[1])
		} else {
			w.f("\nSet: func(v hfsm.Value) error { %s = v.%s; return nil },\n", field, parts[1])
		}
		if r.aged {
			w.f("Stamp: func() (time.Duration, bool) { return m.%[1]s.Time, m.%[1]s.Known },\nTouch: func() { m.%[1]s.Fresh = true },\n", r.stamp())
		}
		w.f("},\n")
	}
	w.f("},\n")
}
