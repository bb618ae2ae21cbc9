package lua

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"gonao/internal/wording"
)

// builder holds the objects that SkillHSM creates while a skill's file runs: once when the file is read, to find its
// states, and once in each session, to create their functions.
type builder struct {
	s       *session
	k       *skill
	hsm     *hsm
	states  []*state
	byName  map[string]*state
	methods *glua.LTable
	cache   map[string]glua.LValue // interfaces and skills by name
	markers map[*glua.LUserData]string
	// faults are the errors that do not keep the file from running.
	faults []Error
}

// hsm is a SkillHSM.
type hsm struct {
	name, start string
	rate        float64
	history     string
	most        int
	line        int
}

// state is a jump state.
type state struct {
	name          string
	table         *glua.LTable
	skill         string // the skill that it calls, or ""
	final, failed string // targets where the skill ends
	jumps         []jump
	line          int
	flowed        float64 // elapsed at the last flow, s
}

// jump is a transition.
type jump struct {
	target string
	text   string // a condition in Lua
	typed  string // a typed expression
	holds  *glua.LFunction
	after  float64 // s
	name   string
	about  string
	events []string
	rank   int
	line   int
}

// mostStates and mostJumps limit what a file can create in a loop.
const (
	mostStates = 1000
	mostJumps  = 200 // of one state
)

func newBuilder(s *session, k *skill) *builder {
	b := &builder{s: s, k: k, byName: map[string]*state{}, cache: map[string]glua.LValue{}, markers: map[*glua.LUserData]string{}}
	box := s.box
	class := box.l.NewTable()
	box.register(class, map[string]glua.LGFunction{"new": b.newHSM})
	env := box.env
	env.RawSetString(hsmName, class)
	env.RawSetString(finalTarget, glua.LString(finalTarget))
	env.RawSetString(failedTarget, glua.LString(failedTarget))
	env.RawSetString(ownName, glua.LString(k.name))
	env.RawSetString(expressionName, box.l.NewFunction(b.expression))
	env.RawSetString(preconditionName, box.l.NewFunction(b.precondition))
	b.methods = box.l.NewTable()
	box.register(b.methods, map[string]glua.LGFunction{
		"add_transition": b.addTransition, "add_timeout": b.addTimeout,
		"condition": b.condition, "argument": b.argument, "flow_step": b.flowStep,
	})
	box.keep = append(box.keep, class, b.methods)
	return b
}

// fault records an error at the running line.
func (b *builder) fault(l *glua.LState, format string, args ...any) {
	if len(b.faults) < 100 {
		b.faults = append(b.faults, Error{File: b.k.code.file, Line: b.line(l), Text: fmt.Sprintf(format, args...)})
	}
}

// line returns the line of the script that called.
func (b *builder) line(l *glua.LState) int {
	at, ok := strings.CutPrefix(l.Where(1), b.k.code.file+":")
	if !ok {
		return b.k.code.line
	}
	n, _ := strconv.Atoi(strings.TrimSuffix(at, ":"))
	return n
}

// building raises an error if a state's function calls a function that only the file itself may call.
func (b *builder) building(l *glua.LState, what string) {
	if !b.s.loading {
		l.RaiseError("%s while the skill runs; expected it outside of functions", what)
	}
	b.s.box.meter.charge(l, 20)
}

// newHSM is SkillHSM:new{name = …, start = …}.
func (b *builder) newHSM(l *glua.LState) int {
	b.building(l, "SkillHSM:new")
	options := l.CheckTable(2)
	if b.hsm != nil {
		l.RaiseError("a second SkillHSM; expected one in a file")
	}
	h := &hsm{line: b.line(l), name: b.k.name}
	eachField(options, func(key string, v glua.LValue) {
		switch key {
		case "name":
			h.name = b.word(l, key, v)
		case "start":
			h.start = b.word(l, key, v)
		case "history":
			h.history = b.word(l, key, v)
		case "rate_hz":
			h.rate = b.positive(l, key, v)
		case "max_transitions":
			h.most = int(b.positive(l, key, v))
		default:
			known := []string{"name", "start", "history", "rate_hz", "max_transitions"}
			b.fault(l, "SkillHSM:new: no such key: %s%s; expected one of %s", key, wording.DidYouMean(key, known), strings.Join(known, ", "))
		}
	})
	b.hsm = h
	t := l.NewTable()
	methods := l.NewTable()
	b.s.box.register(methods, map[string]glua.LGFunction{"new_jump_state": b.newJumpState, "add_transition": b.addTransitionBetween})
	meta := l.NewTable()
	meta.RawSetString("__index", methods)
	t.Metatable = meta
	l.Push(t)
	return 1
}

// word returns a field that must be a text.
func (b *builder) word(l *glua.LState, key string, v glua.LValue) string {
	text, ok := v.(glua.LString)
	if !ok || text == "" {
		b.fault(l, "%s: a %s; expected a text", key, typeName(v))
	}
	return string(text)
}

// positive returns a field that must be a number above 0.
func (b *builder) positive(l *glua.LState, key string, v glua.LValue) float64 {
	n, ok := v.(glua.LNumber)
	if !ok || !(n > 0) || n > 1e6 {
		b.fault(l, "%s = %s; expected a number above 0", key, textOf(v))
		return 0
	}
	return float64(n)
}

// newJumpState is fsm:new_jump_state(name[, skill, final, failed]).
func (b *builder) newJumpState(l *glua.LState) int {
	b.building(l, "new_jump_state")
	name := l.CheckString(2)
	st := &state{name: name, line: b.line(l), table: l.NewTable()}
	switch {
	case !identifier.MatchString(name) || name == finalTarget || name == failedTarget:
		l.RaiseError("new_jump_state: %q; expected a name of letters, digits and _", shortened(name))
	case b.byName[name] != nil:
		l.RaiseError("new_jump_state: there is a state %s already, at line %d", name, b.byName[name].line)
	case slices.Contains(machineGlobals, name) || slices.Contains(builtins, name) || b.s.unit.opts.function(name) != nil || slices.Contains(skillNames, name):
		l.RaiseError("new_jump_state: %s is a name of the language; expected another one", name)
	case len(b.states) == mostStates:
		l.RaiseError("new_jump_state: more than %d states", mostStates)
	}
	if of := l.Get(3); of != glua.LNil {
		st.skill = b.skillName(l, of)
		st.final, st.failed = b.optionalTarget(l, 4), b.optionalTarget(l, 5)
		if st.failed == "" {
			st.failed = failedTarget
		}
	}
	meta := l.NewTable()
	meta.RawSetString("__index", b.methods)
	st.table.Metatable = meta
	st.table.RawSetString("name", glua.LString(name))
	b.states = append(b.states, st)
	b.byName[name] = st
	b.s.box.env.RawSetString(name, st.table)
	l.Push(st.table)
	return 1
}

// skillName returns the skill that a state is to call.
func (b *builder) skillName(l *glua.LState, v glua.LValue) string {
	name := ""
	switch v := v.(type) {
	case glua.LString:
		name = string(v)
	case *glua.LUserData:
		name = b.markers[v]
	}
	depends := b.dependsSkills()
	if name == "" {
		l.RaiseError("new_jump_state: a %s; expected one of depends_skills", typeName(v))
	}
	if !slices.Contains(depends, name) {
		b.fault(l, "new_jump_state: %s is not one of depends_skills%s", name, wording.DidYouMean(name, depends))
	}
	return name
}

func (b *builder) optionalTarget(l *glua.LState, arg int) string {
	if l.Get(arg) == glua.LNil {
		return ""
	}
	return b.target(l, l.Get(arg))
}

// target returns the name of a state. A state that is referred to by name may be made
// later.
func (b *builder) target(l *glua.LState, v glua.LValue) string {
	switch v := v.(type) {
	case glua.LString:
		return string(v)
	case *glua.LTable:
		if st := b.stateOf(v); st != nil {
			return st.name
		}
	}
	l.RaiseError("a %s as target; expected a state, or its name where it is made later", typeName(v))
	return ""
}

func (b *builder) stateOf(v glua.LValue) *state {
	for _, st := range b.states {
		if glua.LValue(st.table) == v {
			return st
		}
	}
	return nil
}

// global returns a global name that scripts have not set: a skill or an interface.
func (b *builder) global(name string) (glua.LValue, bool) {
	if v, ok := b.cache[name]; ok {
		return v, true
	}
	if slices.Contains(b.dependsSkills(), name) {
		u := b.s.box.l.NewUserData()
		b.markers[u] = name
		b.cache[name] = u
		return u, true
	}
	for _, d := range b.dependsInterfaces() {
		if d.variable == name {
			v := b.interfaceValue(d)
			b.cache[name] = v
			return v, true
		}
	}
	return nil, false
}

// dependsSkills returns the skills that the file has set so far.
func (b *builder) dependsSkills() []string {
	var names []string
	if t, ok := b.s.box.env.RawGetString("depends_skills").(*glua.LTable); ok {
		for i := 1; i <= t.Len(); i++ {
			if name, ok := t.RawGetInt(i).(glua.LString); ok {
				names = append(names, string(name))
			}
		}
	}
	return names
}

// dependsInterfaces returns the interfaces that the file has set so far.
func (b *builder) dependsInterfaces() []dependence {
	var all []dependence
	t, ok := b.s.box.env.RawGetString("depends_interfaces").(*glua.LTable)
	if !ok {
		return nil
	}
	for i := 1; i <= t.Len(); i++ {
		if item, ok := t.RawGetInt(i).(*glua.LTable); ok {
			d := dependence{variable: fieldText(item, "v"), kind: fieldText(item, "type")}
			if d.kind == "" {
				d.kind = d.variable
			}
			all = append(all, d)
		}
	}
	return all
}

func fieldText(t *glua.LTable, key string) string {
	text, _ := t.RawGetString(key).(glua.LString)
	return string(text)
}

// eachField goes through the named fields of a table in their order.
func eachField(t *glua.LTable, f func(key string, v glua.LValue)) {
	for key, v := t.Next(glua.LNil); key != glua.LNil; key, v = t.Next(key) {
		f(textOf(key), v)
	}
}

// expression marks a text as a typed expression.
func (b *builder) expression(l *glua.LState) int {
	b.building(l, "expression")
	u := l.NewUserData()
	b.markers[u] = l.CheckString(1)
	l.Push(u)
	return 1
}
