package lola

import (
	"errors"
	"io"
	"sync/atomic"

	"github.com/tinylib/msgp/msgp"
)

// Reader splits a byte stream into LoLA's maps. LoLA has no length prefix: the end of a map follows
// from MessagePack. Bytes that begin no map are skipped and counted until one begins. No input makes
// it panic, stall for more than MaxFrameSize bytes, or grow. It belongs to one goroutine; only Stats
// may be called from any.
type Reader struct {
	src        io.Reader
	buf        [2 * MaxFrameSize]byte
	start, end int
	lost       bool // the last bytes that were read began no frame

	frames, rejected, garbage, resyncs atomic.Uint64
}

// ReaderStats counts what a Reader has read since it was made.
type ReaderStats struct {
	Frames       uint64 // frames read
	Rejected     uint64 // maps that were no frame: a wrong length, a number that is not finite
	GarbageBytes uint64 // bytes skipped in search of a map
	Resyncs      uint64 // times the beginning of a map had to be searched
}

// NewReader returns a reader of src, whose Read returns what has arrived.
func NewReader(src io.Reader) *Reader { return &Reader{src: src} }

// Reset sets another source, with nothing pending; the counters continue.
func (r *Reader) Reset(src io.Reader) {
	r.src, r.start, r.end, r.lost = src, 0, 0, false
}

// Pending reports whether another map has already arrived: a caller that is late may skip the one it
// has.
func (r *Reader) Pending() bool {
	_, err := mapSize(r.buf[r.start:r.end])
	return err == nil
}

// Stats returns the present counters, also during a read.
func (r *Reader) Stats() ReaderStats {
	return ReaderStats{
		Frames: r.frames.Load(), Rejected: r.rejected.Load(),
		GarbageBytes: r.garbage.Load(), Resyncs: r.resyncs.Load(),
	}
}

// Sensors reads the next sensor frame into s, skipping what is not a frame. Its
// errors are the source's.
func (r *Reader) Sensors(s *Sensors) error { return next(r, s) }

// Commands reads the next command frame into c, skipping what is not a frame. Keys that
// the frame lacks stay as they were in c. Its errors are the source's.
func (r *Reader) Commands(c *Commands) error { return next(r, c) }

// Frame reads the next map, whatever it holds, and returns its bytes, which stay valid until the next
// call. Its errors are the source's.
func (r *Reader) Frame() ([]byte, error) { return r.next() }

func next(r *Reader, f interface{ Decode(frame []byte) error }) error {
	for {
		frame, err := r.next()
		if err != nil {
			return err
		}
		if f.Decode(frame) == nil {
			r.frames.Add(1)
			return nil
		}
		r.rejected.Add(1)
	}
}

// next returns the bytes of the next map, which stay valid until the next call.
func (r *Reader) next() ([]byte, error) {
	for {
		for r.start < r.end {
			pending := r.buf[r.start:r.end]
			n, err := mapSize(pending)
			if err == nil {
				r.start += n
				r.lost = false
				return pending[:n], nil
			}
			if errors.Is(err, errIncomplete) && len(pending) < MaxFrameSize {
				break
			}
			r.skipByte()
		}
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
}

func (r *Reader) skipByte() {
	r.start++
	r.garbage.Add(1)
	if !r.lost {
		r.lost = true
		r.resyncs.Add(1)
	}
}

// fill reads more bytes after the pending ones, of which there are fewer than
// MaxFrameSize.
func (r *Reader) fill() error {
	copy(r.buf[:], r.buf[r.start:r.end])
	r.start, r.end = 0, r.end-r.start
	for range 100 { // as in bufio: a source that never returns anything is broken
		n, err := r.src.Read(r.buf[r.end:])
		r.end += max(n, 0)
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return io.ErrNoProgress
}

var (
	errIncomplete = errors.New("map is incomplete")
	errNoFrame    = errors.New("not a frame")
)

// Limits of a frame's parts.
const (
	maxKeys     = 64
	maxKeyLen   = 32
	maxElements = 64
	maxTextLen  = 64
)

// mapSize returns the length of the map at the head of b: a map of 1 to maxKeys printable keys whose values are scalars,
// short strings or arrays of them. errIncomplete means that the bytes so far may become a frame. Bytes that cannot become
// one are recognised as early as possible, so that garbage does not delay the frames after it.
func mapSize(b []byte) (int, error) {
	keys, rest, err := msgp.ReadMapHeaderBytes(b)
	if err != nil {
		return 0, shortOr(err)
	}
	if keys == 0 || keys > maxKeys {
		return 0, errNoFrame
	}
	for range keys {
		if rest, err = skipText(rest, maxKeyLen); err != nil {
			return 0, err
		}
		if rest, err = skipValue(rest); err != nil {
			return 0, err
		}
	}
	return len(b) - len(rest), nil
}

func skipValue(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return b, errIncomplete
	}
	if msgp.NextType(b) != msgp.ArrayType {
		return skipScalar(b)
	}
	n, b, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil {
		return b, shortOr(err)
	}
	if n > maxElements {
		return b, errNoFrame
	}
	for range n {
		if b, err = skipScalar(b); err != nil {
			return b, err
		}
	}
	return b, nil
}

func skipScalar(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return b, errIncomplete
	}
	switch msgp.NextType(b) {
	case msgp.StrType:
		return skipText(b, maxTextLen)
	case msgp.Float32Type, msgp.Float64Type, msgp.IntType, msgp.UintType, msgp.BoolType, msgp.NilType:
		rest, err := msgp.Skip(b)
		return rest, shortOr(err)
	default:
		return b, errNoFrame
	}
}

// skipText skips a string of at most limit printable ASCII characters.
func skipText(b []byte, limit int) ([]byte, error) {
	if len(b) == 0 {
		return b, errIncomplete
	}
	if msgp.NextType(b) != msgp.StrType {
		return b, errNoFrame
	}
	text, rest, err := msgp.ReadStringZC(b)
	if err != nil {
		// Too short: check the part that is there, after the length.
		begin := min(textBegin(b[0]), len(b))
		if len(b) > begin+limit || !printable(b[begin:]) {
			return b, errNoFrame
		}
		return b, shortOr(err)
	}
	if len(text) > limit || !printable(text) {
		return b, errNoFrame
	}
	return rest, nil
}

// textBegin returns the index of a string's text, by the string's first byte.
func textBegin(first byte) int {
	switch first {
	case 0xd9: // one byte of length
		return 2
	case 0xda: // two
		return 3
	case 0xdb: // four
		return 5
	default: // a short string's length is in the first byte
		return 1
	}
}

func printable(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// shortOr returns errIncomplete for an object that is cut off, and the error for a wrong one.
func shortOr(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, msgp.ErrShortBytes):
		return errIncomplete
	default:
		return errNoFrame
	}
}
