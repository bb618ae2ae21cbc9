package hfsm

import (
	"fmt"
	"slices"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// activities compiles the activities of a state, and the scripts that run once in each tick of its automaton.
func (b *actionCompiler) activities(f *frame, state int, written []chart.Action) (uses []int, steps doing) {
	var scripts []action
	for i := range written {
		a := &written[i]
		if a.Do == chart.Script {
			if step, ok := b.action(f, state, a); ok {
				scripts = append(scripts, step)
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
	return uses, b.doing(scripts)
}

// activity compiles one use of an activity, or reports a finding.
func (b *actionCompiler) activity(f *frame, state int, a *chart.Action) int {
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
		b.find(f, a.Place, codeUnknownActivity, "no activity %q%s; expected one of %s", a.Name, wording.DidYouMean(a.Name, names), chart.Listed(names))
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
	if u.external = offered && kind.External; u.external {
		b.remark(chart.Note, f, a.Place, codeStub, "another program does this; in a scenario or in one process it needs a stub")
	}
	b.model.uses = append(b.model.uses, u)
	return len(b.model.uses) - 1
}

// kind finds an activity the host offers.
func (b *compilation) kind(word string) (Kind, bool) {
	if b.words != nil {
		for _, k := range b.words.Activities {
			if k.Name == word {
				return k, true
			}
		}
	}
	return Kind{}, false
}

// checkedArgs compiles the arguments that an activity's kind requires.
func (b *actionCompiler) checkedArgs(f *frame, state int, kind Kind, a *chart.Action, u *use) {
	given, before := map[string]bool{}, b.errors
	var names []string
	for _, p := range kind.Params {
		names = append(names, p.Name)
	}
	var others []*chart.Arg // arguments that the kind looks up
	for i := range a.Args {
		arg := &a.Args[i]
		at := slices.IndexFunc(kind.Params, func(p Param) bool { return p.Name == arg.Name })
		if at < 0 && kind.Find != nil {
			others = append(others, arg)
			continue
		}
		if at < 0 {
			b.fault(f, arg.Place, "no such key%s; expected one of %s", wording.DidYouMean(arg.Name, names), chart.Listed(names))
			given[wording.Nearest(arg.Name, names)] = true // a second finding, that it is missing, would add nothing
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
	if b.errors > before {
		return // the others may depend on the wrong ones
	}
	for i := range a.Args {
		if arg := &a.Args[i]; kind.Unused != nil {
			if why := kind.Unused(u.args, arg.Name); why != "" {
				b.fault(f, arg.Place, "%s", why)
			}
		}
	}
	for _, arg := range others {
		if given[arg.Name] {
			b.fault(f, arg.Place, "%s is given twice", arg.Name)
			continue
		}
		given[arg.Name] = true
		p, err := kind.Find(u.args, arg.Name)
		if err != nil {
			b.fault(f, arg.Place, "%v", err)
			continue
		}
		b.arg(f, state, arg, &p, u)
	}
}

// arg compiles one argument of an activity.
func (b *actionCompiler) arg(f *frame, state int, arg *chart.Arg, p *Param, u *use) {
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

// looseArgs accepts arguments as written, when there is no vocabulary to check them.
func (b *actionCompiler) looseArgs(f *frame, state int, a *chart.Action, u *use) {
	for i := range a.Args {
		arg := &a.Args[i]
		if arg.Expression == nil {
			u.args[arg.Name] = arg.Value
			continue
		}
		if f.scripted(arg.Expression) {
			if value := b.texts.quantity(f, state, *arg.Expression); value != nil {
				u.given = append(u.given, given{arg.Name, typedValue(value), nil})
			}
			continue
		}
		e := b.texts.expression(f, state, *arg.Expression)
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

// typedValue converts a language's result to one of the four types.
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
