package hfsm

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"gonao/hfsm/chart"
)

// The SCXML event I/O processor, by its two names.
const (
	ProcessorName  = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"
	processorShort = "scxml"
	processorPlain = "http://www.w3.org/TR/scxml/"
)

// Faults that a [Processor] gives: the machine gets error.execution for an address
// that means nothing to it, error.communication for anything else.
var (
	ErrTarget = errors.New("no such target; expected #_internal, #_parent, #_scxml_ and a session's id, or #_ and the id of an invoked service")
	ErrType   = errors.New("no such event processor; expected " + ProcessorName)
)

// Processor carries events between machines of the profile scxml and runs what
// they invoke. A [Host] that is one is used as such by the machines made with it;
// without one a machine reaches itself alone.
type Processor interface {
	// SessionID gives the id of the machine's session, unique among all.
	SessionID(m *Machine) string
	// Send delivers an event elsewhere. It is called when the delay is over.
	Send(m *Machine, target, kind string, e Event) error
	// Invoke begins a service.
	Invoke(m *Machine, v Invocation) error
	// Cancel ends a service; it may have ended by itself.
	Cancel(m *Machine, id string)
	// Forward gives a service an event that the machine has got.
	Forward(m *Machine, id string, e Event)
	// Ended is told that the machine has come to its end, and with which data.
	Ended(m *Machine, data any)
}

// delayedSend is an event on its way.
type delayedSend struct {
	due          time.Duration // on the caller's clock
	order        uint64
	id           string
	target, kind string
	event        Event
}

// sendFault is a fault with the name of its event.
type sendFault struct {
	event, id string
	err       error
}

func (f *sendFault) Error() string { return f.err.Error() }
func (f *sendFault) Unwrap() error { return f.err }

func asSendFault(err error) (*sendFault, bool) {
	var fault *sendFault
	ok := errors.As(err, &fault)
	return fault, ok
}

// sendSCXML evaluates everything at once and sends now or later.
func (m *Machine) sendSCXML(w *message) error {
	d := delayedSend{id: w.id.text}
	if err := m.write(w, &d); err != nil {
		return &sendFault{errorExecution, d.id, err}
	}
	if d.due == 0 {
		return m.deliverSCXML(&d)
	}
	if len(m.scxml.delayed) >= maxQueued {
		return &sendFault{errorExecution, d.id, errQueue}
	}
	d.due, d.order = m.clock.now+d.due, m.scxml.order
	m.scxml.order++
	m.scxml.delayed = append(m.scxml.delayed, d)
	return nil
}

// write evaluates a message. due is the delay.
func (m *Machine) write(w *message, d *delayedSend) (err error) {
	if d.id == "" && w.idLocation != nil {
		d.id = m.newID("send")
		if err := w.idLocation(m, d.id); err != nil {
			return err
		}
	}
	if d.event.Name, err = m.say(w.event); err != nil {
		return err
	}
	if d.target, err = m.say(w.target); err != nil {
		return err
	}
	if d.kind, err = m.say(w.kind); err != nil {
		return err
	}
	if d.due, err = m.delay(w.delay); err != nil {
		return err
	}
	d.event.Data, err = m.pack(w.payload, strict)
	d.event.SendID = d.id
	d.event.Origin, d.event.OriginType = "#_scxml_"+m.SessionID(), ProcessorName
	return err
}

func (m *Machine) delay(w word) (time.Duration, error) {
	text, err := m.say(w)
	if err != nil || text == "" {
		return 0, err
	}
	return chart.ParseDelay(text)
}

// newID makes an id that the session has not had.
func (m *Machine) newID(prefix string) string {
	m.scxml.ids++
	return prefix + "." + strconv.Itoa(m.scxml.ids)
}

// deliverSCXML sends an event whose time has come.
func (m *Machine) deliverSCXML(d *delayedSend) error {
	err := m.route(d)
	if err == nil {
		return nil
	}
	event := errorCommunication
	if errors.Is(err, ErrTarget) || errors.Is(err, ErrType) {
		event = errorExecution
	}
	return &sendFault{event, d.id, fmt.Errorf("send %q to %q: %w", d.event.Name, d.target, err)}
}

func (m *Machine) route(d *delayedSend) error {
	own := d.kind == "" || d.kind == processorShort || d.kind == ProcessorName || d.kind == processorPlain
	switch {
	case own && d.target == "#_internal":
		e := d.event
		e.Kind, e.Origin, e.OriginType = Internal, "", ""
		m.internal(e)
		return nil
	case own && (d.target == "" || d.target == "#_scxml_"+m.SessionID()):
		if !m.scxml.external.push(d.event) {
			return errQueue
		}
		return nil
	case m.scxml.processor == nil && !own:
		return ErrType
	case m.scxml.processor == nil:
		return ErrTarget
	}
	return m.scxml.processor.Send(m, d.target, d.kind, d.event)
}

// cancelSCXML forgets delayed events by their id.
func (m *Machine) cancelSCXML(w word) error {
	id, err := m.say(w)
	if err != nil {
		return err
	}
	kept := m.scxml.delayed[:0]
	for _, d := range m.scxml.delayed {
		if d.id != id || id == "" {
			kept = append(kept, d)
		}
	}
	clear(m.scxml.delayed[len(kept):])
	m.scxml.delayed = kept
	return nil
}

// dispatch sends the delayed events whose time has come, in the order of their
// times.
func (m *Machine) dispatch() {
	for {
		first := none
		for i := range m.scxml.delayed {
			d := &m.scxml.delayed[i]
			if d.due > m.clock.now {
				continue
			}
			if first == none || d.due < m.scxml.delayed[first].due ||
				d.due == m.scxml.delayed[first].due && d.order < m.scxml.delayed[first].order {
				first = i
			}
		}
		if first == none {
			return
		}
		m.trace.openForEvent(m)
		d := m.scxml.delayed[first]
		m.scxml.delayed = append(m.scxml.delayed[:first], m.scxml.delayed[first+1:]...)
		if fault, ok := asSendFault(m.deliverSCXML(&d)); ok {
			m.faulty(fault.event, fault.id, fault.err)
		}
	}
}

// SessionID gives the id of the session of a machine of the profile scxml.
func (m *Machine) SessionID() string {
	if p := m.scxml.processor; p != nil {
		return p.SessionID(m)
	}
	return m.model.name
}
