package hfsm

import "time"

// open creates the parts that a machine of the profile scxml needs.
func (x *scxmlProfile) open(m *Machine) {
	states := len(m.model.states)
	x.processor, _ = m.host.(Processor)
	x.seen = make([]bool, states)
	x.services.pending = make([]bool, states)
	x.selection = newSelection(states, m.model.scxml.memory)
}

// clear restores the state before the first entry.
func (x *scxmlProfile) clear(*Machine) {
	x.queue.clear()
	x.selection.forget()
	x.services.clear()
	clear(x.seen)
	x.ids, x.done, x.result, x.cancelled = 0, none, nil, false
}

func (*scxmlProfile) skip(m *Machine, until time.Duration) { m.clock.at = until }

func (*scxmlProfile) due(m *Machine) (at time.Duration, ok bool) { return m.SCXML().Next() }

func (x *scxmlProfile) post(m *Machine, e Event) bool {
	if !x.queue.external.push(e) {
		return false
	}
	m.trace.recordEvent(m, &e, 0)
	return true
}

func (x *scxmlProfile) postAt(m *Machine, e Event, _ time.Duration) bool { return x.post(m, e) }

func (x *scxmlProfile) raise(m *Machine, e Event) { x.queue.raise(m, e) }

func (x *scxmlProfile) blame(m *Machine, _ int, err error) { x.faulty(m, errorExecution, "", err) }

func (x *scxmlProfile) unless(m *Machine, err error) error {
	x.faulty(m, errorExecution, "", err)
	return nil
}

func (*scxmlProfile) isIn(m *Machine, name string) bool { return m.SCXML().InState(name) }

func (*scxmlProfile) remember(_ *Machine, out *Snapshot) {
	out.Partial = "the state of the profile scxml"
}
