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

	inputs inputLog
}

// passed is a taken transition, with ids of its model. Transitions have their own ring, so that the other records of each
// tick do not displace them.
type passed struct {
	model        *Model
	at           time.Duration
	event        string
	id, from, to int32
}

// begin starts a new epoch.
func (t *recorder) begin(m *Machine) {
	t.number, t.oldest, t.lastAt, t.last, t.time = 0, 0, 0, 0, 0
	t.ticking, t.opened = false, false
	t.renewSamples()
	t.inputs.begin(m)
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
