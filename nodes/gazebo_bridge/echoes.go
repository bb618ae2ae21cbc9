package gazebobridge

import (
	"slices"
	"sync"
	"time"
)

// echoLasts is the longest time in which a message comes back from ROS. If an echo is lost, an equal message of another
// publisher is held back until then, but not forever.
const echoLasts = time.Second

// echoes holds the messages that a link has published in ROS and will receive there itself.
type echoes struct {
	now func() time.Time // wall time

	mu     sync.Mutex
	active bool // the link receives its own messages
	due    []echo
}

type echo struct {
	sum  uint64
	sent time.Time
}

// reset forgets all echoes and sets whether the link receives its own messages.
func (e *echoes) reset(active bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.active, e.due = active, nil
}

// expect adds a message that is about to be published.
func (e *echoes) expect(sum uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.forget()
	if e.active {
		e.due = append(e.due, echo{sum, e.now()})
	}
}

// returns reports whether a message is an echo, and removes the echo.
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

// forget removes echoes that are too old; the caller holds mu.
func (e *echoes) forget() {
	now := e.now()
	e.due = slices.DeleteFunc(e.due, func(d echo) bool { return now.Sub(d.sent) > echoLasts })
}
