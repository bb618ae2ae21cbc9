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
	draft   Record               // that nobody gets
	first   uint64               // sequence of the first record that is remembered, unless it was overwritten
	next    uint64               // sequence of the next record
	edges   *[edgesLength]passed // by number; nil as long as ring is
	oldest  uint64               // number of the first transition that is remembered, unless it was overwritten
	number  uint64               // of the next transition of this epoch
	lastAt  time.Duration
	streams []*Stream
	sampled bool // one of them receives samples

	ticking bool
	opened  bool // this tick has a record
	before  time.Duration
	last    time.Duration // time of the tick before this one
	time    time.Duration // time of the last tick that is over
	listen  func(*Record) // of a replay

	// Inputs are recorded where they differ from what the trace has of them, known. Between two ticks a write only
	// puts its slot on the list dirty: openTick compares these. Within a tick the same slot may change several times,
	// by activities, and it is not known yet whether the tick is recorded at all. So each write keeps what it has
	// overwritten: the value with which the tick began is what the first write of the slot has overwritten, and the
	// value that a write has left is what the next one of the slot has overwritten, or what is there now.
	known   []known // by slot: inputs as they were recorded last
	dirty   []int   // inputs that may differ from that
	marks   []bool  // by slot: it is among dirty
	writes  []write // of activities to inputs in this tick
	flushed int     // the first of writes, which have been recorded
}

// passed is a transition that was taken, in ids of the model it was of. Transitions
// have a ring of their own, so that what is recorded in each tick leaves them alone.
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

// maxWrites is how many writes of activities a tick may have before it is recorded
// even though nothing else happens in it.
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

// since returns a time of the caller's clock from the machine's first entry.
func (c *clock) since(m *Machine, stamp time.Duration) time.Duration {
	if stamp == never {
		return never
	}
	return stamp - c.start
}

// enterTick begins a tick for the recorder, before anything else happens in it.
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

// mark notes that an input may differ from what was recorded last.
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
