package history

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/trace"
)

// mostLines is how many lines a run has that is read as a whole.
const mostLines = 50_000

// Run is a part of a machine's history.
type Run struct {
	Model *hfsm.Model    // at its beginning
	Begin *hfsm.Snapshot // state of the machine; nil when the lines begin with its first entry
	Lines []trace.Line   // lines from then on, including samples
	To    time.Duration  // its end
}

// Read returns a machine's history from a moment on, up to a time of the same part; 0 is to its end.
func (r *Ring) Read(from Moment, to float64) (run Run, err error) {
	s, part, at, err := r.find(from)
	if err != nil {
		return run, err
	}
	run.To = durationOf(to)
	if to == 0 {
		run.To = durationOf(part.End)
	}
	if run.To <= at {
		return run, fmt.Errorf("history: from %s to %s: expected an end after the beginning", at, run.To)
	}
	run.Model = s.model
	if at > 0 {
		err = r.At(from, func(m *hfsm.Machine, _ time.Duration, _ Part) {
			run.Begin, run.Model = m.Snapshot(), m.Model()
		})
		if err != nil {
			return run, err
		}
	}
	now := time.Duration(0)
	for _, one := range r.following(s.path, part.Run) {
		if now, err = run.add(&one, part.Epoch, at, now); err != nil {
			return run, err
		}
	}
	begins := func(l trace.Line) bool { return l.Kind == hfsm.RecordStart }
	if run.Begin == nil && !slices.ContainsFunc(run.Lines, begins) {
		return run, ErrGone
	}
	return run, nil
}

// following returns copies of the segments of a run from one on.
func (r *Ring) following(path string, run uint32) (out []segment) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.segments {
		if s.run == run && (len(out) > 0 || s.path == path) {
			out = append(out, *s)
		}
	}
	return out
}

// add adds the lines of a segment; now is the time of the last tick before it and is returned for the next.
func (run *Run) add(s *segment, epoch uint32, from, now time.Duration) (time.Duration, error) {
	file, err := os.Open(s.path)
	if err != nil {
		return now, ErrGone
	}
	defer file.Close()
	reader, err := trace.NewReader(s.path, io.LimitReader(file, s.size))
	if err != nil {
		return now, fmt.Errorf("history: %w", err)
	}
	reader.AllowCut()
	for {
		l, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return now, nil
		}
		if err != nil {
			return now, fmt.Errorf("history: %w", err)
		}
		if l.Epoch != epoch || l.Kind == hfsm.RecordSnapshot {
			continue
		}
		if now = max(now, l.Last); l.Kind == hfsm.RecordTick {
			now = l.Time
		}
		switch {
		case now > run.To:
			return now, nil
		case run.Begin != nil && l.Kind.Sample() && now <= from, run.Begin != nil && !l.Kind.Sample() && l.Sequence < run.Begin.Sequence:
			continue
		case len(run.Lines) == mostLines:
			return now, fmt.Errorf("history: more than %d lines: expected a shorter time", mostLines)
		}
		run.Lines = append(run.Lines, l)
	}
}
