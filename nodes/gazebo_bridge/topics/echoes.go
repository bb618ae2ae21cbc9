package topics

import (
	"slices"
	"sync"
	"time"
)

// echoLasts is how long a message may take to come back from ROS. One that was lost on
// the way would otherwise hold back an equal one of somebody else's for ever.
const echoLasts = time.Second

// echoes are the messages that a link has published in ROS and will hear there itself.
type echoes struct {
	now func() time.Time // wall time

	mu       sync.Mutex
	expected bool // the link hears itself
	due      []echo
}

type echo struct {
	sum  uint64
	sent time.Time
}

// expect says whether the link hears itself.
func (e *echoes) expect(yes bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.expected, e.due = yes, nil
}

// sent notes a message that is about to be published.
func (e *echoes) sent(sum uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.forget()
	if e.expected {
		e.due = append(e.due, echo{sum, e.now()})
	}
}

// returns tells whether a message is one that was sent, which counts only once.
func (e *echoes) returns(sum uint64) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.forget()
	i := slices.IndexFunc(e.due, func(d echo) bool { return d.sum == sum })
	if i < 0 {
		return false
	}
	e.due = slices.Delete(e.due, i, i+1)
	return true
}

// forget drops what is too old; the caller holds mu.
func (e *echoes) forget() {
	now := e.now()
	e.due = slices.DeleteFunc(e.due, func(d echo) bool { return now.Sub(d.sent) > echoLasts })
}
