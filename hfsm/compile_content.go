package hfsm

import (
	"fmt"
	"time"

	"gonao/hfsm/chart"
)

// Logger is a [Host] that receives what machines log.
type Logger interface {
	// Log receives a value: nil, bool, int64, float64, string, or a value of a language.
	Log(m *Machine, label string, value any)
}

// Sender is a [Host] that delivers events to others than the machine itself.
type Sender interface {
	Send(m *Machine, to string, e Event) error
}

// quantity returns the function that evaluates an expression of any type.
func (b *textCompiler) quantity(f *frame, state int, e chart.Expression) func(*Machine) (any, error) {
	if f.scripted(&e) {
		id, ok := b.piece(f, e, Quantity)
		if !ok {
			return nil
		}
		session := b.session(f)
		return func(m *Machine) (any, error) { return session(m).Value(id) }
	}
	c := b.expression(f, state, e)
	if c.typ == 0 {
		return nil
	}
	value := c.evaluated()
	return func(m *Machine) (any, error) {
		v, err := value(m)
		return anyOf(v), err
	}
}

// anyOf returns a value as languages have it.
func anyOf(v Value) any {
	switch v.Type {
	case Bool:
		return v.Bool
	case Int:
		return v.Int
	case Float:
		return v.Float
	case String:
		return v.String
	}
	return nil
}

func (b *actionCompiler) log(f *frame, state int, a *chart.Action) func(*Machine) error {
	label := a.Name
	value := func(*Machine) (any, error) { return nil, nil } //nolint:nilnil // nothing is logged but the label
	if a.Value != nil {
		if value = b.texts.quantity(f, state, *a.Value); value == nil {
			return nil
		}
	}
	return func(m *Machine) error {
		logger, ok := m.host.(Logger)
		if !ok {
			return nil
		}
		v, err := value(m)
		if err == nil {
			logger.Log(m, label, v)
		}
		return err
	}
}

// way is one branch of an if.
type way struct {
	holds boolFunc // may be nil
	do    []action
}

func (b *actionCompiler) branches(f *frame, state int, a *chart.Action) func(*Machine) error {
	var ways []way
	for i := range a.Branches {
		branch := &a.Branches[i]
		w := way{do: b.actions(f, state, branch.Then)}
		if branch.If != nil {
			w.holds = b.texts.guard(f, state, *branch.If).bool
			if w.holds == nil {
				return nil
			}
		}
		ways = append(ways, w)
	}
	return func(m *Machine) error {
		for i := range ways {
			if ways[i].holds == nil || ways[i].holds(m) {
				return runActions(m, ways[i].do, Anew)
			}
			if err := m.scripts.takeError(); err != nil {
				if err = m.profile.unless(m, err); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// block makes actions that end alone where one of them fails.
func (b *actionCompiler) block(f *frame, state int, a *chart.Action) func(*Machine) error {
	actions := b.actions(f, state, a.Actions)
	around := 0
	if state != none {
		around = max(b.model.states[state].around, 0)
	}
	return func(m *Machine) error { m.profile.block(m, around, actions); return nil }
}

// part is one named value of a message.
type part struct {
	name  string
	value func(*Machine) (any, error)
}

// send makes an action that sends an event to the machine itself or through the
// host to another one, at once or later.
func (b *actionCompiler) send(f *frame, state int, a *chart.Action) func(*Machine) error {
	w := a.Message
	if w == nil || w.Event == "" {
		b.fault(f, a.Place, "nothing to send; expected an event")
		return nil
	}
	delay, err := parsed(w.Delay)
	if err != nil || delay < 0 {
		b.fault(f, a.Place, "delay: %q; expected a time such as 10s or 250ms", w.Delay)
		return nil
	}
	if w.Target != "" && delay > 0 {
		b.fault(f, a.Place, "an event to %q with a delay; expected one of them", w.Target)
		return nil
	}
	var parts []part
	for _, p := range w.Params {
		v := b.texts.quantity(f, state, chart.Expression{Place: a.Place, Text: p.Expression})
		if v == nil {
			return nil
		}
		parts = append(parts, part{p.Name, v})
	}
	id, name, to := w.ID, w.Event, w.Target
	return func(m *Machine) error {
		e := Event{Name: name, SendID: id}
		if len(parts) > 0 {
			data := map[string]any{}
			for _, p := range parts {
				v, err := p.value(m)
				if err != nil {
					return err
				}
				data[p.name] = v
			}
			e.Data = data
		}
		return m.events.send(m, e, to, delay)
	}
}

// maxDelayed is how many events of a machine may be under way.
const maxDelayed = 64

// send sends an event.
func (q *eventQueue) send(m *Machine, e Event, to string, delay time.Duration) error {
	switch {
	case to != "":
		sender, ok := m.host.(Sender)
		if !ok {
			return fmt.Errorf("machine %s: event %s to %q: no delivery to it here", m.model.name, e.Name, to)
		}
		return sender.Send(m, to, e)
	case delay == 0:
		q.push(m, e)
	case len(q.delayed)-q.coming == maxDelayed:
		return fmt.Errorf("machine %s: event %s: %d events are under way already", m.model.name, e.Name, maxDelayed)
	default:
		q.delayed = append(q.delayed, delayedEvent{due: m.clock.at + delay, event: e})
	}
	return nil
}

// cancel compiles an action that cancels an event sent with a delay.
func (b *actionCompiler) cancel(f *frame, state int, a *chart.Action) func(*Machine) error {
	id := func(*Machine) (any, error) { return a.Name, nil }
	if a.Value != nil {
		if id = b.texts.quantity(f, state, *a.Value); id == nil {
			return nil
		}
	}
	return func(m *Machine) error {
		word, err := id(m)
		if err != nil {
			return err
		}
		if id, ok := word.(string); ok {
			m.events.delayed.cancel(id)
		}
		return nil
	}
}
