package foxglove

import (
	"errors"
	"sync"
	"time"

	"gonao/internal/latest"
)

// errOverflow is the reason for which a client is disconnected that does not read its answers.
var errOverflow = errors.New("the client does not read: its control queue overflowed")

// frame is a message in the form in which it is sent to the socket.
type frame struct {
	binary   bool
	reusable bool // after sending, the caller may reuse data's memory
	data     []byte
}

// message is a payload of a channel. Sessions share it, and it is never changed.
type message struct {
	stamp   time.Time
	payload []byte
}

// slot holds the newest unsent messages of a subscription, at most keep.
type slot struct {
	id      uint32 // id of the subscription
	bulk    bool
	clock   bool // its messages are the server's time
	keep    int
	waiting []message
	bytes   int
	listed  bool // it is in one of the queue's lists
	dropped uint64
}

// maxRingBytes bounds the size of the waiting messages of one subscription.
const maxRingBytes = 1 << 20

// put adds a message, and drops the oldest ones beyond the slot's size.
func (s *slot) put(m message) {
	s.waiting = append(s.waiting, m)
	s.bytes += len(m.payload)
	for len(s.waiting) > 1 && (len(s.waiting) > s.keep || s.bytes > maxRingBytes) {
		s.bytes -= len(s.waiting[0].payload)
		s.waiting[0] = message{}
		s.waiting = s.waiting[1:]
		s.dropped++
	}
}

// take removes the oldest message.
func (s *slot) take() message {
	m := s.waiting[0]
	s.waiting[0] = message{}
	s.waiting = s.waiting[1:]
	s.bytes -= len(m.payload)
	if len(s.waiting) == 0 {
		s.waiting = nil
	}
	return m
}

// queue holds the unsent data of a session in three classes. Its methods are safe for concurrent use and never
// block.
type queue struct {
	wake chan struct{} // holds a token if there may be something to send
	max  int           // largest number of bytes in control

	mu      sync.Mutex
	control []frame
	bytes   int
	state   []*slot // slots with a message, in turn
	bulk    []*slot
	ended   bool
}

func newQueue(maxControl int) *queue {
	return &queue{wake: make(chan struct{}, 1), max: maxControl}
}

// signal wakes the writer.
func (q *queue) signal() {
	latest.Notify(q.wake)
}

// putControl adds a frame that must not be lost. It returns errOverflow if the client does not read.
func (q *queue) putControl(f frame) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended {
		return nil
	}
	if q.bytes+len(f.data) > q.max && len(q.control) > 0 {
		return errOverflow
	}
	q.control = append(q.control, f)
	q.bytes += len(f.data)
	q.signal()
	return nil
}

// put adds a message of a subscription.
func (q *queue) put(s *slot, m message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended {
		return
	}
	s.put(m)
	if !s.listed {
		s.listed = true
		if s.bulk {
			q.bulk = append(q.bulk, s)
		} else {
			q.state = append(q.state, s)
		}
	}
	q.signal()
}

// remove drops the unsent messages of a subscription.
func (q *queue) remove(s *slot) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s.waiting, s.bytes = nil, 0
}

// next appends the next frame to dst, or returns false if there is none. Control comes first, then the state of
// each subscription in turn, then bulk.
func (q *queue) next(dst []byte) (f frame, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.control) > 0 {
		f := q.control[0]
		q.control[0] = frame{}
		q.control = q.control[1:]
		q.bytes -= len(f.data)
		return f, true
	}
	for _, list := range []*[]*slot{&q.state, &q.bulk} {
		for len(*list) > 0 {
			s := (*list)[0]
			*list = (*list)[1:]
			if len(s.waiting) == 0 { // the subscription was removed
				s.listed = false
				continue
			}
			m := s.take()
			if len(s.waiting) > 0 {
				*list = append(*list, s)
			} else {
				s.listed = false
			}
			if s.clock {
				return frame{binary: true, data: timeFrame(m.stamp)}, true
			}
			return frame{binary: true, reusable: true, data: appendMessageData(dst, s.id, m.stamp, m.payload)}, true
		}
	}
	return frame{}, false
}

// close drops everything.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.control, q.state, q.bulk, q.bytes = nil, nil, nil, 0
	q.signal()
}
