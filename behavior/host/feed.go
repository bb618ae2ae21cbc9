package host

import (
	"slices"
	"sync"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/trace"
)

// Feed publishes numbered deltas of a machine. A view plus all later deltas is the present state. Its methods may be
// called from any goroutine.
type Feed struct {
	machine *Machine

	mu     sync.Mutex
	number uint64 // number of the last delta
	last   View   // view at that delta
	next   uint64 // sequence of the first record not yet in a delta
}

// NewFeed makes a feed of a machine.
func NewFeed(m *Machine) *Feed { return &Feed{machine: m} }

// Delta returns the changes since the last one, and its number; ok is false without changes. They must be published in
// this order.
func (f *Feed) Delta(now time.Duration) (d Delta, number uint64, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	v, ok := f.machine.View(now)
	if !ok {
		return d, 0, false
	}
	d = v.since(&f.last)
	if v.Revision != f.last.Revision && v.Runs != f.last.Runs {
		f.next = 0 // another machine, with its own trace
	}
	d.Lines, f.next = f.machine.Lines(f.next, 0)
	f.last = v
	if !d.Something && len(d.Lines) == 0 {
		return d, 0, false
	}
	f.number++
	return d, f.number, true
}

// View returns the machine as of the last delta, and its number; ok is false before the first delta.
func (f *Feed) View() (v View, number uint64, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last, f.number, f.number > 0
}

// View returns the present state of the machine, or the state at its end; ok is false before any machine has run.
func (m *Machine) View(now time.Duration) (v View, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.brain == nil {
		return v, false
	}
	if m.ended != nil {
		now = m.ended.at
	}
	v = view(m.brain.Machine(), now)
	v.Revision, v.Runs, v.Paused = m.revision, m.runs, m.debug.Paused()
	if m.refused != nil {
		v.Refused = m.refused.Error()
	}
	if m.ended != nil {
		v.end(m.ended.cause)
	}
	v.Breakpoints = slices.Clone(m.points)
	v.Passed = m.passed()
	if m.recordings.current != nil {
		v.Recording = m.recordings.current.file
	}
	return v, true
}

// passedLines limits the transitions of a view: more numbers at arrows would be unreadable.
const passedLines = 32

// passed returns the transitions that were taken last; mu is held.
func (m *Machine) passed() []trace.Line {
	return passedOf(m.brain.Machine())
}

// passedOf returns the transitions that a machine took last.
func passedOf(machine *hfsm.Machine) []trace.Line {
	from := machine.Sequence()
	var all []trace.Line
	for t := range machine.Trace(max(from, passedLines-1) - passedLines + 1) {
		kind := hfsm.RecordTransition
		if t.Source == "" {
			kind = hfsm.RecordStart
		}
		all = append(all, trace.Line{
			Kind: kind, Number: t.Sequence, Epoch: t.Epoch, At: t.Time, From: t.From, To: t.To, Source: t.Source, Target: t.Target,
			Name: t.Name, Event: t.Event, Place: t.Place,
		})
	}
	return all
}

// Lines returns the stored trace of the machine from a sequence number on, at most limit lines, 0 for all, and the number
// of the next line.
func (m *Machine) Lines(from uint64, limit int) (lines []trace.Line, next uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	next = from
	if m.brain == nil {
		return nil, next
	}
	machine := m.brain.Machine()
	for r := range machine.Records(from) {
		if limit > 0 && len(lines) == limit {
			break
		}
		next = r.Sequence + 1
		if r.Kind != hfsm.RecordTick {
			lines = append(lines, trace.NewLine(machine.ModelOf(r), r))
		}
	}
	return lines, next
}
