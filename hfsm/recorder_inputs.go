package hfsm

import (
	"slices"
	"time"
)

// inputLog is the part of a recorder that records inputs: with each recorded tick those that differ from what was recorded
// last, as they stood when the tick began, and then what activities have written within the tick, each write in its call.
//
// Between two ticks a write only adds its slot to dirty: open compares these when the tick is recorded. Within a tick
// activities may change a slot several times, and it is not known yet whether the tick is recorded at all. So each write
// keeps the value that it has overwritten: the first write of a slot keeps the value at the beginning of the tick, and the
// result of a write is kept by the next write of the slot, or is the present value.
type inputLog struct {
	known   []known // by slot: last recorded inputs
	dirty   []int   // inputs that may differ from that; its capacity is the number of slots
	marks   []bool  // by slot: it is in dirty
	writes  []write // of activities to inputs in this tick
	flushed int     // the first of writes, which have been recorded
}

// known is an input as the trace has it.
type known struct {
	value Value
	stamp time.Duration
}

// write is an input an activity has set within a tick.
type write struct {
	slot   int
	call   uint32
	before known
}

// maxWrites is the number of writes of activities in a tick after which the tick is recorded even if nothing else happens
// in it.
const maxWrites = 64

func newInputLog(slots int) inputLog {
	return inputLog{known: make([]known, slots), dirty: make([]int, 0, slots), marks: make([]bool, slots), writes: make([]write, 0, maxWrites)}
}

// begin starts a new epoch: all inputs are as recorded.
func (l *inputLog) begin(m *Machine) {
	l.clean()
	for i := range l.known {
		l.known[i] = m.values.known(i)
	}
}

// clean empties dirty.
func (l *inputLog) clean() {
	for _, slot := range l.dirty {
		l.marks[slot] = false
	}
	l.dirty = l.dirty[:0]
}

// mark records that an input may differ from its last recorded value.
func (l *inputLog) mark(slot int) {
	if !l.marks[slot] {
		l.marks[slot] = true
		l.dirty = append(l.dirty, slot)
	}
}

// writing is called before an input is written.
func (l *inputLog) writing(m *Machine, slot int) {
	t := &m.trace
	if t.off {
		return
	}
	l.mark(slot)
	if !t.ticking {
		return
	}
	if len(l.writes) == maxWrites {
		if !t.opened {
			t.openTick(m)
		}
		l.flush(m)
		l.writes, l.flushed = l.writes[:0], 0
	}
	l.writes = append(l.writes, write{slot, uint32(m.activities.calls), m.values.known(slot)})
}

// pending reports whether there is something to flush.
func (l *inputLog) pending() bool { return l.flushed < len(l.writes) || len(l.dirty) > 0 }

// open records the inputs as they stood when the tick began.
func (l *inputLog) open(m *Machine) {
	slices.Sort(l.dirty)
	for _, slot := range l.dirty {
		l.add(m, slot, 0, l.before(m, slot, 0))
	}
	l.clean()
}

// flush records what activities have written in this tick.
func (l *inputLog) flush(m *Machine) {
	for l.flushed < len(l.writes) {
		w := &l.writes[l.flushed]
		l.flushed++
		l.add(m, w.slot, w.call, l.before(m, w.slot, l.flushed))
	}
	l.clean()
}

// before returns an input as it stood before a write of this tick and those after it.
func (l *inputLog) before(m *Machine, slot, from int) known {
	for i := from; i < len(l.writes); i++ {
		if l.writes[i].slot == slot {
			return l.writes[i].before
		}
	}
	return m.values.known(slot)
}

// add records an input when it differs from its last recorded value.
func (l *inputLog) add(m *Machine, slot int, call uint32, now known) {
	was := &l.known[slot]
	if was.stamp == now.stamp && was.value.Same(now.value) {
		return
	}
	*was = now
	t := &m.trace
	r := t.fresh(m, RecordInput, t.before)
	r.Time, r.ID, r.Call = now.stamp, int32(slot), call
	r.setValue(&now.value)
	t.publish(r)
}
