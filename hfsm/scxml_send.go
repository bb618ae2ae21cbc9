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

// Errors that a [Processor] returns: for an invalid address the machine receives error.execution, for all others
// error.communication.
var (
	ErrTarget = errors.New("no such target; expected #_internal, #_parent, #_scxml_ and a session's id, or #_ and the id of an invoked service")
	ErrType   = errors.New("no such event processor; expected " + ProcessorName)
)

// Processor sends events between machines of the profile scxml and runs what they invoke. If a [Host] implements it, its
// machines use it; otherwise a machine can only send to itself.
type Processor interface {
	// SessionID returns the id of the machine's session, unique among all.
	SessionID(m *Machine) string
	// Send delivers an event elsewhere. It is called when the delay is over.
	Send(m *Machine, target, kind string, e Event) error
	// Invoke begins a service.
	Invoke(m *Machine, v Invocation) error
	// Cancel ends a service; it may have ended by itself.
	Cancel(m *Machine, id string)
	// Forward sends an event that the machine has received to a service.
	Forward(m *Machine, id string, e Event)
	// Ended is called when the machine has ended, with its data.
	Ended(m *Machine, data any)
}

// sendFault is an error with the name of its event.
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

// send evaluates everything at once and sends now or later.
func (q *scxmlQueue) send(m *Machine, w *message) error {
	d := delayedEvent{event: Event{SendID: w.id.text}}
	if err := q.write(m, w, &d); err != nil {
		return &sendFault{errorExecution, d.event.SendID, err}
	}
	if d.due == 0 {
		return q.deliver(m, &d)
	}
	if len(q.delayed) >= maxQueued {
		return &sendFault{errorExecution, d.event.SendID, errQueue}
	}
	d.due += m.clock.at
	q.delayed = append(q.delayed, d)
	return nil
}

// write evaluates a message. due is the delay.
func (q *scxmlQueue) write(m *Machine, w *message, d *delayedEvent) (err error) {
	if d.event.SendID == "" && w.idLocation != nil {
		d.event.SendID = m.scxml.newID("send")
		if err := w.idLocation(m, d.event.SendID); err != nil {
			return err
		}
	}
	if d.event.Name, err = m.scxml.word(m, w.event); err != nil {
		return err
	}
	if d.target, err = m.scxml.word(m, w.target); err != nil {
		return err
	}
	if d.kind, err = m.scxml.word(m, w.kind); err != nil {
		return err
	}
	if d.due, err = q.delay(m, w.delay); err != nil {
		return err
	}
	d.event.Data, err = m.scxml.pack(m, w.payload, strict)
	d.event.Origin, d.event.OriginType = "#_scxml_"+m.SCXML().SessionID(), ProcessorName
	return err
}

func (q *scxmlQueue) delay(m *Machine, w word) (time.Duration, error) {
	text, err := m.scxml.word(m, w)
	if err != nil || text == "" {
		return 0, err
	}
	return chart.ParseDelay(text)
}

// newID makes an id that the session has not had.
func (x *scxmlProfile) newID(prefix string) string {
	x.ids++
	return prefix + "." + strconv.Itoa(x.ids)
}

// deliver sends an event that is due.
func (q *scxmlQueue) deliver(m *Machine, d *delayedEvent) error {
	err := q.route(m, d)
	if err == nil {
		return nil
	}
	event := errorCommunication
	if errors.Is(err, ErrTarget) || errors.Is(err, ErrType) {
		event = errorExecution
	}
	return &sendFault{event, d.event.SendID, fmt.Errorf("send %q to %q: %w", d.event.Name, d.target, err)}
}

func (q *scxmlQueue) route(m *Machine, d *delayedEvent) error {
	own := d.kind == "" || d.kind == processorShort || d.kind == ProcessorName || d.kind == processorPlain
	switch {
	case own && d.target == "#_internal":
		e := d.event
		e.Kind, e.Origin, e.OriginType = Internal, "", ""
		q.raise(m, e)
		return nil
	case own && (d.target == "" || d.target == "#_scxml_"+m.SCXML().SessionID()):
		if !q.external.push(d.event) {
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

// cancel forgets delayed events by their id.
func (q *scxmlQueue) cancel(m *Machine, w word) error {
	id, err := m.scxml.word(m, w)
	if err != nil {
		return err
	}
	q.delayed.cancel(id)
	return nil
}

// dispatch sends the delayed events that are due, in the order of their times.
func (q *scxmlQueue) dispatch(m *Machine) {
	for first := q.delayed.first(m.clock.at); first != none; first = q.delayed.first(m.clock.at) {
		m.trace.openForEvent(m)
		d := q.delayed.take(first)
		if fault, ok := asSendFault(q.deliver(m, &d)); ok {
			m.scxml.faulty(m, fault.event, fault.id, fault.err)
		}
	}
}
