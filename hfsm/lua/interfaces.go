package lua

import (
	"fmt"
	"slices"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// message is a request to begin an activity, as skills of Fawkes send it with
// msgq_enqueue_copy.
type message struct {
	kind string
	args map[string]chart.Value
}

// offered returns what the host offers under the name of an interface. A host that lists no interfaces has all of them.
func (k *skill) offered(kind string) (hfsm.Interface, bool) {
	if k.words == nil {
		return hfsm.Interface{}, false
	}
	f, ok := k.words.Interfaces[kind]
	return f, ok
}

// interfaceValue makes the value by which scripts use an interface: naohw:accel_x() reads an
// input, naomotion:standup{from = "back"} begins an activity.
func (b *builder) interfaceValue(d dependence) glua.LValue {
	l := b.s.box.l
	t, meta := l.NewTable(), l.NewTable()
	meta.RawSetString("__index", l.NewFunction(func(l *glua.LState) int {
		name := l.CheckString(2)
		v := b.member(l, d, name)
		t.RawSetString(name, v)
		l.Push(v)
		return 1
	}))
	meta.RawSetString("__newindex", l.NewFunction(func(l *glua.LState) int {
		l.RaiseError("%s is an interface; expected a call of one of its activities", d.variable)
		return 0
	}))
	meta.RawSetString("__metatable", glua.LFalse)
	t.Metatable = meta
	return t
}

// member returns one thing of an interface.
func (b *builder) member(l *glua.LState, d dependence, name string) glua.LValue {
	f, known := b.k.offered(d.kind)
	if v, ok := f.Constants[name]; ok {
		return valueToLua(v)
	}
	if name == "msgq_enqueue_copy" || name == "msgq_enqueue" {
		return l.NewFunction(b.send)
	}
	if slices.Contains(f.Inputs, name) || b.k.words == nil && b.s.names[name].input {
		return b.reading(l, name)
	}
	for _, kind := range f.Activities {
		if kind == name {
			return b.acting(l, kind)
		}
		if messageName(kind) == name {
			return b.messages(l, kind)
		}
	}
	if b.k.words == nil && !known {
		return b.acting(l, name)
	}
	has := slices.Concat(f.Inputs, f.Activities)
	l.RaiseError("%s has no %s%s; expected one of %s", d.variable, name, wording.DidYouMean(name, has), chart.Listed(has))
	return glua.LNil
}

// reading makes the function that reads an input.
func (b *builder) reading(l *glua.LState, name string) glua.LValue {
	return l.NewFunction(func(l *glua.LState) int {
		b.running(l, name)
		ref, ok := b.s.names[name]
		if !ok {
			l.RaiseError("%s is not named in the skill's text; expected its name written out", name)
		}
		l.Push(b.s.reading(name, ref.slot))
		return 1
	})
}

// running raises an error unless a machine runs.
func (b *builder) running(l *glua.LState, what string) {
	if b.s.loading {
		l.RaiseError("%s is known only when the skill runs; expected it in a function or a condition", what)
	}
}

// acting makes the function that begins an activity.
func (b *builder) acting(l *glua.LState, kind string) glua.LValue {
	return l.NewFunction(func(l *glua.LState) int {
		b.start(l, kind, b.arguments(l, kind))
		return 0
	})
}

// messages makes the class of messages for an activity.
func (b *builder) messages(l *glua.LState, kind string) glua.LValue {
	class := l.NewTable()
	class.RawSetString("new", l.NewFunction(func(l *glua.LState) int {
		u := l.NewUserData()
		u.Value = message{kind, b.arguments(l, kind)}
		l.Push(u)
		return 1
	}))
	return class
}

// send begins the activity of a message.
func (b *builder) send(l *glua.LState) int {
	m, ok := l.CheckUserData(2).Value.(message)
	if !ok {
		l.RaiseError("msgq_enqueue_copy: expected a message")
	}
	b.start(l, m.kind, m.args)
	return 0
}

func (b *builder) start(l *glua.LState, kind string, args map[string]chart.Value) {
	b.running(l, kind)
	b.s.acting(l, kind+" is begun")
	b.s.box.meter.charge(l, 50)
	if err := b.s.scope.Start(kind, args); err != nil {
		l.RaiseError("%s", err.Error())
	}
	b.s.show() // it may have set values
}

// arguments returns those of a call behind self: named ones in a table, or plain ones
// in the order of the activity's parameters.
func (b *builder) arguments(l *glua.LState, kind string) map[string]chart.Value {
	args := map[string]chart.Value{}
	set := func(name string, v glua.LValue) {
		typed, ok := anyTyped(v)
		if !ok {
			l.RaiseError("%s: %s is a %s; expected a number, a text, true or false", kind, name, typeName(v))
		}
		args[name] = typed
	}
	if t, ok := l.Get(2).(*glua.LTable); ok {
		eachField(t, set)
		return args
	}
	params := b.params(kind)
	for i := 2; i <= l.GetTop(); i++ {
		if i-2 >= len(params) {
			l.RaiseError("%s: %s; expected %s", kind, wording.Count(l.GetTop()-1, "argument"), described(params))
		}
		set(params[i-2].Name, l.Get(i))
	}
	return args
}

func (b *builder) params(kind string) []hfsm.Param {
	if b.k.words == nil {
		return nil
	}
	for _, a := range b.k.words.Activities {
		if a.Name == kind {
			return a.Params
		}
	}
	return nil
}

// described returns parameters as messages list them.
func described(params []hfsm.Param) string {
	if len(params) == 0 {
		return "none"
	}
	all := make([]string, len(params))
	for i, p := range params {
		all[i] = fmt.Sprintf("%s %s", p.Name, p.Type)
	}
	return strings.Join(all, ", ")
}
