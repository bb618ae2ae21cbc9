package lua

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Read reads a skill: a Lua file that makes a SkillHSM. words is what the host offers; nil accepts any interface as used.
// The chart holds its own Unit, so that [hfsm.Compile] compiles it like any other. It is nil when one of the findings is
// an error.
func Read(file string, src []byte, words *hfsm.Vocabulary, opts Options) (*chart.Machine, chart.Findings) {
	r := &reader{file: file, words: words, opts: opts.withDefaults()}
	c := r.read(string(src))
	if len(r.findings.Errors()) > 0 {
		return nil, r.findings.Sorted()
	}
	return c, r.findings.Sorted()
}

// Reader returns Read for [hfsm.Vocabulary.Readers] under the key .lua.
func Reader(opts Options) hfsm.Reader {
	return func(file string, src []byte, words *hfsm.Vocabulary) (*chart.Machine, chart.Findings) {
		return Read(file, src, words, opts)
	}
}

// reader reads one skill.
type reader struct {
	file     string
	words    *hfsm.Vocabulary
	opts     Options
	findings chart.Findings
	lines    map[string]int // lines where the file sets global names
	c        *chart.Machine
	k        *skill
	b        *builder
}

func (r *reader) read(text string) *chart.Machine {
	parsed, err := parseText(r.file, 0, text, r.opts.MaxSource)
	if err != nil {
		r.failed(err)
		return nil
	}
	base := filepath.Base(r.file)
	r.k = &skill{name: strings.TrimSuffix(base, filepath.Ext(base)), words: r.words, used: usageOf(parsed.stmts)}
	if r.k.code, err = parsed.compile(); err != nil {
		r.failed(err)
		return nil
	}
	r.lines = map[string]int{}
	for _, n := range r.k.code.names.set {
		if r.lines[n.name] == 0 {
			r.lines[n.name] = n.line
		}
	}
	r.c = &chart.Machine{Place: chart.Place{Line: 1, Column: 1}, File: r.file}
	u := newUnit(r.c, r.opts)
	u.skill = r.k
	for name := range r.lines {
		u.declared[name] = true
	}
	s, err := u.open(nil, r.k.name)
	if s != nil {
		defer s.Close()
	}
	if s != nil && s.skill != nil {
		for i := range s.skill.faults {
			r.findings = append(r.findings, s.skill.faults[i].finding("", "lua"))
		}
	}
	if err != nil {
		r.failed(err)
		return nil
	}
	r.b = s.skill
	r.chart(u)
	return r.c
}

// failed adds an error of the file itself.
func (r *reader) failed(err error) {
	var e *Error
	if errors.As(err, &e) {
		r.findings = append(r.findings, e.finding("", "lua"))
		return
	}
	r.findings = append(r.findings, chart.Finding{File: r.file, Line: 1, Column: 1, Text: err.Error(), Code: "lua"})
}

// chart builds the chart from the file's declarations.
func (r *reader) chart(u *unit) {
	h := r.b.hsm
	if h == nil {
		r.fault(1, "", `no state machine; expected fsm = SkillHSM:new{name = name, start = "…"}`)
		return
	}
	r.c.Line, r.c.Name = h.line, h.name
	r.c.Description = strings.TrimSpace(r.text("documentation"))
	for _, st := range r.b.states {
		r.k.states = append(r.k.states, st.name)
	}
	r.dependences()
	r.tier()
	r.declarations()
	r.root()
	for i := range r.c.Root.States {
		r.state(r.b.states[i], r.c.Root.States[i])
	}
	r.preconditions()
	r.unused()
	if len(r.findings.Errors()) > 0 {
		return
	}
	declared := declaredNames(r.c)
	for _, n := range r.k.code.names.set {
		if !n.inside && slices.Contains(declared, n.name) {
			r.fault(n.line, n.name, "set as a global, and declared as a value of the machine; expected one of them")
		}
	}
	if err := u.check(r.k.code); err != nil {
		r.failed(err)
	}
	r.c.Unit = u
}

// root makes the automaton. A skill that is called again begins at its start, unless its
// history is set.
func (r *reader) root() {
	h := r.b.hsm
	root := &chart.State{Place: r.place(h.line, "fsm"), Initial: []string{h.start}, RateHz: h.rate}
	history, ok := chart.ParseHistory(cmp.Or(h.history, chart.None.String()))
	if !ok {
		r.fault(h.line, "fsm.history", "%q; expected none, shallow, deep or resume", h.history)
	}
	root.History, r.c.MaxTransitions = history, h.most
	switch {
	case len(r.b.states) == 0:
		r.fault(h.line, "fsm", `no states; expected fsm:new_jump_state("%s")`, h.start)
	case h.start == "":
		r.fault(h.line, "fsm.start", "missing; expected the name of the first state")
	case r.b.byName[h.start] == nil:
		r.fault(h.line, "fsm.start", "no state %q%s", h.start, r.suggestState(h.start))
	}
	for _, st := range r.b.states {
		root.States = append(root.States, &chart.State{Place: r.place(st.line, "states."+st.name), Name: st.name})
	}
	r.c.Root = root
}

// dependences reads depends_skills and depends_interfaces.
func (r *reader) dependences() {
	r.list("depends_skills", func(i int, v glua.LValue) {
		if name, ok := v.(glua.LString); ok && name != "" {
			r.k.depends = append(r.k.depends, string(name))
		} else {
			r.fault(r.lines["depends_skills"], "depends_skills", "item %d is a %s; expected the name of a skill", i, typeName(v))
		}
	})
	if slices.Contains(r.k.depends, r.c.Name) {
		r.fault(r.lines["depends_skills"], "depends_skills", "the skill depends on itself: %s -> %s", r.c.Name, r.c.Name)
	}
	line := r.lines["depends_interfaces"]
	r.list("depends_interfaces", func(i int, v glua.LValue) {
		t, ok := v.(*glua.LTable)
		if !ok || !identifier.MatchString(fieldText(t, "v")) {
			r.fault(line, "depends_interfaces", `item %d: expected {v = "name", type = "interface"}`, i)
		}
	})
	r.k.interfaces = r.b.dependsInterfaces()
	for i := range r.k.interfaces {
		r.k.interfaces[i].line = line
	}
}

// tier reads level and spaces.
func (r *reader) tier() {
	level, ok := chart.ParseLevel(r.text("level"))
	if !ok {
		r.fault(r.lines["level"], "level", "%q; expected motion, skill or agent", r.text("level"))
	}
	r.c.Level = level
	if v := r.global("space"); v != glua.LNil {
		r.space("space", v)
	}
	r.list("spaces", func(_ int, v glua.LValue) { r.space("spaces", v) })
}

func (r *reader) space(key string, v glua.LValue) {
	t, ok := v.(*glua.LTable)
	if !ok {
		r.fault(r.lines[key], key, `a %s; expected {platform = "…", domain = "…"}`, typeName(v))
		return
	}
	var s chart.Space
	eachField(t, func(field string, v glua.LValue) {
		text, ok := v.(glua.LString)
		switch {
		case field == "platform" && ok:
			s.Platform = string(text)
		case field == "domain" && ok:
			s.Domain = string(text)
		default:
			r.fault(r.lines[key], key, "%s; expected platform and domain, both texts", field)
		}
	})
	r.c.Spaces = append(r.c.Spaces, s)
}

// preconditions reads texts, functions and expressions.
func (r *reader) preconditions() {
	line := r.lines["preconditions"]
	r.list("preconditions", func(i int, v glua.LValue) {
		e := chart.Expression{Place: r.place(line, "preconditions"), Language: Name}
		switch v := v.(type) {
		case glua.LString:
			e.Text = string(v)
		case *glua.LFunction:
			e.Text = preconditionName + "(" + textOf(glua.LNumber(i)) + ")"
		case *glua.LUserData:
			e.Text, e.Language = r.b.markers[v], ""
		default:
			r.fault(line, "preconditions", "item %d is a %s; expected a text, a function, or expression(\"…\")", i, typeName(v))
			return
		}
		r.c.Preconditions = append(r.c.Preconditions, e)
	})
}

// unused warns of skills the file depends on and does not use.
func (r *reader) unused() {
	for _, name := range r.k.depends {
		if !slices.ContainsFunc(r.b.states, func(st *state) bool { return st.skill == name }) {
			f := (&Error{File: r.file, Line: r.lines["depends_skills"], Text: name + " is not used by any state"}).finding("depends_skills", "unused-skill")
			f.Severity = chart.Warning
			r.findings = append(r.findings, f)
		}
	}
}

// seconds converts a number of seconds to a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
