package hfsm

import "time"

// traceLength is the number of records a machine remembers, edgesLength that of
// transitions: both powers of two.
const (
	traceLength = 512
	edgesLength = 1024
)

// recorder keeps the last records of a machine, and sends all of them to streams.
//
// A tick in which nothing happens leaves no record. The first record of a tick
// opens it: before it go the tick's time and all inputs that were set since they
// were recorded last, as they stood when the tick began. With these, the results
// of the activities and the events, a replay can do the tick again; see [Replay].
type recorder struct {
	off     bool
	ring    *[traceLength]Record // nil before the first record
	draft   Record               // a scratch record, not added to the ring
	first   uint64               // sequence of the first record that is remembered, unless it was overwritten
	next    uint64               // sequence of the next record
	edges   *[edgesLength]passed // by number; nil as long as ring is
	oldest  uint64               // number of the first transition that is remembered, unless it was overwritten
	number  uint64               // of the next transition of this epoch
	lastAt  time.Duration
	streams []*Stream
	sampled bool // a stream receives samples

	ticking bool
	opened  bool // this tick has a record
	before  time.Duration
	last    time.Duration // time of the tick before this one
	time    time.Duration // time of the last tick that is over
	listen  func(*Record) // set by a replay

	// Inputs are recorded when they differ from known, their last recorded values. Between two ticks a write only adds
	// its slot to the list dirty: openTick compares these. Within a tick activities may change a slot several times, and
	// it is not known yet whether the tick is recorded at all. So each write keeps the value that it has overwritten: the
	// first write of a slot keeps the value at the beginning of the tick, and the result of a write is kept by the next
	// write of the slot, or is the present value.
	known   []known // by slot: last recorded inputs
	dirty   []int   // inputs that may differ from that
	marks   []bool  // by slot: it is in dirty
	writes  []write // of activities to inputs in this tick
	flushed int     // the first of writes, which have been recorded
}

// passed is a taken transition, with ids of its model. Transitions have their own ring, so that the other records of each
// tick do not displace them.
type passed struct {
	model        *Model
	at           time.Duration
	event        string
	id, from, to int32
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

func newRecorder(slots int) recorder {
	return recorder{
		known:  make([]known, slots),
		dirty:  make([]int, 0, slots),
		marks:  make([]bool, slots),
		writes: make([]write, 0, maxWrites),
	}
}

// begin starts a new epoch.
func (t *recorder) begin(m *Machine) {
	t.number, t.oldest, t.lastAt, t.last, t.time = 0, 0, 0, 0, 0
	t.ticking, t.opened = false, false
	t.renewSamples()
	t.dirty = t.dirty[:0]
	clear(t.marks)
	for i := range t.known {
		t.known[i] = known{m.values.of[i], m.values.stamps[i]}
	}
}

// Untraced ends the recording of a machine: neither [Machine.Trace] nor streams receive
// anything more, and its memory is given back. OnTransition goes on.
func (m *Machine) Untraced() {
	m.trace.off, m.trace.ring, m.trace.edges, m.trace.streams = true, nil, nil, nil
}

// Stream returns a stream of all records from now on, for one reader in another goroutine. It has
// room for size records that have not been read. Call it where Tick is called.
func (m *Machine) Stream(size int) *Stream {
	s := newStream(size)
	if !m.trace.off {
		m.trace.streams = append(m.trace.streams, s)
	}
	return s
}

// EndStream ends a stream: it receives nothing more.
func (m *Machine) EndStream(s *Stream) {
	for i, one := range m.trace.streams {
		if one == s {
			m.trace.streams = append(m.trace.streams[:i:i], m.trace.streams[i+1:]...)
			return
		}
	}
}

// enterTick starts a tick for the recorder, before everything else in it.
func (t *recorder) enterTick(m *Machine) {
	t.ticking, t.opened = true, false
	t.before, t.last = m.clock.at, t.time
	t.writes, t.flushed = t.writes[:0], 0
}

// exitTick ends it.
func (t *recorder) exitTick(m *Machine) {
	if !t.opened && m.model.scripted && !t.off {
		t.openTick(m) // a guard in a script may have changed its data
	}
	if t.opened && (t.flushed < len(t.writes) || len(t.dirty) > 0) {
		t.flush(m)
	}
	t.ticking, t.time = false, m.clock.now-m.clock.start
	if t.sampled {
		t.sample(m)
	}
}

// mark records that an input may differ from its last recorded value.
func (t *recorder) mark(m *Machine, slot int) {
	if !t.marks[slot] {
		t.marks[slot] = true
		t.dirty = append(t.dirty, slot) // its capacity is the number of slots
	}
}

// writing is called before the host sets an input. It is false when a debugger holds
// the input, which then stays as it is.
func (t *recorder) writing(m *Machine, slot int) bool {
	if m.values.pinned != nil && m.values.pinned[slot] {
		return false
	}
	if t.off {
		return true
	}
	t.mark(m, slot)
	if !t.ticking {
		return true
	}
	if len(t.writes) == maxWrites {
		if !t.opened {
			t.openTick(m)
		}
		t.flush(m)
		t.writes, t.flushed = t.writes[:0], 0
	}
	t.writes = append(t.writes, write{slot, uint32(m.activities.calls), known{m.values.of[slot], m.values.stamps[slot]}})
	return true
}

// openForEvent records this tick because an event comes in it or an automaton looks at one: a replay
// does it again.
func (t *recorder) openForEvent(m *Machine) {
	if !t.off && t.ticking && !t.opened {
		t.openTick(m)
	}
}
