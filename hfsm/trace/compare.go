package trace

import (
	"errors"
	"fmt"
	"io"

	"gonao/hfsm"
)

// Difference is the first difference between a replay and the trace.
type Difference struct {
	File     string
	Line     int   // line of the trace, from 1
	Recorded *Line // nil: the replay has more lines
	Replayed *Line // nil: the replay has fewer lines
}

func (d *Difference) Error() string {
	return fmt.Sprintf("%s:%d: the replay differs\n  recorded: %s\n  replayed: %s", d.File, d.Line, sideOf(d.Recorded), sideOf(d.Replayed))
}

func sideOf(l *Line) string {
	if l == nil {
		return "nothing"
	}
	return l.String()
}

// rest looks for additional lines in another trace.
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

// compare looks for the first difference between the lines of the trace and those
// of the replay.
func (r *replay) compare() error {
	if r.options.Expect != nil {
		return r.compareWith(r.options.Expect)
	}
	n := max(len(r.lines), len(r.fresh))
	if r.ahead != nil && r.ahead.Kind == hfsm.RecordLost {
		n = len(r.lines) // the rest of this tick is lost
	}
	for i := range n {
		d := Difference{File: r.reader.file, Line: r.lines[min(i, len(r.lines)-1)].at}
		if i < len(r.lines) {
			d.Recorded = &r.lines[i].Line
		}
		if i < len(r.fresh) {
			d.Replayed = &r.fresh[i]
			if r.options.Out != nil {
				r.options.Out(d.Replayed)
			}
		}
		if d.Recorded == nil || d.Replayed == nil || !d.Recorded.Same(d.Replayed) {
			r.differ(&d, i)
			return nil
		}
		r.out.Records++
	}
	return nil
}

// compareWith compares the replay with the next lines of another trace.
func (r *replay) compareWith(expect *Reader) error {
	for i := range r.fresh {
		got := &r.fresh[i]
		if r.options.Out != nil {
			r.options.Out(got)
		}
		want, err := expect.record()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil || !want.Same(got) {
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

// record returns the next line that records something the machine did.
func (t *Reader) record() (Line, error) {
	for {
		line, err := t.Next()
		if err != nil || line.Kind != hfsm.RecordSnapshot && line.Kind != hfsm.RecordLost {
			return line, err
		}
	}
}

// Compare returns the first difference between the records of two traces, or nil.
// The headers may differ.
func Compare(file string, recorded io.Reader, otherFile string, other io.Reader) (*Difference, error) {
	a, err := NewReader(file, recorded)
	if err != nil {
		return nil, err
	}
	b, err := NewReader(otherFile, other)
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
		case !want.Same(&got):
			return d, nil
		}
	}
}
