package hfsm

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// maxGroup bounds the records of one tick of a trace.
const maxGroup = 100_000

// ReplayOptions are the choices of a [Replay].
type ReplayOptions struct {
	// Models gives the model with a hash where the trace says that the machine was
	// given a new one; nil refuses such traces.
	Models func(hash string) (*Model, error)
	// Expect, when set, is the trace to compare with, in place of the one replayed.
	Expect *TraceReader
	// Out, when set, gets each line of the replay.
	Out func(*TraceLine)
}

// Replayed is what a replay came to.
type Replayed struct {
	Records int
	Ticks   int
	Lost    uint64 // records that the trace itself says are missing
	// Difference is the first one, nil when the replay did the same.
	Difference *Difference
}

// Difference is where a replay did something else than the trace.
type Difference struct {
	File     string
	Line     int        // of the trace, from 1
	Recorded *TraceLine // nil: the replay did more
	Replayed *TraceLine // nil: the replay did less
}

func (d *Difference) Error() string {
	return fmt.Sprintf("%s:%d: the replay differs\n  recorded: %s\n  replayed: %s", d.File, d.Line, sideOf(d.Recorded), sideOf(d.Replayed))
}

func sideOf(l *TraceLine) string {
	if l == nil {
		return "nothing"
	}
	return l.String()
}

// Replay does again what a trace tells: a machine of model is ticked at the times
// recorded, with the inputs, the events and the results of activities recorded, and
// what it does is compared record by record. It ends at the first difference. The
// error says that the trace cannot be replayed at all.
//
// Ticks without records are not there to be done again, and need not be: nothing
// happened in them, and guards see the time of their automaton's grid alone. All
// that such a tick leaves is where each automaton is on its grid; one tick in which
// no guard is looked at, at the time of the last of them, does the same.
func Replay(t *TraceReader, model *Model, o ReplayOptions) (Replayed, error) {
	r := &replay{reader: t, options: o}
	if err := r.use(model); err != nil {
		return Replayed{}, err
	}
	defer func() { r.m.Close() }()
	for {
		more, err := r.group()
		if err != nil {
			return r.out, err
		}
		if err := r.play(); err != nil || r.out.Difference != nil {
			return r.out, err
		}
		if !more {
			return r.out, r.rest()
		}
	}
}

// rest looks for what another trace has besides.
func (r *replay) rest() error {
	if r.options.Expect == nil {
		return nil
	}
	want, err := r.options.Expect.record()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil {
		r.out.Difference = &Difference{File: r.options.Expect.file, Line: r.options.Expect.at, Recorded: &want}
	}
	return err
}

// replay is a replay under way.
type replay struct {
	reader  *TraceReader
	options ReplayOptions
	out     Replayed
	m       *Machine
	begun   bool
	lost    bool

	lines []placed // of one tick
	ahead *placed  // the first one of the next
	fresh []TraceLine
}

// placed is a line of the trace with its number.
type placed struct {
	TraceLine
	at int
}

// use makes the machine, whose activities do what the trace says.
func (r *replay) use(model *Model) error {
	m, err := New(model, nil)
	if err != nil {
		return err
	}
	for i := range m.activities {
		r.bind(m, i)
	}
	m.OnTransition = func(Transition) { r.called() }
	m.trace.listen = func(rec *Record) { r.fresh = append(r.fresh, m.model.TraceLine(rec)) }
	r.m = m
	return nil
}

func (r *replay) bind(m *Machine, use int) {
	a := &played{r, use}
	m.activities[use], m.stoppers[use] = a, a
}

// group reads the lines of the next tick, with what happened before it since the
// one before. It is false after the last one.
func (r *replay) group() (more bool, err error) {
	r.lines = r.lines[:0]
	if r.ahead != nil {
		r.lines = append(r.lines, *r.ahead)
		r.ahead = nil
	}
	for {
		line, err := r.reader.Next()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		next := placed{line, r.reader.At()}
		if n := len(r.lines); n > 0 {
			first := &r.lines[0]
			alone := first.Kind == RecordSnapshot || first.Kind == RecordLost || line.Kind == RecordSnapshot || line.Kind == RecordLost
			if alone || line.Tick != first.Tick || line.Epoch != first.Epoch {
				r.ahead = &next
				return true, nil
			}
			if n == maxGroup {
				return false, r.reader.fault(fmt.Errorf("more than %d records in one tick", maxGroup))
			}
		}
		r.lines = append(r.lines, next)
	}
}

// fault is an error at a line.
func (r *replay) fault(l *placed, err error) error { return &TraceError{r.reader.file, l.at, err} }

// play does one group again and compares.
func (r *replay) play() error {
	if len(r.lines) == 0 {
		return nil
	}
	switch first := &r.lines[0]; first.Kind {
	case RecordSnapshot:
		return r.restore(first)
	case RecordLost:
		r.out.Lost += first.Number
		r.lost = true
		return nil
	default:
		if r.lost {
			return nil // until a snapshot says where the machine stands
		}
		if !r.begun && first.Sequence != 0 {
			return r.fault(first, fmt.Errorf("the trace begins with record %d; expected record 0, or a snapshot", first.Sequence))
		}
	}
	r.begun = true
	r.fresh = r.fresh[:0]
	r.skip(&r.lines[0])
	for i := range r.lines {
		if err := r.before(&r.lines[i]); err != nil {
			return err
		}
	}
	return r.compare()
}

// restore brings the machine to where a snapshot says it stands, unless it is there.
func (r *replay) restore(l *placed) error {
	if r.begun && !r.lost {
		return nil
	}
	s, ok := l.Data.(*Snapshot)
	if !ok {
		return nil
	}
	model := r.m.model
	r.m.Close()
	if err := r.use(model); err != nil {
		return err
	}
	if err := r.m.restore(s); err != nil {
		return r.fault(l, err)
	}
	r.begun, r.lost = true, false
	return nil
}

// before does what a line says was done from outside, or ticks the machine.
func (r *replay) before(l *placed) error {
	m := r.m
	if l.Epoch != m.epoch {
		if l.Epoch < m.epoch {
			return r.fault(l, fmt.Errorf("field \"epoch\": %d after %d", l.Epoch, m.epoch))
		}
		m.Reset(m.now)
		m.epoch = l.Epoch
	}
	switch l.Kind { //nolint:exhaustive // all others come from the machine itself
	case RecordTick:
		r.tick(l)
	case RecordEvent:
		if l.Call == 0 && !m.trace.ticking {
			m.Post(l.event())
		}
	case RecordSet:
		return r.set(l)
	case RecordReload:
		return r.reload(l)
	case RecordStop:
		m.Stop(l.Time)
	case RecordPause:
		if l.Index == 0 { // else the machine's tick was cut there, and is again
			m.recordPause(0)
		}
	case RecordResume:
		m.recordResume(l.Time)
	}
	return nil
}

func (l *TraceLine) event() Event { return Event{Name: l.Name, Data: l.Data, Kind: l.Origin} }

// set does what a debugger did.
func (r *replay) set(l *placed) error {
	slot, ok := r.m.model.Slot(l.Name)
	if !ok {
		return r.fault(l, fmt.Errorf("field \"name\": the machine has no %q", l.Name))
	}
	if err := r.m.set(slot, l.Value, l.Status); err != nil {
		return r.fault(l, err)
	}
	r.m.unpin(slot) // what the host set in vain is not in the trace
	for _, in := range r.m.touched {
		r.m.fresh[in] = false // when it was set comes with the record of the input
	}
	r.m.touched = r.m.touched[:0]
	return nil
}

// reload gives the machine the model the trace names.
func (r *replay) reload(l *placed) error {
	if r.options.Models == nil {
		return r.fault(l, errors.New("the machine was given a new model here; say which file has it"))
	}
	next, err := r.options.Models(l.Text)
	if err != nil {
		return r.fault(l, err)
	}
	if _, err := r.m.reload(next, func(use int) (Activity, Stopper, error) {
		a := &played{r, use}
		return a, a, nil
	}); err != nil {
		return r.fault(l, err)
	}
	return nil
}

// skip goes over the ticks that left no record before a line: the last of them is
// done without a look at guards.
func (r *replay) skip(l *placed) {
	m := r.m
	if !m.started || l.Epoch != m.epoch || m.tick+1 >= l.Tick || m.status != Running {
		return
	}
	m.tick = l.Tick - 2
	m.quiet = true
	_ = m.Tick(m.start + l.Last) // without guards there is nothing to go wrong
	m.quiet = false
}

// tick ticks the machine as it was.
func (r *replay) tick(l *placed) {
	m := r.m
	start := m.start
	if !m.started {
		for i := range r.lines {
			if r.lines[i].Kind == RecordStart {
				start = r.lines[i].Time
			}
		}
	}
	for i := range r.lines {
		if in := &r.lines[i]; in.Kind == RecordInput && in.Call == 0 {
			r.input(in, start)
		}
	}
	m.tick = l.Tick - 1
	for i := range r.lines {
		if cut := &r.lines[i]; cut.Kind == RecordPause && cut.Index > 0 {
			m.limited = cut.Index
		}
	}
	_ = m.Tick(start + l.Time) // its error is among the records
	m.limited = 0
	r.out.Ticks++
}

// input sets an input as it was. One that the machine does not have any more is
// left out: the comparison tells.
func (r *replay) input(l *placed, start time.Duration) {
	slot, ok := r.m.model.Slot(l.Name)
	if !ok || r.m.model.slots[slot].value.Type != l.Value.Type {
		return
	}
	_ = r.m.writing(slot)
	r.m.values[slot], r.m.stamps[slot] = l.Value, never
	if l.Time != never {
		r.m.stamps[slot] = start + l.Time
	}
}

// called does what the trace says was done within the call of an activity, or of
// OnTransition, that is under way.
func (r *replay) called() {
	call := uint32(r.m.calls)
	if !r.m.trace.ticking || r.m.quiet {
		return
	}
	for i := range r.lines {
		l := &r.lines[i]
		if l.Call != call {
			continue
		}
		switch l.Kind { //nolint:exhaustive // the others are not done by activities
		case RecordInput:
			r.input(l, r.m.start)
		case RecordEvent:
			r.m.Post(l.event())
		}
	}
}

// said gives the line of a kind that an activity has caused in the call under way.
func (r *replay) said(kind RecordKind) *placed {
	call := uint32(r.m.calls)
	for i := range r.lines {
		if l := &r.lines[i]; r.m.trace.ticking && !r.m.quiet && l.Kind == kind && l.Call == call {
			return l
		}
	}
	return nil
}

// compare looks for the first difference between the lines of the trace and those
// of the replay.
func (r *replay) compare() error {
	if r.options.Expect != nil {
		return r.compareWith(r.options.Expect)
	}
	n := max(len(r.lines), len(r.fresh))
	if r.ahead != nil && r.ahead.Kind == RecordLost {
		n = len(r.lines) // the rest of this tick is lost
	}
	for i := range n {
		d := Difference{File: r.reader.file, Line: r.lines[min(i, len(r.lines)-1)].at}
		if i < len(r.lines) {
			d.Recorded = &r.lines[i].TraceLine
		}
		if i < len(r.fresh) {
			d.Replayed = &r.fresh[i]
			if r.options.Out != nil {
				r.options.Out(d.Replayed)
			}
		}
		if d.Recorded == nil || d.Replayed == nil || !d.Recorded.same(d.Replayed) {
			r.differ(&d, i)
			return nil
		}
		r.out.Records++
	}
	return nil
}

// differ keeps the difference at record i of the group. Where one side does nothing in
// this tick, the other side's tick alone tells nobody what it did: the record that
// follows does.
func (r *replay) differ(d *Difference, i int) {
	i++
	switch {
	case d.Recorded != nil && d.Replayed == nil && d.Recorded.Kind == RecordTick && i < len(r.lines):
		d.Recorded, d.Line = &r.lines[i].TraceLine, r.lines[i].at
	case d.Recorded == nil && d.Replayed != nil && d.Replayed.Kind == RecordTick && i < len(r.fresh):
		d.Replayed = &r.fresh[i]
	}
	for _, side := range []**TraceLine{&d.Recorded, &d.Replayed} {
		if *side != nil {
			line := **side // the group is used again
			*side = &line
		}
	}
	r.out.Difference = d
}

// compareWith compares what the replay has done with the next lines of another trace.
func (r *replay) compareWith(expect *TraceReader) error {
	for i := range r.fresh {
		got := &r.fresh[i]
		if r.options.Out != nil {
			r.options.Out(got)
		}
		want, err := expect.record()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil || !want.same(got) {
			line := *got
			r.out.Difference = &Difference{File: expect.file, Line: expect.at, Recorded: &want, Replayed: &line}
			if err != nil {
				r.out.Difference.Recorded = nil
			}
			return nil
		}
		r.out.Records++
	}
	return nil
}

// record gives the next line that tells of something the machine did.
func (t *TraceReader) record() (TraceLine, error) {
	for {
		line, err := t.Next()
		if err != nil || line.Kind != RecordSnapshot && line.Kind != RecordLost {
			return line, err
		}
	}
}

// CompareTraces gives the first difference between the records of two traces, or nil.
// The headers may differ.
func CompareTraces(file string, recorded io.Reader, otherFile string, other io.Reader) (*Difference, error) {
	a, err := NewTraceReader(file, recorded)
	if err != nil {
		return nil, err
	}
	b, err := NewTraceReader(otherFile, other)
	if err != nil {
		return nil, err
	}
	for {
		want, errA := a.record()
		got, errB := b.record()
		endA, endB := errors.Is(errA, io.EOF), errors.Is(errB, io.EOF)
		switch d := (&Difference{File: file, Line: a.at, Recorded: &want, Replayed: &got}); {
		case errA != nil && !endA:
			return nil, errA
		case errB != nil && !endB:
			return nil, errB
		case endA && endB:
			return nil, nil //nolint:nilnil // no difference
		case endA:
			d.Recorded = nil
			return d, nil
		case endB:
			d.Replayed = nil
			return d, nil
		case !want.same(&got):
			return d, nil
		}
	}
}

// played is an activity that does what the trace says.
type played struct {
	r   *replay
	use int
}

// Start sets what it has set.
func (p *played) Start(time.Duration, Entry) { p.r.called() }

// Stop sets what it has set.
func (p *played) Stop(time.Duration) { p.r.called() }

// Step ends as it has ended.
func (p *played) Step(time.Duration) (Status, error) {
	p.r.called()
	l := p.r.said(RecordActivity)
	switch {
	case l == nil:
		return Running, nil
	case l.Text != "":
		return l.Status, errors.New(l.Text)
	}
	return l.Status, nil
}

// Stopping takes as long as it took.
func (p *played) Stopping(time.Duration) bool {
	p.r.called()
	l := p.r.said(RecordStopping)
	if p.r.m.runs[p.use].phase == stopping {
		return l != nil && l.Status == Final
	}
	return l == nil // what stopped at once has left no record
}
