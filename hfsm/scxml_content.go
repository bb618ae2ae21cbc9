package hfsm

import (
	"fmt"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// blocks splits actions into groups that end together when one of them fails.
func (b *documentCompiler) blocks(f *frame, state int, written []chart.Action) [][]action {
	var list [][]action
	for i := 0; i < len(written); {
		if written[i].Do == chart.Block {
			list = append(list, b.content(f, state, written[i].Actions))
			i++
			continue
		}
		first := i
		for i < len(written) && written[i].Do != chart.Block {
			i++
		}
		list = append(list, b.content(f, state, written[first:i]))
	}
	return list
}

// content prepares executable content.
func (b *documentCompiler) content(f *frame, state int, written []chart.Action) []action {
	return b.acts.actions(f, state, written)
}

// own compiles the actions that the W3C defines otherwise than the profile robot: nil for all others.
func (b *documentCompiler) own(f *frame, state int, a *chart.Action) func(*Machine) error {
	switch {
	case a.Do == chart.Send:
		return b.sendSCXML(f, a.Message)
	case a.Do == chart.Cancel:
		id := word{text: a.Name}
		if a.Value != nil {
			id.value = b.texts.quantity(f, state, *a.Value)
		}
		return func(m *Machine) error { return m.scxml.queue.cancel(m, id) }
	case a.Do == chart.Set && a.Value == nil:
		write, value := b.texts.location(f, a.Place, a.Name), b.texts.literal(f, chart.Expression{Place: a.Place, Text: a.Literal})
		return func(m *Machine) error {
			v, err := value(m)
			if err != nil {
				return err
			}
			return write(m, v)
		}
	}
	return nil
}

func (b *documentCompiler) sendSCXML(f *frame, w *chart.Message) func(*Machine) error {
	out := &message{
		event:   b.texts.word(f, w.Place, w.Event, w.EventExpression),
		target:  b.texts.word(f, w.Place, w.Target, w.TargetExpression),
		kind:    b.texts.word(f, w.Place, w.Type, w.TypeExpression),
		id:      word{text: w.ID},
		delay:   b.texts.word(f, w.Place, w.Delay, w.DelayExpression),
		payload: b.payload(f, w.Place, &w.Payload),
	}
	if w.IDLocation != "" {
		out.idLocation = b.texts.location(f, w.Place, w.IDLocation)
	}
	if w.Delay != "" {
		if _, err := chart.ParseDelay(w.Delay); err != nil {
			b.fault(f, w.Place, "delay: %v", err)
		}
	}
	return func(m *Machine) error { return m.scxml.queue.send(m, out) }
}

func (b *documentCompiler) payload(f *frame, at chart.Place, w *chart.Payload) *payload {
	out := &payload{}
	switch {
	case w.Value != nil:
		out.content = b.texts.quantity(f, none, *w.Value)
	case strings.TrimSpace(w.Content) != "":
		out.content = b.texts.literal(f, chart.Expression{Place: at, Text: w.Content})
	}
	for _, name := range w.NameList {
		out.parts = append(out.parts, b.payloadPart(f, at, name, "", name))
	}
	for _, p := range w.Params {
		out.parts = append(out.parts, b.payloadPart(f, at, p.Name, p.Expression, p.Location))
	}
	return out
}

func (b *documentCompiler) payloadPart(f *frame, at chart.Place, name, expression, where string) payloadPart {
	p := payloadPart{name: name}
	if where != "" {
		p.write = b.texts.location(f, at, where)
		if expression == "" {
			expression = where
		}
	}
	p.value = b.texts.quantity(f, none, chart.Expression{Place: at, Text: expression})
	return p
}

// The events that the W3C names for faults.
const (
	errorExecution     = "error.execution"
	errorCommunication = "error.communication"
)

// errQueue is the error of a machine that makes events faster than it consumes them.
var errQueue = fmt.Errorf("more than %d events are waiting; expected fewer", maxQueued)

// internal puts an event into the internal queue.
func (q *scxmlQueue) raise(m *Machine, e Event) {
	if !q.internal.push(e) {
		m.cause = errQueue
	}
}

// faulty makes an event of a fault, and keeps it as the machine's cause.
func (x *scxmlProfile) faulty(m *Machine, name, sendID string, err error) {
	m.cause = err
	x.queue.raise(m, Event{Name: name, Kind: Platform, SendID: sendID, Data: err.Error()})
}

// block does executable content; a fault ends it and is an event.
func (x *scxmlProfile) block(m *Machine, _ int, actions []action) {
	err := runActions(m, actions, Anew)
	if err == nil {
		return
	}
	if fault, ok := asSendFault(err); ok {
		x.faulty(m, fault.event, fault.id, fault.err)
		return
	}
	x.faulty(m, errorExecution, "", err)
}

// holds evaluates a condition; a fault in it is an event, and makes it false.
func (x *scxmlProfile) holds(m *Machine, guard boolFunc) bool {
	if guard == nil {
		return true
	}
	ok := guard(m)
	if err := m.scripts.takeError(); err != nil {
		x.faulty(m, errorExecution, "", err)
		return false
	}
	return ok
}

// pack evaluates the data of an event: the content, or its parts by name; fault handles a fault in one of its parts.
func (x *scxmlProfile) pack(m *Machine, p *payload, fault func(error) error) (any, error) {
	switch {
	case p == nil:
		return nil, nil //nolint:nilnil // an event without data
	case p.content != nil:
		return p.content(m)
	case len(p.parts) == 0:
		return nil, nil //nolint:nilnil // an event without data
	}
	data := make(map[string]any, len(p.parts))
	for i := range p.parts {
		value, err := p.parts[i].value(m)
		if err != nil {
			if err := fault(err); err != nil {
				return nil, err
			}
			continue
		}
		data[p.parts[i].name] = value
	}
	if len(data) == 0 {
		return nil, nil //nolint:nilnil // an event without data
	}
	return data, nil
}

// strict makes a fault in one part of an event's data a fault of the whole.
func strict(err error) error { return err }

// word returns a word.
func (x *scxmlProfile) word(m *Machine, w word) (string, error) {
	if w.value == nil {
		return w.text, nil
	}
	value, err := w.value(m)
	return asText(value), err
}

// asText returns a value as a word.
func asText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
