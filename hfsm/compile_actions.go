package hfsm

import (
	"time"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// action is one thing done at an entry, an exit or a transition: a function, or
// the start of an activity.
type action struct {
	do  func(*Machine) error
	use int
}

// doing runs the actions of an entry, an exit, a transition or a tick; may be nil. how is passed to the activities that
// it starts.
type doing func(m *Machine, how Entry) error

// doing combines actions into one function.
func (b *actionCompiler) doing(actions []action) doing {
	if len(actions) == 0 {
		return nil
	}
	return func(m *Machine, how Entry) error { return runActions(m, actions, how) }
}

// run does actions in their order, up to a fault.
func runActions(m *Machine, actions []action, how Entry) error {
	for i := range actions {
		a := &actions[i]
		if a.do != nil {
			if err := a.do(m); err != nil {
				return err
			}
			continue
		}
		if err := m.activities.evaluate(m, a.use); err != nil {
			return err
		}
		m.activities.startUse(m, a.use, how)
	}
	return nil
}

// startUse starts an activity as an action.
func (a *activities) startUse(m *Machine, u int, how Entry) {
	a.calls++
	a.start(m, u, how)
}

// actions compiles the actions of an entry, an exit or a transition of a state.
func (b *actionCompiler) actions(f *frame, state int, written []chart.Action) []action {
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

func (b *actionCompiler) action(f *frame, state int, a *chart.Action) (action, bool) {
	out := action{use: none}
	if b.own != nil {
		if out.do = b.own(f, state, a); out.do != nil {
			return out, true
		}
	}
	switch a.Do {
	case chart.Activity:
		out.use = b.activity(f, state, a)
		return out, out.use != none
	case chart.Set:
		out.do = b.set(f, state, a)
	case chart.Raise:
		e := Event{Name: a.Name, Kind: Internal}
		out.do = func(m *Machine) error { m.profile.raise(m, e); return nil }
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
func (b *actionCompiler) set(f *frame, state int, a *chart.Action) func(*Machine) error {
	if a.Value == nil {
		b.fault(f, a.Place, "nothing to set %s to; expected an expression", a.Name)
		return nil
	}
	to, ok := f.names[a.Name]
	if !ok && f.scripted(a.Value) {
		return b.setInScript(f, a)
	}
	f.used.Writes(a.Name)
	if !ok || !to.writable {
		names := f.writable()
		b.fault(f, a.Place, "no variable %q%s; expected one of %s", a.Name, wording.DidYouMean(a.Name, names), chart.Listed(names))
		return nil
	}
	if f.scripted(a.Value) {
		return b.setFromScript(f, a, to)
	}
	e := b.texts.expression(f, state, *a.Value)
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
	return assignment(to.slot, e)
}

// assignment returns the function that writes an expression's value to a slot. It returns an error if the value is
// outside the declared range.
func assignment(slot int, e compiled) func(*Machine) error {
	value := e.evaluated()
	return func(m *Machine) error {
		v, err := value(m)
		if err != nil {
			return err
		}
		return m.values.put(m, slot, v)
	}
}

// parsed reads a constant duration of a chart.
func parsed(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	return time.ParseDuration(text)
}
