package hfsm

import (
	"slices"
	"time"
)

// told begins a record of what happens now, which is the machine's until the next
// one. It is false when nobody listens.
func (m *Machine) told(kind RecordKind) (r *Record, ok bool) {
	t := &m.trace
	if t.off {
		r = &t.draft
		r.Kind, r.Tick, r.Epoch, r.At = kind, m.tick, m.epoch, m.at
		return r, false
	}
	if t.ticking {
		if !t.opened {
			m.openTick()
		}
		if t.flushed < len(t.writes) || len(t.dirty) > 0 {
			m.flush()
		}
		r = t.fresh()
		*r = Record{Kind: kind, Tick: m.tick, Epoch: m.epoch, At: m.at, ID: none, From: none, To: none, Call: uint32(m.calls)}
		return r, true
	}
	r = t.fresh()
	// It counts for the tick to come.
	*r = Record{Kind: kind, Tick: m.tick + 1, Epoch: m.epoch, At: m.at, Last: t.time, ID: none, From: none, To: none}
	return r, true
}

// fresh gives the place of the next record. Nothing is recorded between fresh and tell.
func (t *recorder) fresh() *Record { return &t.ring[t.next%traceLength] }

// tell adds the record that fresh gave to the trace.
func (t *recorder) tell(r *Record) {
	r.Sequence = t.next
	t.next++
	for _, s := range t.streams {
		s.push(r)
	}
	if t.listen != nil {
		t.listen(r)
	}
}

// openTick records the tick and the inputs as they stood when it began.
func (m *Machine) openTick() {
	t := &m.trace
	t.opened = true
	r := t.fresh()
	*r = Record{
		Kind: RecordTick, Tick: m.tick, Epoch: m.epoch, At: t.before, Time: m.now - m.start, Last: t.last,
		ID: none, From: none, To: none,
	}
	t.tell(r)
	if len(t.dirty) == 0 {
		return
	}
	slices.Sort(t.dirty)
	for _, slot := range t.dirty {
		t.marks[slot] = false
		now := known{m.values[slot], m.stamps[slot]}
		for i := range t.writes {
			if t.writes[i].slot == slot {
				now = t.writes[i].before
				break
			}
		}
		m.tellInput(slot, 0, &now)
	}
	t.dirty = t.dirty[:0]
}

// flush records what activities have written in this tick.
func (m *Machine) flush() {
	t := &m.trace
	for ; t.flushed < len(t.writes); t.flushed++ {
		w := &t.writes[t.flushed]
		after := known{m.values[w.slot], m.stamps[w.slot]}
		for i := t.flushed + 1; i < len(t.writes); i++ {
			if t.writes[i].slot == w.slot {
				after = t.writes[i].before
				break
			}
		}
		m.tellInput(w.slot, w.call, &after)
	}
	for _, slot := range t.dirty {
		t.marks[slot] = false
	}
	t.dirty = t.dirty[:0]
}

// tellInput records an input when it is not as the trace knows it.
func (m *Machine) tellInput(slot int, call uint32, now *known) {
	t := &m.trace
	was := &t.known[slot]
	if was.stamp == now.stamp && was.value.Same(now.value) {
		return
	}
	*was = *now
	r := t.fresh()
	*r = Record{
		Kind: RecordInput, Tick: m.tick, Epoch: m.epoch, At: t.before, Time: m.since(now.stamp),
		ID: int32(slot), From: none, To: none, Call: call,
	}
	r.setValue(&now.value)
	t.tell(r)
}

// record tells of a transition of source's that is complete; tr is nil at the
// first entry.
func (m *Machine) record(source, from int, tr *transition) {
	kind := RecordTransition
	if tr == nil {
		kind = RecordStart
	}
	m.recordEdge(kind, from, tr)
}

// recordInternal tells of a transition that has left nothing.
func (m *Machine) recordInternal(tr *transition) {
	r, ok := m.told(RecordInternal)
	m.fillEdge(r, m.leaf(), tr)
	if ok {
		m.trace.tell(r)
	}
	m.watched(r)
}

// recordLeaving tells of a transition that waits for activities to stop.
func (m *Machine) recordLeaving(tr *transition) {
	if r, ok := m.told(RecordLeaving); ok {
		m.fillEdge(r, m.autos[tr.domain].from, tr)
		m.trace.tell(r)
	}
}

func (m *Machine) recordEdge(kind RecordKind, from int, tr *transition) {
	t := &m.trace
	r, ok := m.told(kind)
	r.Number = t.number
	m.fillEdge(r, from, tr)
	if ok {
		e := &t.edges[t.number%edgesLength]
		e.model, e.at, e.event, e.id, e.from, e.to = m.model, m.at, r.Text, r.ID, r.From, r.To
		t.tell(r)
	}
	m.stands, m.standing = int(r.To), true
	t.number++
	t.lastAt = m.at
	m.watched(r)
	m.calls++ // of the host, so that what it sets has its place in the trace
	if m.OnTransition != nil {
		m.OnTransition(m.model.Transition(r))
	}
}

// watched shows a transition to the debugger, who may cut the tick.
func (m *Machine) watched(r *Record) {
	if m.watch != nil && m.watch(r) {
		m.budget, m.halted = 0, true
	}
}

func (m *Machine) fillEdge(r *Record, from int, tr *transition) {
	r.ID, r.From, r.To = none, int32(from), int32(m.leaf())
	if tr == nil {
		r.Time = m.start
		return
	}
	r.ID, r.Text = m.model.edgeID(tr), m.events.current.Name
}

// recordActivity tells how an activity has ended.
func (m *Machine) recordActivity(u int, status Status, err error) {
	if r, ok := m.told(RecordActivity); ok {
		r.ID, r.Status = int32(u), status
		if err != nil {
			r.Text = err.Error()
		}
		m.trace.tell(r)
	}
}

// recordStopping tells that an activity takes its time to stop, or has stopped then.
func (m *Machine) recordStopping(u int, done bool) {
	if r, ok := m.told(RecordStopping); ok {
		r.ID = int32(u)
		if done {
			r.Status = Final
		}
		m.trace.tell(r)
	}
}

// recordError tells of an error inside automaton a, or none.
func (m *Machine) recordError(a int, err error) {
	if r, ok := m.told(RecordError); ok {
		if a != none {
			r.From = int32(m.model.automata[a].state)
		}
		r.Text = err.Error()
		m.trace.tell(r)
	}
}

// recordEvent tells of an event the host has posted.
func (m *Machine) recordEvent(e *Event) {
	if r, ok := m.told(RecordEvent); ok {
		r.Text, r.Data, r.From = e.Name, e.Data, int32(e.Kind)
		m.trace.tell(r)
	}
}

// recordSet tells of a value that was set from outside. Those of scripts, within a
// tick, are done again by a replay.
func (m *Machine) recordSet(slot int) {
	if m.trace.ticking || m.model.slots[slot].role == InputRole {
		return
	}
	m.tellSet(slot, Running)
}

func (m *Machine) tellSet(slot int, hold Status) {
	if r, ok := m.told(RecordSet); ok {
		r.ID, r.Status = int32(slot), hold
		r.setValue(&m.values[slot])
		m.trace.known[slot].value = m.values[slot]
		m.trace.tell(r)
	}
}

// recordStop tells that the machine was ended from outside.
func (m *Machine) recordStop() {
	if r, ok := m.told(RecordStop); ok {
		r.Time = m.now
		m.trace.tell(r)
	}
}

// recordPause tells that time stands still, within a tick or between two. within is
// 0 between two ticks, else one more than the transitions the tick had before it was cut.
func (m *Machine) recordPause(within int) {
	if r, ok := m.told(RecordPause); ok {
		r.ID = int32(within)
		m.trace.tell(r)
	}
}

// recordResume tells that time goes on after it stood still for a while.
func (m *Machine) recordResume(stood time.Duration) {
	if r, ok := m.told(RecordResume); ok {
		r.Time = stood
		m.trace.tell(r)
	}
}

// recordReload tells that the machine has a new model.
func (m *Machine) recordReload(from int) {
	if r, ok := m.told(RecordReload); ok {
		r.Data, r.Text = m.model, m.model.Hash()
		r.From, r.To = int32(from), int32(m.leaf())
		m.trace.tell(r)
	}
}
