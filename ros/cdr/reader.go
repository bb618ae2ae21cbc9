package cdr

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxPad is the largest padding that may follow a message: ROS 2 pads samples to a
// multiple of 4 on the wire without a mark in the header.
const maxPad = 3

// Reader decodes values from encoded data. The first error stays; after it every value is zero and every sequence empty. No
// data make it panic or allocate more than a small multiple of their length.
type Reader struct {
	buf []byte // without the encapsulation header
	off int
	err error
}

// Reset makes r read data, which has no encapsulation header.
func (r *Reader) Reset(data []byte) { *r = Reader{buf: data} }

// Open makes r read data, which begins with the encapsulation header.
func (r *Reader) Open(data []byte) error {
	*r = Reader{}
	if len(data) < HeaderSize {
		r.err = fmt.Errorf("%d bytes, expected at least the %d of the encapsulation: %w", len(data), HeaderSize, ErrShort)
		return r.err
	}
	// The last two bytes are options that a reader ignores.
	if data[0] != 0 || data[1] != 1 {
		r.err = fmt.Errorf("% x, expected 00 01: %w", data[:2], ErrHeader)
		return r.err
	}
	r.buf = data[HeaderSize:]
	return nil
}

// Close returns the first error, also when more than padding is left to read.
func (r *Reader) Close() error {
	if left := len(r.buf) - r.off; r.err == nil && left > maxPad {
		r.err = fmt.Errorf("%d at byte %d: %w", left, r.off, ErrTrailing)
	}
	return r.err
}

// Fail sets err as the first error, if there is none yet: for types with rules of their own.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Err returns the first error, or nil.
func (r *Reader) Err() error { return r.err }

// Remaining returns the number of bytes not yet read, 0 after an error.
func (r *Reader) Remaining() int {
	if r.err != nil {
		return 0
	}
	return len(r.buf) - r.off
}

// take skips to a multiple of size and returns the next n bytes, or nil when there
// are not as many.
func (r *Reader) take(size, n int) []byte {
	start := (r.off + size - 1) &^ (size - 1)
	if r.err != nil {
		return nil
	}
	if start > len(r.buf) || n > len(r.buf)-start {
		r.err = fmt.Errorf("at byte %d of %d: %w", r.off, len(r.buf), ErrShort)
		return nil
	}
	r.off = start + n
	return r.buf[start:r.off:r.off]
}

// Bool reads one byte; all but 0 is true.
func (r *Reader) Bool() bool { return r.Uint8() != 0 }

// Uint8 reads one byte.
func (r *Reader) Uint8() uint8 {
	if b := r.take(1, 1); b != nil {
		return b[0]
	}
	return 0
}

// Int8 reads one byte.
func (r *Reader) Int8() int8 { return int8(r.Uint8()) }

// Uint16 reads two bytes.
func (r *Reader) Uint16() uint16 {
	if b := r.take(2, 2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// Int16 reads two bytes.
func (r *Reader) Int16() int16 { return int16(r.Uint16()) }

// Uint32 reads four bytes.
func (r *Reader) Uint32() uint32 {
	if b := r.take(4, 4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Int32 reads four bytes.
func (r *Reader) Int32() int32 { return int32(r.Uint32()) }

// Uint64 reads eight bytes.
func (r *Reader) Uint64() uint64 {
	if b := r.take(8, 8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Int64 reads eight bytes.
func (r *Reader) Int64() int64 { return int64(r.Uint64()) }

// Float32 reads four bytes.
func (r *Reader) Float32() float32 { return math.Float32frombits(r.Uint32()) }

// Float64 reads eight bytes.
func (r *Reader) Float64() float64 { return math.Float64frombits(r.Uint64()) }

// Count reads the number of elements of a sequence. smallest is the least number of
// bytes of an element (1 or more); a count that the remaining bytes cannot hold
// is an error, found before anything is allocated.
func (r *Reader) Count(smallest int) int {
	n := r.Uint32()
	if r.err != nil {
		return 0
	}
	if left := len(r.buf) - r.off; uint64(n)*uint64(smallest) > uint64(left) {
		r.err = fmt.Errorf("a sequence of %d at byte %d of %d: %w", n, r.off-4, len(r.buf), ErrShort)
		return 0
	}
	return int(n)
}

// BoundedCount reads the number of elements of a sequence that may have bound at most.
func (r *Reader) BoundedCount(smallest, bound int) int {
	n := r.Count(smallest)
	if !r.withinBound("sequence", n, bound) {
		return 0
	}
	return n
}

// Resize returns a slice of n elements, in the memory of s if that suffices. The elements keep their old contents.
func Resize[E any](s []E, n int) []E {
	if n <= cap(s) {
		return s[:n]
	}
	return append(s[:cap(s)], make([]E, n-cap(s))...)
}

// String reads a string into s. An unchanged string is not allocated again. A
// count of 0, which some peers write for an empty string, is taken as such.
func (r *Reader) String(s *string) {
	b := r.take(1, r.Count(1))
	if len(b) == 0 {
		*s = ""
		return
	}
	last := len(b) - 1
	if b[last] != 0 {
		r.err = fmt.Errorf("at byte %d: %w", r.off-len(b), ErrString)
		*s = ""
		return
	}
	if *s != string(b[:last]) {
		*s = string(b[:last])
	}
}

// BoundedString reads a string that may have bound bytes at most.
func (r *Reader) BoundedString(s *string, bound int) {
	r.String(s)
	if !r.withinBound("string", len(*s), bound) {
		*s = ""
	}
}

// WString reads a wstring into s: UTF-16 units of four bytes each. A lone half of a
// surrogate pair becomes U+FFFD; a whole code point in one unit, as peers with a
// wide wchar_t may write it, is taken as such.
func (r *Reader) WString(s *string) {
	n := r.Count(4)
	b := r.take(4, 4*n)
	var text strings.Builder
	for i := 0; i < len(b); i += 4 {
		c := rune(binary.LittleEndian.Uint32(b[i:]))
		if utf16.IsSurrogate(c) && i+8 <= len(b) {
			pair := utf16.DecodeRune(c, rune(binary.LittleEndian.Uint32(b[i+4:])))
			if pair != utf8.RuneError {
				i += 4
			}
			c = pair
		}
		text.WriteRune(c)
	}
	if *s != text.String() {
		*s = text.String()
	}
}

// BoundedWString reads a wstring that may have bound UTF-16 units at most.
func (r *Reader) BoundedWString(s *string, bound int) {
	r.WString(s)
	if !r.withinBound("wstring", units(*s), bound) {
		*s = ""
	}
}

func (r *Reader) withinBound(what string, n, bound int) bool {
	if n > bound && r.err == nil {
		r.err = fmt.Errorf("%s of %d, at most %d: %w", what, n, bound, ErrBound)
	}
	return r.err == nil
}

// Bools fills dst with elements of an array or a sequence.
func (r *Reader) Bools(dst []bool) {
	for i, b := range r.values(1, len(dst)) {
		dst[i] = b != 0
	}
}

// Uint8s fills dst with elements of an array or a sequence.
func (r *Reader) Uint8s(dst []uint8) { copy(dst, r.values(1, len(dst))) }

// Int8s fills dst with elements of an array or a sequence.
func (r *Reader) Int8s(dst []int8) { r.Uint8s(view[uint8](dst)) }

// Uint16s fills dst with elements of an array or a sequence.
func (r *Reader) Uint16s(dst []uint16) {
	for src, i := r.values(2, len(dst)), 0; len(src) >= 2; src, i = src[2:], i+1 {
		dst[i] = binary.LittleEndian.Uint16(src)
	}
}

// Int16s fills dst with elements of an array or a sequence.
func (r *Reader) Int16s(dst []int16) { r.Uint16s(view[uint16](dst)) }

// Uint32s fills dst with elements of an array or a sequence.
func (r *Reader) Uint32s(dst []uint32) {
	for src, i := r.values(4, len(dst)), 0; len(src) >= 4; src, i = src[4:], i+1 {
		dst[i] = binary.LittleEndian.Uint32(src)
	}
}

// Int32s fills dst with elements of an array or a sequence.
func (r *Reader) Int32s(dst []int32) { r.Uint32s(view[uint32](dst)) }

// Uint64s fills dst with elements of an array or a sequence.
func (r *Reader) Uint64s(dst []uint64) {
	for src, i := r.values(8, len(dst)), 0; len(src) >= 8; src, i = src[8:], i+1 {
		dst[i] = binary.LittleEndian.Uint64(src)
	}
}

// Int64s fills dst with elements of an array or a sequence.
func (r *Reader) Int64s(dst []int64) { r.Uint64s(view[uint64](dst)) }

// Float32s fills dst with elements of an array or a sequence.
func (r *Reader) Float32s(dst []float32) { r.Uint32s(view[uint32](dst)) }

// Float64s fills dst with elements of an array or a sequence.
func (r *Reader) Float64s(dst []float64) { r.Uint64s(view[uint64](dst)) }

// values returns the bytes of n values of the given size, or nil. Zero values need no alignment.
func (r *Reader) values(size, n int) []byte {
	if n == 0 {
		return nil
	}
	return r.take(size, size*n)
}
