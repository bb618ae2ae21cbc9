// Package cdr writes and reads the bytes of ROS 2 messages: plain CDR (XCDR1),
// little endian, as every ROS 2 puts them on the wire.
//
// A sample is a 4-byte encapsulation header followed by the fields in their
// order. Each number lies on a multiple of its size, counted from the byte after
// the header. A sequence is its 32-bit count and its elements; a string's count
// includes the closing NUL; a wstring has 4 bytes for each UTF-16 unit and no
// NUL; a message without fields is one zero byte.
//
// The methods of messages are generated (cmd/msggen), without reflection.
package cdr

import (
	"errors"
	"fmt"
	"sync"
)

// Message is a ROS 2 message as plain Go data; pointers to generated structs are.
type Message interface {
	// MarshalCDR writes the fields.
	MarshalCDR(w *Writer)
	// UnmarshalCDR reads the fields. It keeps the memory of slices that are large enough, so a caller that keeps a
	// shallow copy of the message must not read into it again.
	UnmarshalCDR(r *Reader)
	// TypeName is the name in ROS, such as "sensor_msgs/msg/Image".
	TypeName() string
	// TypeHash is the hash of the type description, "RIHS01_" and 64 hex digits.
	TypeHash() string
}

// HeaderSize is the length of the encapsulation header, bytes.
const HeaderSize = 4

// Header returns the encapsulation header of plain CDR, little endian.
func Header() [HeaderSize]byte { return [HeaderSize]byte{0, 1, 0, 0} }

// writers keeps idle Writers: a Writer passed to a message through its interface would otherwise be allocated each time.
var writers = sync.Pool{New: func() any { return new(Writer) }}

// readers keeps idle Readers, for the same reason.
var readers = sync.Pool{New: func() any { return new(Reader) }}

// Marshal encodes m with its encapsulation header, without padding at the end.
// It panics when m breaks a bound of its own type, as Encode says.
func Marshal(m Message) []byte { return MarshalAppend(nil, m) }

// MarshalAppend appends to dst what Marshal returns. It allocates nothing when the
// capacity of dst suffices. It panics when m breaks a bound of its own type.
func MarshalAppend(dst []byte, m Message) []byte {
	dst, err := Encode(dst, m)
	if err != nil {
		panic(err)
	}
	return dst
}

// Encode appends m with its encapsulation header to dst. If a string or a sequence is longer than its type allows
// (string<=N, T[<=N]), it returns an error and dst unchanged.
func Encode(dst []byte, m Message) ([]byte, error) {
	w := writers.Get().(*Writer)
	defer func() {
		*w = Writer{}
		writers.Put(w)
	}()
	header := Header()
	w.Reset(append(dst, header[:]...))
	m.MarshalCDR(w)
	if w.err != nil {
		return dst, fmt.Errorf("encode %s: %w", m.TypeName(), w.err)
	}
	return w.buf, nil
}

// Unmarshal decodes data, which begins with the encapsulation header, into m. Up
// to 3 bytes of padding may follow the message. After an error the contents of m
// are of no use.
func Unmarshal(data []byte, m Message) error {
	r := readers.Get().(*Reader)
	defer func() {
		*r = Reader{}
		readers.Put(r)
	}()
	if err := r.Open(data); err != nil {
		return fmt.Errorf("decode %s: %w", m.TypeName(), err)
	}
	m.UnmarshalCDR(r)
	if err := r.Close(); err != nil {
		return fmt.Errorf("decode %s: %w", m.TypeName(), err)
	}
	return nil
}

// Errors of a Reader and a Writer, to be recognised with errors.Is.
var (
	// ErrShort reports that the data end before the message does.
	ErrShort = errors.New("data too short")
	// ErrTrailing reports that more than padding follows the message.
	ErrTrailing = errors.New("bytes left over after the message")
	// ErrHeader reports an encapsulation other than plain CDR, little endian.
	ErrHeader = errors.New("encapsulation is not plain little-endian CDR")
	// ErrBound reports a string or sequence longer than its type allows.
	ErrBound = errors.New("longer than the type allows")
	// ErrString reports a string without its closing NUL.
	ErrString = errors.New("string without its closing NUL")
)

// Type is the name and the hash of a type.
type Type struct {
	Name string // such as "std_srvs/srv/SetBool_Request"
	Hash string // "RIHS01_…"
}

// ServiceType describes a service: its name and hash, and those of its parts.
type ServiceType struct {
	Type
	Request, Response, Event Type
}

// ActionType describes an action: its name and hash, and those of its parts. The types of canceling and of the status
// topic are those of action_msgs, the same for every action.
type ActionType struct {
	Type
	Goal, Result, Feedback Type
	SendGoal, GetResult    ServiceType
	FeedbackMessage        Type
}
