package hfsm

import (
	"time"
)

// prepare returns an empty record for the present event; the machine may reuse it for the next one. ok is false without
// listeners.
func (t *recorder) prepare(m *Machine, kind RecordKind) (r *Record, ok bool) {
	if t.off {
		r = &t.draft
		r.Kind, r.Tick, r.Epoch, r.At = kind, m.clock.tick, m.clock.epoch, m.clock.at
		return r, false
	}
	if t.ticking {
		if !t.opened {
			t.openTick(m)
		}
		if t.inputs.pending() {
			t.inputs.flush(m)
		}
		r = t.fresh(m, kind, m.clock.at)
		r.Call = uint32(m.activities.calls)
		return r, true
	}
	r = t.fresh(m, kind, m.clock.at)
	r.Tick, r.Last = m.clock.tick+1, t.time // it counts for the next tick
	return r, true
}

// fresh returns the next record, empty except for its number, its kind, its tick and its time. Nothing may be recorded
// between fresh and publish.
func (t *recorder) fresh(m *Machine, kind RecordKind, at time.Duration) *Record {
	into := &t.others
	if kind == RecordTransition || kind == RecordStart {
		into = &t.passed
	}
	r := into.add()
	// Emptied where it is: a literal would be built elsewhere and copied, which takes twice as long.
	*r = Record{}
	r.Sequence, r.Kind, r.Tick, r.Epoch, r.At = t.next, kind, m.clock.tick, m.clock.epoch, at
	r.ID, r.From, r.To = none, none, none
	t.next++
	return r
}

// publish sends the record that fresh returned to those who listen.
func (t *recorder) publish(r *Record) {
	if len(t.streams) > 0 || t.listen != nil {
		t.send(r)
	}
}

func (t *recorder) send(r *Record) {
	for _, s := range t.streams {
		s.push(r)
	}
	if t.listen != nil {
		t.listen(r)
	}
}

// openTick records the tick and the inputs as they stood when it began.
func (t *recorder) openTick(m *Machine) {
	t.opened = true
	r := t.fresh(m, RecordTick, t.before)
	r.Time, r.Last = m.clock.now-m.clock.start, t.last
	t.publish(r)
	if len(t.inputs.dirty) > 0 {
		t.inputs.open(m)
	}
}

// recordInternal adds a record of a transition that has left nothing.
func (t *recorder) recordInternal(m *Machine, tr *transition) {
	r, ok := t.prepare(m, RecordInternal)
	t.fillEdge(m, r, m.tree.leaf(m), tr)
	if ok {
		t.publish(r)
	}
	t.watched(m, r)
}

// recordLeaving adds a record of a transition that waits for activities to stop.
func (t *recorder) recordLeaving(m *Machine, tr *transition) {
	if r, ok := t.prepare(m, RecordLeaving); ok {
		t.fillEdge(m, r, m.tree.autos[tr.domain].from, tr)
		t.publish(r)
	}
}

// recordEdge adds a record of a transition that is complete, or, if tr is nil, of the first entry.
func (t *recorder) recordEdge(m *Machine, from int, tr *transition) {
	kind := RecordTransition
	if tr == nil {
		kind = RecordStart
	}
	r, ok := t.prepare(m, kind)
	r.Number = t.number
	t.fillEdge(m, r, from, tr)
	if ok {
		t.publish(r)
	}
	m.tree.stands, m.tree.standing = int(r.To), true
	t.number++
	t.lastAt = m.clock.at
	t.watched(m, r)
	m.activities.calls++ // of the host, so that its values have their place in the trace
	if m.OnTransition != nil {
		m.OnTransition(m.model.Transition(r))
	}
}

// watched passes a transition to the debugger, which may end the tick.
func (t *recorder) watched(m *Machine, r *Record) {
	if m.turn.watch != nil && m.turn.watch(r) {
		m.turn.halt()
	}
}

func (t *recorder) fillEdge(m *Machine, r *Record, from int, tr *transition) {
	if tr == nil {
		r.ID, r.From, r.To, r.Time = none, int32(from), int32(m.tree.leaf(m)), m.clock.start
		return
	}
	r.From, r.To = int32(from), int32(tr.leaf)
	if tr.leaf == none || !m.tree.on[tr.leaf] || m.tree.autos[tr.domain].waiting != nil {
		r.To = int32(m.tree.leaf(m))
	}
	r.ID, r.Text = m.model.edgeID(tr), m.events.current.Name
}

// recordActivity adds a record of how an activity has ended.
func (t *recorder) recordActivity(m *Machine, u int, status Status, err error) {
	if r, ok := t.prepare(m, RecordActivity); ok {
		r.ID, r.Status = int32(u), status
		if err != nil {
			r.Text = err.Error()
		}
		t.publish(r)
	}
}

// recordStopping adds a record of an activity that needs time to stop, Running, or has stopped after that, Final.
func (t *recorder) recordStopping(m *Machine, u int, how Status) {
	if r, ok := t.prepare(m, RecordStopping); ok {
		r.ID, r.Status = int32(u), how
		t.publish(r)
	}
}

// recordError adds a record of an error inside automaton a, or of none.
func (t *recorder) recordError(m *Machine, a int, err error) {
	if r, ok := t.prepare(m, RecordError); ok {
		if a != none {
			r.From = int32(m.model.automata[a].state)
		}
		r.Text = err.Error()
		t.publish(r)
	}
}

// recordEvent adds a record of an event that the host has posted; at is its time since the first entry, or 0 without a
// time.
func (t *recorder) recordEvent(m *Machine, e *Event, at time.Duration) {
	if r, ok := t.prepare(m, RecordEvent); ok {
		r.Text, r.Data, r.From, r.Time = e.Name, e.Data, int32(e.Kind), at
		t.publish(r)
	}
}

// recordMissed adds a record of an event that no automaton has consumed.
func (t *recorder) recordMissed(m *Machine, e *Event, why *fate) {
	if r, ok := t.prepare(m, RecordMissed); ok {
		r.Text, r.ID, r.From = e.Name, why.edge, int32(why.missed)
		t.publish(r)
	}
}

// recordSet adds a record of a value that was set from outside. Those of scripts, within a
// tick, are done again by a replay.
func (t *recorder) recordSet(m *Machine, slot int) {
	if t.ticking || m.model.slots[slot].role == InputRole {
		return
	}
	t.addSet(m, slot, Running)
}

func (t *recorder) addSet(m *Machine, slot int, hold Status) {
	if r, ok := t.prepare(m, RecordSet); ok {
		r.ID, r.Status = int32(slot), hold
		r.setValue(&m.values.of[slot])
		t.inputs.known[slot].value = m.values.of[slot]
		t.publish(r)
	}
}

// recordStop adds a record of the machine's end from outside.
func (t *recorder) recordStop(m *Machine) {
	if r, ok := t.prepare(m, RecordStop); ok {
		r.Time = m.clock.now
		t.publish(r)
	}
	if t.sampled {
		t.sample(m)
	}
}

// recordPause adds a record of a stop of the machine's time, within a tick or between two. within is 0 between two ticks,
// otherwise one more than the transitions before the tick was cut.
func (t *recorder) recordPause(m *Machine, within int) {
	if r, ok := t.prepare(m, RecordPause); ok {
		r.ID = int32(within)
		t.publish(r)
	}
}

// recordResume adds a record of time that continues after it stood still for a while.
func (t *recorder) recordResume(m *Machine, stood time.Duration) {
	if r, ok := t.prepare(m, RecordResume); ok {
		r.Time = stood
		t.publish(r)
	}
}

// recordReload adds a record of a new model.
func (t *recorder) recordReload(m *Machine, from int) {
	if r, ok := t.prepare(m, RecordReload); ok {
		r.Data, r.Text = m.model, m.model.Hash()
		r.From, r.To = int32(from), int32(m.tree.leaf(m))
		t.publish(r)
	}
}
