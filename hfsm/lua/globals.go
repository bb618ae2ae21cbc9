package lua

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm"
)

// machineGlobals are the global names that stand for something of the machine, which
// changes; scripts cannot set them.
var machineGlobals = []string{
	"event", "event_data", "elapsed", "final", "failed", "active", "raise", "log", "age", "stale",
	"_event", "_name", "_sessionid", "_ioprocessors", "_x", "In",
}

// builtins are the other global names scripts have.
var builtins = []string{
	"_VERSION", "assert", "error", "pcall", "xpcall", "next", "pairs", "ipairs", "select", "unpack", "rawequal", "rawget",
	"rawset", "getmetatable", "setmetatable", "tonumber", "tostring", "type", "print", "string", "table", "math",
	"abs", "min", "max", "sqrt", "floor", "ceil", "round", "sin", "cos", "tan", "atan2", "hypot", "clamp", "pi",
}

// openMachineGlobals registers the functions of typed expressions, so that a condition may
// be moved from one language to the other, and the functions that act on the machine.
func (s *session) openMachineGlobals() {
	box := s.box
	openNumberFunctions(box)
	box.print = func(text string) {
		if s.scope != nil {
			s.scope.Log("", text)
		}
	}
	s.acts = map[string]glua.LValue{}
	for name, f := range map[string]glua.LGFunction{
		"active": s.active, "In": s.active, "raise": s.raise, "log": box.printed, "age": s.age, "stale": s.stale,
		"event_data": s.eventData,
	} {
		s.acts[name] = box.l.NewFunction(f)
		box.keep = append(box.keep, s.acts[name])
	}
	openFunctions(s)
}

// word returns the present value of a word of the language.
func (s *session) word(name string) (glua.LValue, bool) {
	switch name {
	case "elapsed":
		s.kept = append(s.kept, value{name: name, slot: ofElapsed})
		s.show()
		return s.kept[len(s.kept)-1].seen, true
	case "final":
		return glua.LBool(s.scope.Outcome() == hfsm.Final), true
	case "failed":
		return glua.LBool(s.scope.Outcome() == hfsm.Failed), true
	case "event":
		if e := s.current(); e != nil {
			return glua.LString(e.Name), true
		}
		return glua.LString(""), true
	case "_event":
		return s.eventTable(), true
	case "_name":
		return glua.LString(s.unit.chart.Name), true
	case "_sessionid":
		return glua.LString(s.id()), true
	case "_ioprocessors":
		return s.processors(), true
	case "_x":
		return s.readOnly(s.box.l.NewTable()), true
	}
	v, ok := s.acts[name]
	return v, ok
}

// openNumberFunctions registers the functions of numbers of typed expressions.
func openNumberFunctions(box *sandbox) {
	m := box.env.RawGetString("math").(*glua.LTable) //nolint:forcetypeassert // the sandbox has just made it
	m.RawSetString("round", box.l.NewFunction(func(l *glua.LState) int {
		l.Push(glua.LNumber(math.Round(checkNumber(l, 1))))
		return 1
	}))
	for _, name := range []string{"abs", "min", "max", "sqrt", "floor", "ceil", "round", "sin", "cos", "tan", "atan2", "hypot", "clamp", "pi"} {
		box.env.RawSetString(name, m.RawGetString(name))
	}
}

func (s *session) active(l *glua.LState) int {
	l.Push(glua.LBool(s.scope.Active(l.CheckString(1))))
	return 1
}

// raise is the action of that name, with data.
func (s *session) raise(l *glua.LState) int {
	s.acting(l, "raise")
	items := 0
	data, err := toGoAt(l.Get(2), &items, 0)
	s.box.meter.charge(l, 50+8*items)
	if err != nil {
		l.RaiseError("raise: %s", err.Error())
	}
	s.scope.Raise(hfsm.Event{Name: l.CheckString(1), Kind: hfsm.Internal, Data: data})
	return 0
}

// acting ends a condition that acts: conditions are evaluated any number of times and must
// not change anything.
func (s *session) acting(l *glua.LState, what string) {
	if s.pure {
		l.RaiseError("%s in a condition; expected it in an action", what)
	}
}

func (s *session) age(l *glua.LState) int {
	age, _ := s.scope.Age(s.input(l))
	l.Push(glua.LNumber(age))
	return 1
}

func (s *session) stale(l *glua.LState) int {
	_, stale := s.scope.Age(s.input(l))
	l.Push(glua.LBool(stale))
	return 1
}

// input returns the slot of an input that is named by a text.
func (s *session) input(l *glua.LState) int {
	name := l.CheckString(1)
	ref, ok := s.names[name]
	if !ok || !ref.input {
		l.RaiseError("no input %q; expected the name of one, in quotes", name)
	}
	return ref.slot
}

// eventData returns one part of the event's data, or all of them.
func (s *session) eventData(l *glua.LState) int {
	e := s.current()
	var v any
	if e != nil {
		v = e.Data
		if key := l.OptString(1, ""); key != "" {
			fields, _ := e.Data.(map[string]any)
			v = fields[key]
		}
	}
	l.Push(toLua(l, v))
	return 1
}

// eventTable returns _event of SCXML, which cannot be written.
func (s *session) eventTable() glua.LValue {
	e := s.current()
	if e == nil {
		return glua.LNil
	}
	if s.shown != nil {
		return s.shown
	}
	l := s.box.l
	t := l.CreateTable(0, 8)
	set := func(key, text string) {
		if text != "" {
			t.RawSetString(key, glua.LString(text))
		}
	}
	set("name", e.Name)
	set("type", [...]string{"external", "internal", "platform"}[min(e.Kind, hfsm.Platform)])
	set("sendid", e.SendID)
	set("origin", e.Origin)
	set("origintype", e.OriginType)
	set("invokeid", e.InvokeID)
	t.RawSetString("data", toLua(l, e.Data))
	s.shown = s.readOnly(t)
	return s.shown
}

// readOnly returns a table that shows another one.
func (s *session) readOnly(t *glua.LTable) glua.LValue {
	l := s.box.l
	front, meta := l.CreateTable(0, 0), l.CreateTable(0, 3)
	meta.RawSetString("__index", t)
	meta.RawSetString("__newindex", l.NewFunction(func(l *glua.LState) int {
		l.RaiseError("%s cannot be written", textOf(l.Get(2)))
		return 0
	}))
	meta.RawSetString("__metatable", glua.LFalse)
	front.Metatable = meta
	return front
}

// processors returns _ioprocessors of SCXML.
func (s *session) processors() glua.LValue {
	l := s.box.l
	scxml, all := l.CreateTable(0, 1), l.CreateTable(0, 2)
	scxml.RawSetString("location", glua.LString("#_scxml_"+s.id()))
	all.RawSetString("scxml", scxml)
	all.RawSetString("http://www.w3.org/TR/scxml/#SCXMLEventProcessor", scxml)
	return s.readOnly(all)
}
