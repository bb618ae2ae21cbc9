package hfsm

import (
	"iter"
	"time"
)

// traceLength is the number of transitions a machine remembers.
const traceLength = 1024

// Transition is one entry of a machine's trace. Paths are "outer/inner"; they
// belong to the model and cost nothing.
type Transition struct {
	Epoch    uint32        // counts the machine's restarts
	Sequence uint64        // counts the transitions of this epoch; 0 is the first entry
	Time     time.Duration // grid time since the machine's first entry
	From     string        // path that was active; "" at the first entry
	To       string        // path that is active now; "" when the machine has ended
	Source   string        // path of the state whose transition it is; "" at the first entry
	Target   string        // what the transition names: a path, FINAL or FAILED
	Name     string        // the transition's name, "" when it has none
}

// trace is the ring of the last transitions, held as ids.
type trace struct {
	ring   []event
	next   uint64 // sequence of the next transition
	lastAt time.Duration
}

// event is one transition; how is nil at the first entry.
type event struct {
	at               time.Duration
	from, to, source int
	how              *transition
}

func newTrace() trace { return trace{ring: make([]event, traceLength)} }

// begin starts a new epoch.
func (t *trace) begin() { t.next, t.lastAt = 0, 0 }

// record adds a transition of source's to the trace; tr is nil at the first entry.
func (m *Machine) record(source, from int, tr *transition) {
	sequence := m.trace.next
	m.trace.ring[sequence%traceLength] = event{m.at, from, m.leaf(), source, tr}
	m.trace.next++
	m.trace.lastAt = m.at
	if m.OnTransition != nil {
		m.OnTransition(m.transition(sequence))
	}
}

// transition gives an entry of the trace, which must still be remembered.
func (m *Machine) transition(sequence uint64) Transition {
	e := &m.trace.ring[sequence%traceLength]
	t := Transition{
		Epoch:    m.epoch,
		Sequence: sequence,
		Time:     e.at,
		From:     m.model.path(e.from),
		To:       m.model.path(e.to),
		Source:   m.model.path(e.source),
	}
	t.Target = t.To
	if e.how != nil {
		t.Name, t.Target = e.how.name, e.how.target
	}
	return t
}

// Trace gives the transitions of this epoch from a sequence number on, as far as
// they are remembered: the last 1024.
func (m *Machine) Trace(from uint64) iter.Seq[Transition] {
	return func(yield func(Transition) bool) {
		if m.trace.next > traceLength {
			from = max(from, m.trace.next-traceLength)
		}
		for ; from < m.trace.next; from++ {
			if !yield(m.transition(from)) {
				return
			}
		}
	}
}

// What the tracer is told.

func (m *Machine) recordInternal(*transition)           {}
func (m *Machine) recordLeaving(*transition)            {}
func (m *Machine) recordActivity(int, Status, error)    {}
func (m *Machine) recordEvent(*Event)                   {}
func (m *Machine) recordSet(int)                        {}
func (m *Machine) recordError(automaton int, err error) {}
