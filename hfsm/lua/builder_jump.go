package lua

import (
	"fmt"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"gonao/internal/wording"
)

// self returns the state a method was called on.
func (b *builder) self(l *glua.LState, method string) *state {
	st := b.stateOf(l.Get(1))
	if st == nil {
		l.RaiseError("%s of a %s; expected a state, and a : before %s", method, typeName(l.Get(1)), method)
	}
	return st
}

// addTransition is STATE:add_transition(target, condition, options).
func (b *builder) addTransition(l *glua.LState) int {
	b.building(l, "add_transition")
	b.jump(l, b.self(l, "add_transition"), 2)
	return 0
}

// addTransitionBetween is fsm:add_transition(state, target, condition, options).
func (b *builder) addTransitionBetween(l *glua.LState) int {
	b.building(l, "add_transition")
	st := b.stateOf(l.Get(2))
	if name, ok := l.Get(2).(glua.LString); ok {
		st = b.byName[string(name)]
	}
	if st == nil {
		l.RaiseError("add_transition: no such state")
	}
	b.jump(l, st, 3)
	return 0
}

// jump adds a transition; its target is the argument at.
func (b *builder) jump(l *glua.LState, st *state, at int) {
	if len(st.jumps) == mostJumps {
		l.RaiseError("add_transition: more than %d transitions of one state", mostJumps)
	}
	j := jump{target: b.target(l, l.Get(at)), line: b.line(l)}
	options := l.Get(at + 2)
	switch c := l.Get(at + 1).(type) {
	case glua.LString:
		j.text = string(c)
	case *glua.LFunction:
		j.holds = c
	case *glua.LUserData:
		j.typed = b.markers[c]
	case *glua.LTable:
		options = c
	case glua.LBool:
		if !c {
			b.fault(l, "add_transition: the condition is false; expected one that may be true")
		}
	default:
		if c != glua.LNil {
			b.fault(l, "add_transition: a %s as condition; expected a text, a function, or expression(\"…\")", typeName(c))
		}
	}
	b.options(l, "add_transition", &j, options)
	st.jumps = append(st.jumps, j)
}

// options reads the options after a condition or a time: a name, or a table.
func (b *builder) options(l *glua.LState, method string, j *jump, options glua.LValue) {
	switch o := options.(type) {
	case glua.LString:
		j.name = string(o)
	case *glua.LTable:
		b.jumpOptions(l, j, o)
	default:
		if o != glua.LNil {
			b.fault(l, "%s: a %s as options; expected a name, or a table", method, typeName(o))
		}
	}
}

var jumpKeys = []string{"timeout", "name", "description", "event", "events", "priority"}

func (b *builder) jumpOptions(l *glua.LState, j *jump, t *glua.LTable) {
	eachField(t, func(key string, v glua.LValue) {
		switch key {
		case "timeout":
			j.after = b.positive(l, key, v)
		case "name":
			j.name = b.word(l, key, v)
		case "description":
			j.about = b.word(l, key, v)
		case "event":
			j.events = append(j.events, b.word(l, key, v))
		case "events":
			if list, ok := v.(*glua.LTable); ok {
				for i := 1; i <= list.Len(); i++ {
					j.events = append(j.events, b.word(l, key, list.RawGetInt(i)))
				}
			}
		case "priority":
			n, ok := v.(glua.LNumber)
			if !ok || n != glua.LNumber(int(n)) {
				b.fault(l, "priority = %s; expected a whole number", textOf(v))
			}
			j.rank = int(n)
		default:
			b.fault(l, "add_transition: no such key: %s%s; expected one of %s", key, wording.DidYouMean(key, jumpKeys), strings.Join(jumpKeys, ", "))
		}
	})
}

// addTimeout is STATE:add_timeout(seconds, target[, name or options]).
func (b *builder) addTimeout(l *glua.LState) int {
	b.building(l, "add_timeout")
	st := b.self(l, "add_timeout")
	seconds, target := l.Get(2), l.Get(3)
	if _, ok := seconds.(glua.LNumber); !ok {
		seconds, target = target, seconds
	}
	j := jump{target: b.target(l, target), after: b.positive(l, "timeout", seconds), line: b.line(l)}
	b.options(l, "add_timeout", &j, l.Get(4))
	st.jumps = append(st.jumps, j)
	return 0
}

// condition evaluates a condition that is a function: STATE:condition(2).
func (b *builder) condition(l *glua.LState) int {
	st := b.self(l, "condition")
	i := l.CheckInt(2) - 1
	if i < 0 || i >= len(st.jumps) || st.jumps[i].holds == nil {
		l.RaiseError("%s has no function as the condition of transition %d", st.name, i+1)
	}
	l.Push(st.jumps[i].holds)
	l.Push(st.table)
	l.Call(1, 1)
	return 1
}

// precondition evaluates a precondition that is a function.
func (b *builder) precondition(l *glua.LState) int {
	list, _ := b.s.box.env.RawGetString("preconditions").(*glua.LTable)
	if list == nil {
		l.RaiseError("preconditions are no longer supported")
	}
	l.Push(list.RawGetInt(l.CheckInt(1)))
	l.Call(0, 1)
	return 1
}

// argument returns an argument of the skill a state calls: STATE:argument("x").
func (b *builder) argument(l *glua.LState) int {
	st := b.self(l, "argument")
	name := l.CheckString(2)
	t, ok := st.table.RawGetString("args").(*glua.LTable)
	if !ok {
		l.RaiseError("%s.args is a %s; expected a table", st.name, typeName(st.table.RawGetString("args")))
	}
	v := t.RawGetString(name)
	if f, ok := v.(*glua.LFunction); ok {
		l.Push(f)
		l.Push(st.table)
		l.Call(1, 1)
		v = l.Get(-1)
	}
	if v == glua.LNil {
		l.RaiseError("%s.args.%s is not set", st.name, name)
	}
	l.Push(v)
	return 1
}

// flowStep calls STATE:flow(dt) with the time since the last call, s.
func (b *builder) flowStep(l *glua.LState) int {
	st := b.self(l, "flow_step")
	b.running(l, "flow_step")
	now := b.s.scope.Elapsed().Seconds()
	if now < st.flowed { // the state was entered again
		st.flowed = 0
	}
	dt := now - st.flowed
	st.flowed = now
	if dt <= 0 {
		return 0
	}
	f := st.table.RawGetString("flow")
	if f.Type() != glua.LTFunction {
		l.RaiseError("%s.flow is a %s; expected a function", st.name, typeName(f))
	}
	l.Push(f)
	l.Push(st.table)
	l.Push(glua.LNumber(dt))
	l.Call(2, 0)
	return 0
}

// conditionText returns the text by which a transition's condition is evaluated.
func (st *state) conditionText(i int) string {
	if st.jumps[i].holds != nil {
		return fmt.Sprintf("%s:condition(%d)", st.name, i+1)
	}
	return st.jumps[i].text
}
