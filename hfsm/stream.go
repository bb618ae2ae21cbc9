package hfsm

import "sync/atomic"

// Stream sends the records of one machine to one other goroutine. The machine's loop neither waits nor allocates: records
// that do not fit are lost and counted, and leave a gap in the sequence of the records.
type Stream struct {
	ring []Record // a power of two
	// Only the loop writes tail and the records before it; only the reader writes head.
	head atomic.Uint64
	_    [56]byte // so that the two do not share a cache line
	tail atomic.Uint64
	lost atomic.Uint64

	samples *samples // may be nil: then it receives none
}

// newStream makes one for up to size records, rounded up to a power of two.
func newStream(size int) *Stream {
	n := 1
	for n < size {
		n *= 2
	}
	return &Stream{ring: make([]Record, n)}
}

// push is called by the loop.
func (s *Stream) push(r *Record) {
	if s.samples != nil {
		s.samples.note(r)
	}
	tail := s.tail.Load()
	if tail-s.head.Load() == uint64(len(s.ring)) {
		s.lost.Add(1)
		return
	}
	s.ring[tail&uint64(len(s.ring)-1)] = *r
	s.tail.Store(tail + 1)
}

// Read reads the oldest records, as many as there are and fit into the slice, and
// returns their number. It never waits; only one goroutine may call it.
func (s *Stream) Read(into []Record) int {
	head := s.head.Load()
	n := int(min(s.tail.Load()-head, uint64(len(into))))
	for i := range n {
		at := &s.ring[(head+uint64(i))&uint64(len(s.ring)-1)]
		into[i] = *at
		at.Text, at.Data = "", nil // so that the ring does not keep them alive
	}
	s.head.Store(head + uint64(n))
	return n
}

// Lost returns the number of records that found no room so far.
func (s *Stream) Lost() uint64 { return s.lost.Load() }
