package hfsm

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// traceVersion is the version of the format of trace files.
const traceVersion = 1

// TraceHeader is the first line of a trace file.
type TraceHeader struct {
	Trace   int    `json:"gonao_trace"` // the format's version
	Machine string `json:"machine"`
	File    string `json:"file"`
	Hash    string `json:"hash"` // of the machine as it was loaded: [Model.Hash]
	Profile string `json:"profile"`
}

// TraceWriter writes a trace file: JSON Lines, a [TraceHeader] first and then one
// [TraceLine] for each record.
type TraceWriter struct {
	out   *bufio.Writer
	model *Model
	next  uint64 // sequence of the record to come; 0 before the first
	any   bool
	line  []byte
	into  [64]Record
}

// NewTraceWriter writes the header. begin is where the machine stands when it has
// run already; nil when recording begins before its first tick.
func NewTraceWriter(w io.Writer, model *Model, begin *Snapshot) (*TraceWriter, error) {
	t := &TraceWriter{out: bufio.NewWriter(w), model: model}
	header, err := json.Marshal(TraceHeader{traceVersion, model.Name(), model.File(), model.Hash(), profileWord(model.Profile())})
	if err != nil {
		return nil, fmt.Errorf("write trace: %w", err)
	}
	t.line = append(header, '\n')
	if _, err := t.out.Write(t.line); err != nil {
		return nil, fmt.Errorf("write trace: %w", err)
	}
	if begin != nil {
		return t, t.Snapshot(begin)
	}
	return t, nil
}

// Snapshot writes where the machine stands: from here a replay can begin, after
// records were lost too.
func (t *TraceWriter) Snapshot(s *Snapshot) error {
	if t.any && s.Sequence > t.next {
		if err := t.lost(s.Sequence, s.Epoch, s.Tick); err != nil {
			return err
		}
	}
	t.next, t.any = s.Sequence, true
	return t.put(&TraceLine{Kind: RecordSnapshot, Sequence: s.Sequence, Epoch: s.Epoch, Tick: s.Tick, At: time.Duration(s.At), Data: s})
}

// Drain writes all records a stream holds. A gap in their sequence is told with a
// line of its own.
func (t *TraceWriter) Drain(s *Stream) error {
	for {
		n := s.Read(t.into[:])
		for i := range n {
			if err := t.Write(&t.into[i]); err != nil {
				return err
			}
		}
		if n < len(t.into) {
			return nil
		}
	}
}

// Write writes one record. Records that a snapshot written before already holds
// are left out.
func (t *TraceWriter) Write(r *Record) error {
	if t.any && r.Sequence < t.next {
		return nil
	}
	if t.any && r.Sequence > t.next {
		if err := t.lost(r.Sequence, r.Epoch, r.Tick); err != nil {
			return err
		}
	}
	t.next, t.any = r.Sequence+1, true
	if next, ok := r.Data.(*Model); ok && r.Kind == RecordReload {
		t.model = next
	}
	line := t.model.TraceLine(r)
	return t.put(&line)
}

// lost tells that all records before one are missing.
func (t *TraceWriter) lost(until uint64, epoch uint32, tick uint64) error {
	return t.put(&TraceLine{Kind: RecordLost, Sequence: t.next, Epoch: epoch, Tick: tick, Number: until - t.next})
}

func (t *TraceWriter) put(line *TraceLine) error {
	t.line = append(line.appendJSON(t.line[:0]), '\n')
	if _, err := t.out.Write(t.line); err != nil {
		return fmt.Errorf("write trace: %w", err)
	}
	return nil
}

// Flush hands everything written so far to the file.
func (t *TraceWriter) Flush() error {
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("write trace: %w", err)
	}
	return nil
}
