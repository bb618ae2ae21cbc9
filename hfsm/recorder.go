package hfsm

import "time"

// traceLength is the number of transitions that a machine remembers, and that of other records: a power of two.
const traceLength = 512

// recorder keeps the last records of a machine, and sends all of them to streams.
//
// A tick in which nothing happens leaves no record. The first record of a tick
// opens it: before it go the tick's time and all inputs that were set since they
// were recorded last, as they stood when the tick began. With these, the results
// of the activities and the events, a replay can do the tick again; see [Replay].
type recorder struct {
	off     bool
	passed  ring   // transitions, which the other records of each tick do not displace
	others  ring   // all other records
	models  []past // models of records before the last reload
	draft   Record // a scratch record, not added to a ring
	next    uint64 // sequence of the next record
	number  uint64 // of the next transition of this epoch
	lastAt  time.Duration
	streams []*Stream
	sampled bool // a stream receives samples

	ticking bool
	opened  bool // this tick has a record
	before  time.Duration
	last    time.Duration // time of the tick before this one
	time    time.Duration // time of the last tick that is over
	listen  func(*Record) // set by a replay

	inputs inputLog
}

// ring keeps the last records of one sort.
type ring struct {
	of    *[traceLength]Record // nil before the first one
	count uint64               // records so far
}

// first returns the place of the oldest record that is kept.
func (r *ring) first() uint64 { return max(r.count, traceLength) - traceLength }

// whole returns the sequence from which on none of its records was overwritten.
func (r *ring) whole() uint64 {
	if r.count <= traceLength {
		return 0
	}
	return r.at(r.first()).Sequence
}

// at returns the record at a place, counted from the machine's first one.
func (r *ring) at(place uint64) *Record { return &r.of[place%traceLength] }

// add returns the place for one more record.
func (r *ring) add() *Record {
	if r.of == nil { // most machines of a match are made and never run
		r.of = new([traceLength]Record)
	}
	r.count++
	return r.at(r.count - 1)
}

// past is a model that another one has replaced.
type past struct {
	model *Model
	until uint64 // sequence of the first record of the next model
}

// begin starts a new epoch.
func (t *recorder) begin(m *Machine) {
	t.number, t.lastAt, t.last, t.time = 0, 0, 0, 0
	t.ticking, t.opened = false, false
	t.renewSamples()
	t.inputs.begin(m)
}

// Untraced ends the recording of a machine: neither [Machine.Trace] nor streams receive
// anything more, and its memory is given back. OnTransition goes on.
func (m *Machine) Untraced() {
	m.trace.off, m.trace.passed, m.trace.others, m.trace.streams = true, ring{}, ring{}, nil
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

// enterTick starts a tick for the recorder.
func (t *recorder) enterTick(m *Machine) {
	t.ticking, t.opened = true, false
	t.before, t.last = m.clock.at, t.time
	t.inputs.writes, t.inputs.flushed = t.inputs.writes[:0], 0
}

// exitTick ends it.
func (t *recorder) exitTick(m *Machine) {
	if !t.opened && m.model.scripted && !t.off {
		t.openTick(m) // a guard in a script may have changed its data
	}
	if t.opened && t.inputs.pending() {
		t.inputs.flush(m)
	}
	t.ticking, t.time = false, m.clock.now-m.clock.start
	if t.sampled {
		t.sample(m)
	}
}

// openForEvent records this tick because an event comes in it or an automaton looks at one: a replay
// does it again.
func (t *recorder) openForEvent(m *Machine) {
	if !t.off && t.ticking && !t.opened {
		t.openTick(m)
	}
}
