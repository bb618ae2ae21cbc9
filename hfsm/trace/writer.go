package trace

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"gonao/hfsm"
)

// version is the version of the format of trace files.
const version = 1

// Header is the first line of a trace file.
type Header struct {
	Trace   int    `json:"gonao_trace"` // the format's version
	Machine string `json:"machine"`
	File    string `json:"file"`
	Hash    string `json:"hash"` // of the machine as it was loaded: [Model.Hash]
	Profile string `json:"profile"`
}

// Writer writes a trace file: JSON Lines, a [Header] first and then one
// [Line] for each record.
type Writer struct {
	out   *bufio.Writer
	model *hfsm.Model
	next  uint64 // sequence of the record to come; 0 before the first
	any   bool
	line  []byte
	into  [64]hfsm.Record
}

// NewWriter writes the header. begin is where the machine stands when it has
// run already; nil when recording begins before its first tick.
func NewWriter(w io.Writer, model *hfsm.Model, begin *hfsm.Snapshot) (*Writer, error) {
	t := &Writer{out: bufio.NewWriter(w), model: model}
	header, err := json.Marshal(Header{version, model.Name(), model.File(), model.Hash(), model.Profile().String()})
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
func (t *Writer) Snapshot(s *hfsm.Snapshot) error {
	if t.any && s.Sequence > t.next {
		if err := t.lost(s.Sequence, s.Epoch, s.Tick); err != nil {
			return err
		}
	}
	t.next, t.any = s.Sequence, true
	return t.put(&Line{Kind: hfsm.RecordSnapshot, Sequence: s.Sequence, Epoch: s.Epoch, Tick: s.Tick, At: time.Duration(s.At), Data: s})
}

// Next returns the sequence of the first record that was not written, 0 before any.
func (t *Writer) Next() uint64 { return t.next }

// Drain writes all records in a stream. A gap in their sequence becomes a line of its own.
func (t *Writer) Drain(s *hfsm.Stream) error {
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
func (t *Writer) Write(r *hfsm.Record) error {
	if t.any && r.Sequence < t.next {
		return nil
	}
	if t.any && r.Sequence > t.next {
		if err := t.lost(r.Sequence, r.Epoch, r.Tick); err != nil {
			return err
		}
	}
	if !r.Kind.Sample() {
		t.next, t.any = r.Sequence+1, true
	}
	if next, ok := r.Data.(*hfsm.Model); ok && r.Kind == hfsm.RecordReload {
		t.model = next
	}
	line := NewLine(t.model, r)
	return t.put(&line)
}

// lost writes that the records before until are missing.
func (t *Writer) lost(until uint64, epoch uint32, tick uint64) error {
	return t.put(&Line{Kind: hfsm.RecordLost, Sequence: t.next, Epoch: epoch, Tick: tick, Number: until - t.next})
}

func (t *Writer) put(line *Line) error {
	t.line = append(line.appendJSON(t.line[:0]), '\n')
	if _, err := t.out.Write(t.line); err != nil {
		return fmt.Errorf("write trace: %w", err)
	}
	return nil
}

// Flush writes everything buffered so far to the file.
func (t *Writer) Flush() error {
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("write trace: %w", err)
	}
	return nil
}
