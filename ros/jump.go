package ros

import (
	"slices"
	"time"
)

// Jump is a leap of a clock.
type Jump struct {
	From, To      time.Time
	SourceChanged bool // between the system's time and /clock
}

// Forward returns how far the clock went, negative if it went back.
func (j Jump) Forward() time.Duration { return j.To.Sub(j.From) }

// JumpThreshold is the smallest jump that is reported.
type JumpThreshold struct {
	Forward  time.Duration // smallest step ahead; 0: never
	Backward time.Duration // smallest step back; 0: any
	Source   bool          // every change of the source, however far
}

func (t JumpThreshold) met(j Jump) bool {
	d := j.Forward()
	return t.Source && j.SourceChanged || t.Forward > 0 && d >= t.Forward || d < 0 && -d >= t.Backward
}

type jumpHandler struct {
	threshold JumpThreshold
	handle    func(Jump)
}

// OnJump calls handle, in the goroutine that sets the clock, each time the clock
// goes back. Handlers must not wait on the clock. The system clock never jumps.
func (c *Clock) OnJump(handle func(from, to time.Time)) {
	c.OnJumps(JumpThreshold{}, func(j Jump) { handle(j.From, j.To) })
}

// OnJumps calls handle, as OnJump does, for each jump that meets the threshold,
// until forget is called.
func (c *Clock) OnJumps(t JumpThreshold, handle func(Jump)) (forget func()) {
	h := &jumpHandler{threshold: t, handle: handle}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.jumps = append(slices.Clip(c.jumps), h)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.jumps = slices.DeleteFunc(slices.Clone(c.jumps), func(o *jumpHandler) bool { return o == h })
	}
}

func (j Jump) tell(handlers []*jumpHandler) {
	for _, h := range handlers {
		if h.threshold.met(j) {
			h.handle(j)
		}
	}
}
