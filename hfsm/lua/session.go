package lua

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// session holds the data of one use of a chart in a machine.
type session struct {
	unit      *unit
	pieces    []piece
	declared  map[string]bool
	scope     *hfsm.Scope // nil while a skill is read, when no machine exists
	seed      string      // makes its random numbers unique
	box       *sandbox
	functions []*glua.LFunction // functions of the pieces, created at first use
	setters   []*glua.LFunction // functions that set the locations
	names     map[string]slot
	acts      map[string]glua.LValue
	made      map[string]bool // global names that a loop made
	event     *hfsm.Event
	shown     glua.LValue  // the event as a table, once a script has read it
	values    *glua.LTable // values of the machine, as the running scripts read them
	kept      []value      // contents of values
	pure      bool         // a condition runs: it changes nothing
	fresh     bool         // nothing has run since the beginning
	skill     *builder
	loading   bool // the file of a skill is run: no machine exists yet
}

// slot is the place of a value of the machine.
type slot struct {
	slot     int
	typ      chart.Type
	writable bool
	input    bool
}

var _ hfsm.Session = (*session)(nil)

func (u *unit) open(w *hfsm.Scope, seed string) (*session, error) {
	u.mu.Lock()
	s := &session{unit: u, scope: w, seed: seed, names: map[string]slot{}, pieces: u.pieces, declared: maps.Clone(u.declared)}
	u.mu.Unlock()
	inputs := map[string]bool{}
	for _, d := range u.chart.Inputs {
		inputs[d.Name] = true
	}
	if w != nil {
		for _, name := range w.Names() {
			at, t, writable, _ := w.Slot(name)
			s.names[name] = slot{at, t, writable, inputs[name]}
		}
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	return s, nil
}

// begin brings the interpreter to where it is before any script has run, and runs the
// file of a skill.
func (s *session) begin() error {
	s.pure, s.fresh, s.skill, s.made, s.shown = false, true, nil, map[string]bool{}, nil
	if s.box != nil && s.box.broken == nil {
		s.box.restore()
	} else {
		s.make()
	}
	s.hide()
	if s.unit.skill == nil {
		return nil
	}
	return s.unit.skill.begin(s)
}

// make creates the interpreter.
func (s *session) make() {
	if s.box != nil {
		s.box.close()
	}
	s.box = newSandbox(s.unit.opts, s.seed)
	s.functions = make([]*glua.LFunction, len(s.pieces))
	s.setters = make([]*glua.LFunction, len(s.pieces))
	s.openMachineGlobals()
	meta := s.box.l.NewTable()
	s.values = s.box.l.NewTable()
	beyond := s.box.l.NewTable()
	beyond.RawSetString("__index", s.box.l.NewFunction(s.get))
	s.values.Metatable = beyond
	s.keepValues()
	meta.RawSetString("__index", s.values)
	meta.RawSetString("__newindex", s.box.l.NewFunction(s.set))
	s.box.env.Metatable = meta
	s.box.remember()
}

// Begin grants the budget of one tick of an automaton.
func (s *session) Begin() { s.box.meter.grant(s.unit.opts.Budget, "in one tick") }

// Reset restores the initial data. The remaining budget of the tick is kept.
func (s *session) Reset() error {
	if s.fresh {
		return nil
	}
	left := s.box.meter.left
	err := s.begin()
	s.Begin()
	s.box.meter.left = min(s.box.meter.left, left)
	return err
}

// Close frees the interpreter.
func (s *session) Close() { s.box.close() }

// Event sets the event that scripts see.
func (s *session) Event(e *hfsm.Event) { s.event, s.shown = e, nil }

func (s *session) current() *hfsm.Event { return s.event }

// id is _sessionid.
func (s *session) id() string {
	if s.scope != nil {
		return s.scope.SessionID()
	}
	return s.unit.chart.Name
}

// eval runs a piece that has a value.
func (s *session) eval(id int) (glua.LValue, error) {
	p := &s.pieces[id]
	if p.code == nil {
		return toLua(s.box.l, p.value), nil
	}
	s.pure = p.use == hfsm.Condition
	s.show()
	if err := s.box.run(s.piece(id), p.code, 1); err != nil {
		return nil, err
	}
	return s.box.result(), nil
}

// piece returns the function of a piece.
func (s *session) piece(id int) *glua.LFunction {
	s.fresh = false
	if s.functions[id] == nil {
		s.functions[id] = s.box.function(s.pieces[id].code)
	}
	return s.functions[id]
}

// Bool evaluates a condition. nil is false, like a missing field; any other value that is not a bool is an error, because
// 0 is true in Lua.
func (s *session) Bool(id int) (bool, error) {
	v, err := s.eval(id)
	if err != nil {
		return false, err
	}
	switch v := v.(type) {
	case glua.LBool:
		return bool(v), nil
	case glua.LNumber, glua.LString:
		if !s.unit.loose {
			return false, s.fault(id, fmt.Sprintf("the condition is a %s; expected true or false", typeName(v)))
		}
	}
	return glua.LVAsBool(v), nil
}

// Value evaluates a piece.
func (s *session) Value(id int) (any, error) {
	p := &s.pieces[id]
	if p.use == hfsm.Content {
		return p.value, nil
	}
	v, err := s.eval(id)
	if err != nil {
		return nil, err
	}
	got, err := toGo(v)
	if err != nil {
		return nil, s.fault(id, err.Error())
	}
	return got, nil
}

// fault returns an error at a piece.
func (s *session) fault(id int, text string) error {
	c := s.pieces[id].code
	return &Error{File: c.file, Line: c.line, Column: c.column, Text: text}
}

// Run runs a statement.
func (s *session) Run(id int) error {
	s.pure = false
	s.show()
	return s.box.run(s.piece(id), s.pieces[id].code, 0)
}

// Assign writes to a location.
func (s *session) Assign(id int, value any) error {
	p := &s.pieces[id]
	if p.set == nil {
		return s.fault(id, "not something that can be assigned to")
	}
	s.pure = false
	s.show()
	s.piece(id)
	if s.unit.loose { // in SCXML a location must exist already
		if err := s.box.run(s.functions[id], p.code, 0); err != nil {
			return err
		}
	}
	if s.setters[id] == nil {
		s.setters[id] = s.box.function(p.set)
	}
	return s.box.run(s.setters[id], p.set, 0, toLua(s.box.l, value))
}

// identifier matches the names a variable may have.
var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*$`)

// Each does body for each item of an array, a table with the keys 1 to n. The index
// counts from 1.
func (s *session) Each(array int, item, index string, body func() error) error {
	for _, name := range []string{item, index} {
		if name != "" && (!identifier.MatchString(name) || slices.Contains(machineGlobals, name)) || name == "" && item == "" {
			return s.fault(array, fmt.Sprintf("%q cannot be the name of a variable", name))
		}
	}
	v, err := s.eval(array)
	if err != nil {
		return err
	}
	t, ok := v.(*glua.LTable)
	if !ok {
		return s.fault(array, fmt.Sprintf("a %s; expected a table", typeName(v)))
	}
	items := make([]glua.LValue, t.Len()) // the loop is unaffected when its body changes the table
	for i := range items {
		items[i] = t.RawGetInt(i + 1)
	}
	for i, v := range items {
		if err := s.setGlobal(array, item, v); err != nil {
			return err
		}
		if index != "" {
			if err := s.setGlobal(array, index, glua.LNumber(i+1)); err != nil {
				return err
			}
		}
		if err := body(); err != nil {
			return err
		}
	}
	return nil
}

// setGlobal sets a variable from outside of a script.
func (s *session) setGlobal(id int, name string, v glua.LValue) error {
	if ref, ok := s.names[name]; ok {
		if why := s.write(name, ref, v); why != "" {
			return s.fault(id, why)
		}
		return nil
	}
	s.fresh = false
	s.made[name] = true
	s.box.env.RawSetString(name, v)
	return nil
}

// get is __index of the global names: those scripts have not set themselves.
func (s *session) get(l *glua.LState) int {
	name := l.CheckString(2)
	if s.loading && (s.names[name] != (slot{}) || slices.Contains(machineGlobals, name)) {
		l.RaiseError("%s is known only when the skill runs; expected it in a function or a condition", name)
	}
	if ref, ok := s.names[name]; ok {
		l.Push(valueToLua(s.scope.Value(ref.slot)))
		return 1
	}
	if v, ok := s.word(name); ok {
		l.Push(v)
		return 1
	}
	if s.skill != nil {
		if v, ok := s.skill.global(name); ok {
			s.box.env.RawSetString(name, v)
			l.Push(v)
			return 1
		}
	}
	if !s.declared[name] && !s.made[name] {
		l.RaiseError("no such name: %s%s", name, wording.DidYouMean(name, s.allNames()))
	}
	l.Push(glua.LNil)
	return 1
}

func (s *session) allNames() []string {
	s.unit.mu.Lock()
	defer s.unit.mu.Unlock()
	return s.unit.allNames()
}

// set is __newindex of the global names.
func (s *session) set(l *glua.LState) int {
	name, v := l.CheckString(2), l.Get(3)
	if ref, ok := s.names[name]; ok {
		if s.loading {
			l.RaiseError("%s is a value of the machine; expected it to be set in a function of a state", name)
		}
		s.acting(l, name+" is set")
		if why := s.write(name, ref, v); why != "" {
			l.RaiseError("%s", why)
		}
		return 0
	}
	if slices.Contains(machineGlobals, name) {
		l.RaiseError("%s is a word of the language; expected another name", name)
	}
	s.box.env.RawSetString(name, v)
	return 0
}

// write sets a variable or an output of the machine. It returns the reason when that is not possible, otherwise "".
func (s *session) write(name string, ref slot, v glua.LValue) string {
	if !ref.writable {
		if ref.input {
			return name + " is an input; expected a variable or an output"
		}
		return name + " is a parameter; expected a variable or an output"
	}
	typed, why := typedValue(v, ref.typ)
	if why != "" {
		return name + " = " + why
	}
	if err := s.scope.Set(ref.slot, typed); err != nil {
		return err.Error()
	}
	s.show()
	return ""
}
