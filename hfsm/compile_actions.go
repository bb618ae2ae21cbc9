package hfsm

import (
	"fmt"
	"slices"
	"time"

	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// action is one thing done at an entry, an exit or a transition: a function, or
// the start of an activity.
type action struct {
	do  func(*Machine) error
	use int
}

// run does actions in their order, up to a fault.
func (m *Machine) run(actions []action, how Entry) error {
	for i := range actions {
		a := &actions[i]
		if a.do != nil {
			if err := a.do(m); err != nil {
				return err
			}
			continue
		}
		if err := m.evaluate(a.use); err != nil {
			return err
		}
		m.calls++
		m.activities[a.use].Start(m.now, how)
	}
	return nil
}

// actions makes what is done at an entry, an exit or a transition of a state.
func (b *compiler) actions(f *frame, state int, written []chart.Action) []action {
	var all []action
	for i := range written {
		if b.full() {
			return nil
		}
		if a, ok := b.action(f, state, &written[i]); ok {
			all = append(all, a)
		}
	}
	return all
}

func (b *compiler) action(f *frame, state int, a *chart.Action) (action, bool) {
	out := action{use: none}
	switch a.Do {
	case chart.Activity:
		out.use = b.activity(f, state, a)
		return out, out.use != none
	case chart.Set:
		out.do = b.set(f, state, a)
	case chart.Raise:
		name := a.Name
		out.do = func(m *Machine) error { m.raise(name); return nil }
	case chart.Log:
		out.do = b.log(f, state, a)
	case chart.Script:
		out.do = b.script(f, a)
	case chart.If:
		out.do = b.branches(f, state, a)
	case chart.Block:
		out.do = b.block(f, state, a)
	case chart.Each:
		out.do = b.each(f, state, a)
	case chart.Send:
		out.do = b.send(f, state, a)
	case chart.Cancel:
		out.do = b.cancel(f, state, a)
	}
	return out, out.do != nil
}

// set makes an assignment.
func (b *compiler) set(f *frame, state int, a *chart.Action) func(*Machine) error {
	if a.Value == nil {
		b.fault(f, a.Place, "nothing to set %s to; expected an expression", a.Name)
		return nil
	}
	to, ok := f.names[a.Name]
	if !ok && f.scripted(a.Value) {
		return b.setInScript(f, a)
	}
	f.used.writes(a.Name)
	if !ok || !to.writable {
		names := f.writable()
		b.fault(f, a.Place, "no variable %q%s; expected one of %s", a.Name, suggest.DidYouMean(a.Name, names), chart.Listed(names))
		return nil
	}
	if f.scripted(a.Value) {
		return b.setFromScript(f, a, to)
	}
	e := b.expression(f, state, *a.Value)
	if e.typ == 0 {
		return nil
	}
	if e = widen(e, to.typ); e.typ != to.typ {
		b.fault(f, a.Value.Place, "a value of type %s; the variable is of type %s", e.typ, to.typ)
		return nil
	}
	if e.constant {
		v := e.value(nil)
		if expected := outside(to.declared, &v); expected != "" {
			b.fault(f, a.Value.Place, "%s; expected %s", v.Text(), expected)
			return nil
		}
	}
	return assignment(to.slot, a.Name, to.declared, e)
}

// assignment gives the function that writes an expression's value to a slot. It
// fails where the value is outside the declared ones.
func assignment(slot int, name string, d *chart.Declaration, e compiled) func(*Machine) error {
	write := assign(slot, e)
	if e.constant || !limited(d) {
		if !e.fails {
			return func(m *Machine) error { write(m); return nil }
		}
		return func(m *Machine) error { write(m); return m.took() }
	}
	return func(m *Machine) error {
		before := m.values[slot]
		write(m)
		err := m.took()
		if err == nil {
			v := m.values[slot]
			if expected := outside(d, &v); expected != "" {
				err = &RangeError{m.model.name, name, v, expected}
			}
		}
		if err != nil {
			m.values[slot] = before
		}
		return err
	}
}

// assign gives the function that writes an expression's value to a slot.
func assign(slot int, c compiled) func(*Machine) {
	switch c.typ {
	case Bool:
		return func(m *Machine) { m.values[slot].Bool = c.bool(m) }
	case Int:
		return func(m *Machine) { m.values[slot].Int = c.int(m) }
	case Float:
		return func(m *Machine) { m.values[slot].Float = c.float(m) }
	case String:
		return func(m *Machine) { m.values[slot].String = c.string(m) }
	}
	panic("hfsm: an expression without a type")
}

// activities makes what runs in a state: activities, and scripts that run once in each
// tick of the automaton.
func (b *compiler) activities(f *frame, state int, written []chart.Action) (uses []int, steps []action) {
	for i := range written {
		a := &written[i]
		if a.Do == chart.Script {
			if step, ok := b.action(f, state, a); ok {
				steps = append(steps, step)
			}
			continue
		}
		if a.Do != chart.Activity {
			b.fault(f, a.Place, "an action that takes no time; expected it under entry or exit")
			continue
		}
		if u := b.activity(f, state, a); u != none {
			uses = append(uses, u)
		}
	}
	return uses, steps
}

// activity makes one use of an activity, or none with a finding.
func (b *compiler) activity(f *frame, state int, a *chart.Action) int {
	u := use{kind: a.Name, key: a.Key, state: max(state, 0), args: Args{}, onDemand: a.OnDemand}
	if u.key == "" {
		u.key = a.Name
	}
	if f.path != "" {
		u.key = f.path + ": " + u.key
	}
	kind, offered := b.kind(a.Name)
	switch {
	case b.words.open():
		b.looseArgs(f, state, a, &u)
	case !offered:
		var names []string
		for _, k := range b.words.Activities {
			names = append(names, k.Name)
		}
		b.find(chart.Error, f, a.Place, codeUnknownActivity, "no activity %q%s; expected one of %s", a.Name, suggest.DidYouMean(a.Name, names), chart.Listed(names))
		return none
	case a.OnDemand:
		u.params = kind.Params
		for _, p := range kind.Params {
			u.args[p.Name] = Value{Type: p.Type}
			if p.Default != nil {
				u.args[p.Name] = *p.Default
			}
		}
	default:
		b.checkedArgs(f, state, kind, a, &u)
	}
	b.model.uses = append(b.model.uses, u)
	return len(b.model.uses) - 1
}

// kind finds an activity the host offers.
func (b *compiler) kind(word string) (Kind, bool) {
	if b.words != nil {
		for _, k := range b.words.Activities {
			if k.Name == word {
				return k, true
			}
		}
	}
	return Kind{}, false
}

// checkedArgs takes the arguments an activity's kind wants.
func (b *compiler) checkedArgs(f *frame, state int, kind Kind, a *chart.Action, u *use) {
	given := map[string]bool{}
	var names []string
	for _, p := range kind.Params {
		names = append(names, p.Name)
	}
	for i := range a.Args {
		arg := &a.Args[i]
		at := slices.IndexFunc(kind.Params, func(p Param) bool { return p.Name == arg.Name })
		if at < 0 {
			b.fault(f, arg.Place, "no such key%s; expected one of %s", suggest.DidYouMean(arg.Name, names), chart.Listed(names))
			continue
		}
		given[arg.Name] = true
		b.arg(f, state, arg, &kind.Params[at], u)
	}
	for _, p := range kind.Params {
		switch {
		case given[p.Name]:
		case p.Default == nil:
			at := a.Place
			at.Key += "." + p.Name
			b.fault(f, at, "missing; expected a value of type %s", p.Type)
		default:
			u.args[p.Name] = *p.Default
		}
	}
}

// arg takes one argument of an activity.
func (b *compiler) arg(f *frame, state int, arg *chart.Arg, p *Param, u *use) {
	if arg.Expression != nil && p.Constant {
		b.fault(f, arg.Place, "an expression; expected a value of type %s that is fixed", p.Type)
		return
	}
	e, ok := b.argument(f, state, arg, p.Type)
	if !ok {
		return
	}
	if !e.constant {
		u.args[arg.Name] = Value{Type: e.typ}
		u.given = append(u.given, given{arg.Name, e.evaluated(), p.Check})
		return
	}
	v := e.value(nil)
	if p.Check != nil {
		if expected := p.Check(v); expected != "" {
			b.fault(f, arg.Place, "%s; expected %s", v.Text(), expected)
		}
	}
	u.args[arg.Name] = v
}

// looseArgs takes arguments as they are written, when nobody says what is right.
func (b *compiler) looseArgs(f *frame, state int, a *chart.Action, u *use) {
	for i := range a.Args {
		arg := &a.Args[i]
		if arg.Expression == nil {
			u.args[arg.Name] = arg.Value
			continue
		}
		if f.scripted(arg.Expression) {
			if value := b.quantity(f, state, *arg.Expression); value != nil {
				u.given = append(u.given, given{arg.Name, typedValue(value), nil})
			}
			continue
		}
		e := b.expression(f, state, *arg.Expression)
		switch {
		case e.typ == 0:
		case e.constant:
			u.args[arg.Name] = e.value(nil)
		default:
			u.args[arg.Name] = Value{Type: e.typ}
			u.given = append(u.given, given{arg.Name, e.evaluated(), nil})
		}
	}
}

// typedValue gives what a language computes as one of the four types.
func typedValue(of func(*Machine) (any, error)) func(*Machine) (Value, error) {
	return func(m *Machine) (Value, error) {
		got, err := of(m)
		if err != nil {
			return Value{}, err
		}
		v, ok := valueOf(got)
		if !ok {
			return v, fmt.Errorf("%v; expected a bool, a number or a text", got)
		}
		return v, nil
	}
}

// parsed reads a constant duration of a chart.
func parsed(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	return time.ParseDuration(text)
}
