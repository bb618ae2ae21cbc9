package cdr

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf16"
	"unsafe"
)

// Writer appends encoded values to a buffer. The zero value is ready to use and
// writes no encapsulation header.
type Writer struct {
	buf    []byte
	origin int // index in buf from which alignment counts
	err    error
}

// Reset makes w append to buf, aligned from the end of buf on.
func (w *Writer) Reset(buf []byte) { *w = Writer{buf: buf, origin: len(buf)} }

// Bytes returns the buffer with all that was written; it belongs to w.
func (w *Writer) Bytes() []byte { return w.buf }

// Err returns the first bound that was broken, or nil.
func (w *Writer) Err() error { return w.err }

// align pads with zeros to a multiple of size, a power of two up to 8.
func (w *Writer) align(size int) {
	pad := (w.origin - len(w.buf)) & (size - 1)
	const zeros = "\x00\x00\x00\x00\x00\x00\x00"
	w.buf = append(w.buf, zeros[:pad]...)
}

// Bool writes one byte, 0 or 1.
func (w *Writer) Bool(v bool) {
	b := byte(0)
	if v {
		b = 1
	}
	w.buf = append(w.buf, b)
}

// Uint8 writes one byte.
func (w *Writer) Uint8(v uint8) { w.buf = append(w.buf, v) }

// Int8 writes one byte.
func (w *Writer) Int8(v int8) { w.buf = append(w.buf, uint8(v)) }

// Uint16 writes two bytes.
func (w *Writer) Uint16(v uint16) {
	w.align(2)
	w.buf = binary.LittleEndian.AppendUint16(w.buf, v)
}

// Int16 writes two bytes.
func (w *Writer) Int16(v int16) { w.Uint16(uint16(v)) }

// Uint32 writes four bytes.
func (w *Writer) Uint32(v uint32) {
	w.align(4)
	w.buf = binary.LittleEndian.AppendUint32(w.buf, v)
}

// Int32 writes four bytes.
func (w *Writer) Int32(v int32) { w.Uint32(uint32(v)) }

// Uint64 writes eight bytes.
func (w *Writer) Uint64(v uint64) {
	w.align(8)
	w.buf = binary.LittleEndian.AppendUint64(w.buf, v)
}

// Int64 writes eight bytes.
func (w *Writer) Int64(v int64) { w.Uint64(uint64(v)) }

// Float32 writes four bytes.
func (w *Writer) Float32(v float32) { w.Uint32(math.Float32bits(v)) }

// Float64 writes eight bytes.
func (w *Writer) Float64(v float64) { w.Uint64(math.Float64bits(v)) }

// Count writes the number of elements of a sequence; its elements follow.
func (w *Writer) Count(n int) { w.Uint32(uint32(n)) }

// BoundedCount writes the number of elements of a sequence that may have bound at
// most; more are an error.
func (w *Writer) BoundedCount(n, bound int) {
	w.checkBound("sequence", n, bound)
	w.Count(n)
}

// String writes a string: the count with the NUL, the bytes, the NUL.
func (w *Writer) String(s string) {
	w.Uint32(uint32(len(s) + 1))
	w.buf = append(w.buf, s...)
	w.buf = append(w.buf, 0)
}

// BoundedString writes a string that may have bound bytes at most; more are an error.
func (w *Writer) BoundedString(s string, bound int) {
	w.checkBound("string", len(s), bound)
	w.String(s)
}

// WString writes a wstring: the number of UTF-16 units, and each in four bytes.
func (w *Writer) WString(s string) {
	w.Uint32(uint32(units(s)))
	for _, c := range s {
		if hi, lo := utf16.EncodeRune(c); hi != '\uFFFD' {
			w.Uint32(uint32(hi))
			w.Uint32(uint32(lo))
			continue
		}
		w.Uint32(uint32(c))
	}
}

// BoundedWString writes a wstring that may have bound UTF-16 units at most; more
// are an error.
func (w *Writer) BoundedWString(s string, bound int) {
	w.checkBound("wstring", units(s), bound)
	w.WString(s)
}

// units counts the UTF-16 units of s.
func units(s string) int {
	n := 0
	for _, c := range s {
		n++
		if c > 0xffff {
			n++
		}
	}
	return n
}

func (w *Writer) checkBound(what string, n, bound int) {
	if n > bound && w.err == nil {
		w.err = fmt.Errorf("%s of %d, at most %d: %w", what, n, bound, ErrBound)
	}
}

// Bools writes elements of an array or a sequence, one byte each.
func (w *Writer) Bools(s []bool) {
	for _, v := range s {
		w.Bool(v)
	}
}

// Uint8s writes elements of an array or a sequence.
func (w *Writer) Uint8s(s []uint8) { w.buf = append(w.buf, s...) }

// Int8s writes elements of an array or a sequence.
func (w *Writer) Int8s(s []int8) { w.Uint8s(view[uint8](s)) }

// Uint16s writes elements of an array or a sequence.
func (w *Writer) Uint16s(s []uint16) {
	dst := w.room(2, len(s))
	for i, v := range s {
		binary.LittleEndian.PutUint16(dst[2*i:], v)
	}
}

// Int16s writes elements of an array or a sequence.
func (w *Writer) Int16s(s []int16) { w.Uint16s(view[uint16](s)) }

// Uint32s writes elements of an array or a sequence.
func (w *Writer) Uint32s(s []uint32) {
	dst := w.room(4, len(s))
	for i, v := range s {
		binary.LittleEndian.PutUint32(dst[4*i:], v)
	}
}

// Int32s writes elements of an array or a sequence.
func (w *Writer) Int32s(s []int32) { w.Uint32s(view[uint32](s)) }

// Uint64s writes elements of an array or a sequence.
func (w *Writer) Uint64s(s []uint64) {
	dst := w.room(8, len(s))
	for i, v := range s {
		binary.LittleEndian.PutUint64(dst[8*i:], v)
	}
}

// Int64s writes elements of an array or a sequence.
func (w *Writer) Int64s(s []int64) { w.Uint64s(view[uint64](s)) }

// Float32s writes elements of an array or a sequence.
func (w *Writer) Float32s(s []float32) { w.Uint32s(view[uint32](s)) }

// Float64s writes elements of an array or a sequence.
func (w *Writer) Float64s(s []float64) { w.Uint64s(view[uint64](s)) }

// room aligns for n values of the given size, appends them as zeros and returns
// their bytes. No values need no alignment.
func (w *Writer) room(size, n int) []byte {
	if n == 0 {
		return nil
	}
	w.align(size)
	start, end := len(w.buf), len(w.buf)+size*n
	if end <= cap(w.buf) {
		w.buf = w.buf[:end]
	} else {
		w.buf = append(w.buf, make([]byte, size*n)...)
	}
	return w.buf[start:end]
}

// view shows the numbers of s as their bits. To must have the size of From.
func view[To, From uint8 | int8 | uint16 | int16 | uint32 | int32 | float32 | uint64 | int64 | float64](s []From) []To {
	return unsafe.Slice((*To)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}
