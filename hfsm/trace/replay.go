package trace

import (
	"errors"
	"fmt"
	"io"

	"gonao/hfsm"
)

// maxGroup bounds the records of one tick of a trace.
const maxGroup = 100_000

// ReplayOptions are the choices of a [Replay].
type ReplayOptions struct {
	// Models returns the model with a hash, where the trace has a reload; nil refuses such
	// traces.
	Models func(hash string) (*hfsm.Model, error)
	// Expect, when set, is the trace to compare with, in place of the one replayed.
	Expect *Reader
	// Out, when set, gets each line of the replay.
	Out func(*Line)
}

// Replayed is the result of a replay.
type Replayed struct {
	Records int
	Ticks   int
	Lost    uint64 // records that the trace itself marks as lost
	// Difference is the first one, nil when the replay did the same.
	Difference *Difference
}

// Replay runs a machine of the model with the recorded times, inputs, events and results
// of activities, and compares what it does record by record. It ends at the first
// difference. It returns an error when the trace cannot be replayed at all.
//
// Ticks without records are not repeated one by one: nothing happened in them, and guards depend only on the grid time of
// their automaton. Such a tick only moves each automaton on its grid. One tick at the time of the last of them, without
// evaluating guards, has the same effect.
func Replay(t *Reader, model *hfsm.Model, o ReplayOptions) (Replayed, error) {
	r := &replay{reader: t, options: o}
	p, err := hfsm.NewPlayback(model, r)
	if err != nil {
		return Replayed{}, err
	}
	r.p = p
	defer p.Close()
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

// replay is a replay under way.
type replay struct {
	reader  *Reader
	options ReplayOptions
	out     Replayed
	p       *hfsm.Playback
	begun   bool
	lost    bool
	until   *until // may be nil: to the end

	lines []placed // of one tick
	ahead *placed  // the first one of the next
	fresh []Line   // lines of the machine in it
}

// placed is a line of the trace with its number.
type placed struct {
	Line
	at int
}

// group reads the lines of the next tick, and those between it and the tick before. It returns false after the last one.
func (r *replay) group() (more bool, err error) {
	r.lines = r.lines[:0]
	if r.ahead != nil {
		r.lines = append(r.lines, *r.ahead)
		r.noted(&r.ahead.Line)
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
		if line.Kind.Sample() {
			r.sample(&line)
			continue
		}
		next := placed{line, r.reader.At()}
		if n := len(r.lines); n > 0 {
			first := &r.lines[0]
			alone := first.Kind == hfsm.RecordSnapshot || first.Kind == hfsm.RecordLost || line.Kind == hfsm.RecordSnapshot || line.Kind == hfsm.RecordLost
			if alone || line.Tick != first.Tick || line.Epoch != first.Epoch {
				r.ahead = &next
				return true, nil
			}
			if n == maxGroup {
				return false, r.reader.fault(fmt.Errorf("more than %d records in one tick", maxGroup))
			}
		}
		r.lines = append(r.lines, next)
		r.noted(&next.Line)
	}
}

// fault is an error at a line.
func (r *replay) fault(l *placed, err error) error { return &Error{r.reader.file, l.at, err} }

// play does one group again and compares.
func (r *replay) play() error {
	if len(r.lines) == 0 {
		return nil
	}
	switch first := &r.lines[0]; first.Kind {
	case hfsm.RecordSnapshot:
		return r.restore(first)
	case hfsm.RecordLost:
		r.out.Lost += first.Number
		r.lost = true
		return nil
	default:
		if r.lost {
			return nil // until a snapshot has the state of the machine
		}
		if !r.begun && first.Sequence != 0 {
			return r.fault(first, fmt.Errorf("the trace begins with record %d; expected record 0, or a snapshot", first.Sequence))
		}
	}
	r.begun = true
	r.fresh = r.fresh[:0]
	if first := &r.lines[0]; first.Epoch == r.p.Epoch() {
		r.p.Skip(first.Tick, first.Last)
	}
	for i := range r.lines {
		if err := r.before(&r.lines[i]); err != nil {
			return err
		}
	}
	return r.compare()
}

// restore brings the machine to the state of a snapshot, unless it is there already.
func (r *replay) restore(l *placed) error {
	if r.begun && !r.lost {
		return nil
	}
	s, ok := l.Data.(*hfsm.Snapshot)
	if !ok {
		return nil
	}
	if err := r.p.Restore(s); err != nil {
		return r.fault(l, err)
	}
	r.begun, r.lost = true, false
	return nil
}

// differ keeps the difference at record i of the group. If one side has no more records in this tick, the other side's
// tick record is not the interesting one, but the record after it.
func (r *replay) differ(d *Difference, i int) {
	i++
	switch {
	case d.Recorded != nil && d.Replayed == nil && d.Recorded.Kind == hfsm.RecordTick && i < len(r.lines):
		d.Recorded, d.Line = &r.lines[i].Line, r.lines[i].at
	case d.Recorded == nil && d.Replayed != nil && d.Replayed.Kind == hfsm.RecordTick && i < len(r.fresh):
		d.Replayed = &r.fresh[i]
	}
	for _, side := range []**Line{&d.Recorded, &d.Replayed} {
		if *side != nil {
			line := **side // the group is used again
			*side = &line
		}
	}
	r.out.Difference = d
}
