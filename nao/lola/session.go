package lola

// This part of the package reads and writes recordings of LoLA between a robot and its driver: a file of the
// exact bytes, with their times. A proxy between the two writes it, and a server (package
// sim/lolaserver) replays it.
//
// A file is a line of text, followed by records:
//
//	"gonao LoLA session 1\n"
//	time    uvarint, ns since the record before
//	kind    one byte, see [RecordKind]
//	length  uvarint, bytes that follow; 0 without a frame
//	bytes   a MessagePack map, as on the wire
//
// A file that ends within a record is left when its recorder was killed; the records before are valid.

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// RecordKind is the kind of a record.
type RecordKind byte

// The kinds of records.
const (
	RecordSensors  RecordKind = 'S' // a frame of the robot
	RecordCommands RecordKind = 'C' // a frame of the robot's client
	Came           RecordKind = '+' // a client connected
	Went           RecordKind = '-' // the client disconnected
)

// magic is the beginning of every file.
const magic = "gonao LoLA session 1\n"

// longest is an upper bound of the time between two records.
const longest = 365 * 24 * time.Hour

// SessionRecord is one record. Its bytes are valid until the next is read.
type SessionRecord struct {
	At    time.Duration // since the first record
	Kind  RecordKind
	Frame []byte
}

// SessionWriter writes records. It belongs to one goroutine.
type SessionWriter struct {
	out  *bufio.Writer
	last time.Duration
	head []byte
}

// NewSessionWriter returns a writer, after it has written the beginning of a file.
func NewSessionWriter(to io.Writer) (*SessionWriter, error) {
	w := &SessionWriter{out: bufio.NewWriterSize(to, 1<<16), head: make([]byte, 0, 2*binary.MaxVarintLen64+1), last: -1}
	_, err := w.out.WriteString(magic)
	return w, err
}

// Write writes a record. At counts from any origin; it never decreases.
func (w *SessionWriter) Write(r SessionRecord) error {
	since := r.At - w.last
	if w.last < 0 {
		since = 0
	}
	w.last = max(r.At, w.last)
	w.head = binary.AppendUvarint(w.head[:0], uint64(max(since, 0)))
	w.head = append(w.head, byte(r.Kind))
	w.head = binary.AppendUvarint(w.head, uint64(len(r.Frame)))
	if _, err := w.out.Write(w.head); err != nil {
		return err
	}
	_, err := w.out.Write(r.Frame)
	return err
}

// Flush writes buffered records to the file.
func (w *SessionWriter) Flush() error { return w.out.Flush() }

// SessionReader reads records.
type SessionReader struct {
	in    *bufio.Reader
	at    time.Duration
	count int
	frame []byte
}

// NewSessionReader returns a reader, or an error for a file of another form.
func NewSessionReader(from io.Reader) (*SessionReader, error) {
	r := &SessionReader{in: bufio.NewReader(from)}
	begin := make([]byte, len(magic))
	if _, err := io.ReadFull(r.in, begin); err != nil || string(begin) != magic {
		return nil, fmt.Errorf("no LoLA session: expected a file of `gonao robot lola record`, which begins with %q", magic[:len(magic)-1])
	}
	return r, nil
}

// Next returns the next record. At the end its error is io.EOF, and io.ErrUnexpectedEOF
// where the last record is incomplete.
func (r *SessionReader) Next() (SessionRecord, error) {
	if _, err := r.in.Peek(1); errors.Is(err, io.EOF) {
		return SessionRecord{}, io.EOF
	}
	r.count++
	since, err := binary.ReadUvarint(r.in)
	if err != nil {
		return SessionRecord{}, r.wrong("time", err)
	}
	if since > uint64(longest) || r.at > longest {
		return SessionRecord{}, r.wrong("time", fmt.Errorf("%d ns: expected less than a year", since))
	}
	r.at += time.Duration(since)
	kind, err := r.in.ReadByte()
	if err != nil {
		return SessionRecord{}, r.wrong("kind", err)
	}
	length, err := binary.ReadUvarint(r.in)
	if err != nil {
		return SessionRecord{}, r.wrong("length", err)
	}
	frame := RecordKind(kind) == RecordSensors || RecordKind(kind) == RecordCommands
	switch {
	case !frame && RecordKind(kind) != Came && RecordKind(kind) != Went:
		return SessionRecord{}, r.wrong("kind", fmt.Errorf("%q: expected S, C, + or -", kind))
	case length > MaxFrameSize || frame == (length == 0):
		return SessionRecord{}, r.wrong("length", fmt.Errorf("%d: expected 1 to %d of a frame, 0 of others", length, MaxFrameSize))
	}
	if cap(r.frame) == 0 {
		r.frame = make([]byte, MaxFrameSize)
	}
	r.frame = r.frame[:length]
	if _, err := io.ReadFull(r.in, r.frame); err != nil {
		return SessionRecord{}, r.wrong("frame", err)
	}
	return SessionRecord{At: r.at, Kind: RecordKind(kind), Frame: r.frame}, nil
}

// wrong returns an error that names the record; at the end of the file io.ErrUnexpectedEOF.
func (r *SessionReader) wrong(what string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return io.ErrUnexpectedEOF
	}
	return fmt.Errorf("record %d: %s: %w", r.count, what, err)
}

// NextSensors returns the robot's next frame, and skips all other records.
func (r *SessionReader) NextSensors() (frame []byte, at time.Duration, err error) {
	for {
		record, err := r.Next()
		if err != nil {
			return nil, 0, err
		}
		if record.Kind == RecordSensors {
			return record.Frame, record.At, nil
		}
	}
}
