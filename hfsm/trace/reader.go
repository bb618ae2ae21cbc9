package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"gonao/hfsm"
)

// maxLine bounds one line of a trace file; a snapshot of a large machine is
// the longest there is.
const maxLine = 4 << 20

// Error is a fault in a trace file.
type Error struct {
	File string
	Line int // from 1
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// Reader reads a trace file line by line; its memory does not grow with the
// file.
type Reader struct {
	Header
	file  string
	lines *bufio.Scanner
	at    int
	next  uint64
	any   bool
	cut   bool // the last line has no end
	kills bool // such a line is left out
}

// NewReader reads the header. file is its name in errors.
func NewReader(file string, r io.Reader) (*Reader, error) {
	t := &Reader{file: file, lines: bufio.NewScanner(r)}
	t.lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	t.lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		t.cut = atEOF && len(data) > 0 && bytes.IndexByte(data, '\n') < 0
		return bufio.ScanLines(data, atEOF)
	})
	text, err := t.line()
	switch {
	case errors.Is(err, io.EOF):
		return nil, &Error{file, 1, errors.New("the file is empty; expected a trace as gonao hfsm run --record writes it")}
	case err != nil:
		return nil, err
	}
	if err := decodeStrict(text, &t.Header); err != nil {
		return nil, t.fault(fmt.Errorf("header: %w; expected a trace, as gonao hfsm run --record writes it", err))
	}
	if t.Trace != version {
		return nil, t.fault(fmt.Errorf("header: field \"gonao_trace\": %d; expected version %d of the format", t.Trace, version))
	}
	return t, nil
}

// AllowCut makes the reader leave out a last line that was not written to its end, as that of a
// recorder that was killed.
func (t *Reader) AllowCut() { t.kills = true }

// At returns the number of the line read last.
func (t *Reader) At() int { return t.at }

func (t *Reader) fault(err error) error { return &Error{t.file, t.at, err} }

// line returns the next line that is not empty.
func (t *Reader) line() ([]byte, error) {
	for t.lines.Scan() {
		t.at++
		if len(t.lines.Bytes()) > 0 {
			return t.lines.Bytes(), nil
		}
	}
	if err := t.lines.Err(); err != nil {
		t.at++
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("a line of more than %d bytes", maxLine)
		}
		return nil, t.fault(err)
	}
	return nil, io.EOF
}

// Next reads the next line; io.EOF after the last. The records must be numbered without
// gaps, except where the file itself marks lost records.
func (t *Reader) Next() (Line, error) {
	text, err := t.line()
	if err != nil {
		return Line{}, err
	}
	line, err := parseLine(text)
	if err != nil && t.cut && t.kills {
		return Line{}, io.EOF // the writer was killed within the line
	}
	if err != nil {
		return Line{}, t.fault(err)
	}
	if line.Kind.Sample() {
		return line, nil
	}
	if t.any && line.Sequence != t.next && line.Kind != hfsm.RecordSnapshot {
		return Line{}, t.fault(fmt.Errorf("field \"seq\": %d; expected %d, the one after the line before", line.Sequence, t.next))
	}
	t.any = true
	switch line.Kind {
	case hfsm.RecordLost:
		if line.Number == 0 || line.Sequence+line.Number < line.Sequence {
			return Line{}, t.fault(errors.New("field \"number\": expected how many records were lost"))
		}
		t.next = line.Sequence + line.Number
	case hfsm.RecordSnapshot:
		t.next = line.Sequence
	default:
		t.next = line.Sequence + 1
	}
	return line, nil
}

// Read reads a whole trace.
func Read(file string, r io.Reader) (Header, []Line, error) {
	t, err := NewReader(file, r)
	if err != nil {
		return Header{}, nil, err
	}
	var lines []Line
	for {
		line, err := t.Next()
		if errors.Is(err, io.EOF) {
			return t.Header, lines, nil
		}
		if err != nil {
			return t.Header, lines, err
		}
		lines = append(lines, line)
	}
}
