package hfsm

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxTraceLine bounds one line of a trace file; a snapshot of a large machine is
// the longest there is.
const maxTraceLine = 4 << 20

// TraceError is a fault in a trace file.
type TraceError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *TraceError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }
func (e *TraceError) Unwrap() error { return e.Err }

// TraceReader reads a trace file line by line; its memory does not grow with the
// file.
type TraceReader struct {
	TraceHeader
	file  string
	lines *bufio.Scanner
	at    int
	next  uint64
	any   bool
}

// NewTraceReader reads the header. file is what errors call it.
func NewTraceReader(file string, r io.Reader) (*TraceReader, error) {
	t := &TraceReader{file: file, lines: bufio.NewScanner(r)}
	t.lines.Buffer(make([]byte, 0, 64<<10), maxTraceLine)
	text, err := t.line()
	switch {
	case errors.Is(err, io.EOF):
		return nil, &TraceError{file, 1, errors.New("the file is empty; expected a trace as gonao hfsm run --record writes it")}
	case err != nil:
		return nil, err
	}
	if err := decodeStrict(text, &t.TraceHeader); err != nil {
		return nil, t.fault(fmt.Errorf("header: %w; expected a trace, as gonao hfsm run --record writes it", err))
	}
	if t.Trace != traceVersion {
		return nil, t.fault(fmt.Errorf("header: field \"gonao_trace\": %d; expected version %d of the format", t.Trace, traceVersion))
	}
	return t, nil
}

// At gives the number of the line read last.
func (t *TraceReader) At() int { return t.at }

func (t *TraceReader) fault(err error) error { return &TraceError{t.file, t.at, err} }

// line gives the next line that is not empty.
func (t *TraceReader) line() ([]byte, error) {
	for t.lines.Scan() {
		t.at++
		if len(t.lines.Bytes()) > 0 {
			return t.lines.Bytes(), nil
		}
	}
	if err := t.lines.Err(); err != nil {
		t.at++
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("a line of more than %d bytes", maxTraceLine)
		}
		return nil, t.fault(err)
	}
	return nil, io.EOF
}

// Next gives the next line; io.EOF after the last. Records must be numbered one
// after the other, but where the file itself says that some were lost.
func (t *TraceReader) Next() (TraceLine, error) {
	text, err := t.line()
	if err != nil {
		return TraceLine{}, err
	}
	line, err := parseTraceLine(text)
	if err != nil {
		return TraceLine{}, t.fault(err)
	}
	if t.any && line.Sequence != t.next && line.Kind != RecordSnapshot {
		return TraceLine{}, t.fault(fmt.Errorf("field \"seq\": %d; expected %d, the one after the line before", line.Sequence, t.next))
	}
	t.any = true
	switch line.Kind {
	case RecordLost:
		if line.Number == 0 || line.Sequence+line.Number < line.Sequence {
			return TraceLine{}, t.fault(errors.New("field \"number\": expected how many records were lost"))
		}
		t.next = line.Sequence + line.Number
	case RecordSnapshot:
		t.next = line.Sequence
	default:
		t.next = line.Sequence + 1
	}
	return line, nil
}

// ReadTrace reads a whole trace.
func ReadTrace(file string, r io.Reader) (TraceHeader, []TraceLine, error) {
	t, err := NewTraceReader(file, r)
	if err != nil {
		return TraceHeader{}, nil, err
	}
	var lines []TraceLine
	for {
		line, err := t.Next()
		if errors.Is(err, io.EOF) {
			return t.TraceHeader, lines, nil
		}
		if err != nil {
			return t.TraceHeader, lines, err
		}
		lines = append(lines, line)
	}
}
