// Package scripted runs the Lua of machines that were made into Go, in the sandbox of
// [gonao/hfsm/lua]: the texts are in the generated package, and what they see of the
// machine are its own fields. A script in error, or over its budget, returns an error,
// as it does in a machine that runs from its file.
package scripted

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/lua"
	"gonao/hfsm/native"
)

// Machine is what scripts see of the machine they belong to.
type Machine struct {
	Name string // of the chart: its own, or that of a machine it calls
	File string
	Path string // of the state that calls the chart, "" for the machine's own
	Core *native.Core
	// Log points at what takes what is logged, which may be nil.
	Log    *func(label string, value any)
	Values []Value
}

// Scripts are the texts of one chart in one machine.
type Scripts struct {
	m       Machine
	session hfsm.Session
	texts   []lua.Text
	in      int // the state whose text runs
}

var _ lua.Scope = (*Scripts)(nil)

// Open makes the interpreter and prepares the texts.
func Open(m Machine, texts []lua.Text) (*Scripts, error) {
	slices.SortFunc(m.Values, func(a, b Value) int { return strings.Compare(a.name, b.name) })
	s := &Scripts{m: m, texts: texts}
	c := &chart.Machine{Name: m.Name, File: m.File, Language: lua.Name}
	for _, v := range m.Values {
		d := chart.Declaration{Name: v.name, Type: v.get().Type}
		switch v.role {
		case hfsm.InputRole:
			c.Inputs = append(c.Inputs, d)
		case hfsm.ParameterRole:
			c.Parameters = append(c.Parameters, d)
		case hfsm.VariableRole:
			c.Variables = append(c.Variables, d)
		case hfsm.OutputRole:
			c.Outputs = append(c.Outputs, d)
		}
	}
	var err error
	if s.session, err = lua.Open(c, texts, s, m.Path, lua.Options{}); err != nil {
		return nil, fmt.Errorf("machine %s: %w", m.Core.Name(), err)
	}
	return s, nil
}

// Begin sets the budget of a tick.
func (s *Scripts) Begin() { s.session.Begin() }

// Reset removes what scripts have set.
func (s *Scripts) Reset() error { return s.session.Reset() }

// Close releases the interpreter.
func (s *Scripts) Close() { s.session.Close() }

// In sets the state to which the text belongs that runs next; 0: the machine itself.
func (s *Scripts) In(state int) *Scripts {
	s.in = state
	s.session.Event(s.CurrentEvent())
	return s
}

// Holds evaluates a guard. Where that fails it is false, and the automaton will fail.
func (s *Scripts) Holds(id int) bool {
	holds, err := s.session.Bool(id)
	if err != nil {
		s.m.Core.FailGuard(err)
	}
	return holds && err == nil
}

// Bool evaluates a condition.
func (s *Scripts) Bool(id int) (bool, error) { return s.session.Bool(id) }

// Any evaluates a text, to whatever Lua makes of it.
func (s *Scripts) Any(id int) (any, error) { return s.session.Value(id) }

// Run runs statements, up to the first that fails.
func (s *Scripts) Run(ids ...int) error {
	for _, id := range ids {
		if err := s.session.Run(id); err != nil {
			return err
		}
	}
	return nil
}

// Put sets a value of the machine to what a text evaluates to.
func (s *Scripts) Put(name string, id int) error {
	got, err := s.session.Value(id)
	if err != nil {
		return err
	}
	at := &s.m.Values[s.find(name)]
	want := at.get().Type
	v, ok := fitted(got, want)
	if !ok {
		return fmt.Errorf("machine %s: %s = %v; expected a value of type %s", s.m.Core.Name(), name, got, want)
	}
	return at.set(v)
}

// Assign sets something that only Lua has, such as list[1].
func (s *Scripts) Assign(location, id int) error {
	v, err := s.session.Value(id)
	if err != nil {
		return err
	}
	return s.session.Assign(location, v)
}

// Get evaluates a text to a T.
func Get[T Type](s *Scripts, id int) (out T, err error) {
	got, err := s.session.Value(id)
	if err != nil {
		return out, err
	}
	want := valueOf(out).Type
	v, ok := fitted(got, want)
	if !ok {
		return out, fmt.Errorf("%q = %v; expected a value of type %s", s.texts[id].Source, got, want)
	}
	return typed[T](v), nil
}

// Each calls body for each item of an array.
func (s *Scripts) Each(array int, item, index string, body func() error) error {
	return s.session.Each(array, item, index, body)
}

// fitted returns a value of Lua as one of a type: an int of a float without a fraction,
// and a float of an int.
func fitted(got any, want chart.Type) (chart.Value, bool) {
	var v chart.Value
	switch got := got.(type) {
	case bool:
		v = chart.BoolValue(got)
	case int64:
		v = chart.IntValue(got)
	case float64:
		v = chart.FloatValue(got)
	case string:
		v = chart.StringValue(got)
	}
	const exact = 1 << 53 // beyond it, several ints are the same float
	switch {
	case v.Type == chart.Float && want == chart.Int && v.Float == math.Trunc(v.Float) && math.Abs(v.Float) < exact:
		v = chart.IntValue(int64(v.Float))
	case v.Type == chart.Int && want == chart.Float:
		v = chart.FloatValue(float64(v.Int))
	}
	return v, v.Type == want && want != 0
}

// What follows is the machine as scripts see it: lua.Scope.

// Slot finds a value.
func (s *Scripts) Slot(name string) (slot int, t chart.Type, writable, ok bool) {
	i := s.find(name)
	if i < 0 {
		return 0, 0, false, false
	}
	v := &s.m.Values[i]
	return i, v.get().Type, v.role == hfsm.VariableRole || v.role == hfsm.OutputRole, true
}

func (s *Scripts) find(name string) int {
	return slices.IndexFunc(s.m.Values, func(v Value) bool { return v.name == name })
}

// Names returns the names of all values, sorted.
func (s *Scripts) Names() []string {
	names := make([]string, len(s.m.Values))
	for i := range s.m.Values {
		names[i] = s.m.Values[i].name
	}
	return names
}

// Age returns how old an input is.
func (s *Scripts) Age(slot int) (age float64, stale bool) {
	v := &s.m.Values[slot]
	if v.stamp == nil {
		return 0, false
	}
	age = s.m.Core.Age(*v.stamp)
	return age, v.staleAfter > 0 && age > v.staleAfter.Seconds()
}

// Elapsed returns the time in the state whose text runs.
func (s *Scripts) Elapsed() time.Duration { return s.m.Core.Since(s.in) }

// Outcome returns how what that state does has ended.
func (s *Scripts) Outcome() hfsm.Status {
	if s.in == 0 {
		return native.Running
	}
	return s.m.Core.Outcome(s.in)
}

// Start begins no activity: that is for skills.
func (s *Scripts) Start(kind string, _ map[string]chart.Value) error {
	return fmt.Errorf("%s cannot be begun here", kind)
}

// Active reports whether the state with a path is active.
func (s *Scripts) Active(path string) bool {
	if s.m.Path != "" {
		path = s.m.Path + "/" + path
	}
	return s.m.Core.In(path)
}

// CurrentEvent returns the event a transition waited for, or nil.
func (s *Scripts) CurrentEvent() *hfsm.Event {
	return s.m.Core.CurrentEvent()
}

// Raise is the action of that name.
func (s *Scripts) Raise(e hfsm.Event) { s.m.Core.Send(e) }

// Value returns the value of a slot.
func (s *Scripts) Value(slot int) chart.Value { return s.m.Values[slot].get() }

// Set writes a variable or an output.
func (s *Scripts) Set(slot int, v chart.Value) error { return s.m.Values[slot].set(v) }

// Log is the action of that name.
func (s *Scripts) Log(label string, value any) {
	if log := *s.m.Log; log != nil {
		log(label, value)
	}
}
