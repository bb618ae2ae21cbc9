package ros

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Clock is a node's source of time: the system's, or one that Set moves (the
// /clock topic, a test). Its methods may be called from any goroutine.
//
// A simulated clock that has not been set stands at time.Unix(0, 0); waits on it start to count with the first Set.
// While it is not set it stands still, and waits continue (a paused simulation). When Set goes back (the simulator was
// restarted), waits keep their remaining time, ticks start a new period, and the OnJump handlers are called. The same
// holds when use_sim_time changes while the node runs, except that After keeps the source it began with.
//
// Timeouts that must not depend on a simulation, such as that of a call, use a context.
type Clock struct {
	system atomic.Bool

	mu       sync.Mutex
	now      time.Time // simulated time
	started  bool
	waiters  []*waiter // few, so a list serves
	jumps    []*jumpHandler
	switched chan struct{} // closed when the source changes, then replaced
}

type waiter struct {
	due    time.Time
	wait   time.Duration // time until due, while the clock has not started
	period time.Duration // 0: once
	c      chan time.Time
}

// NewSystemClock returns a clock on the system's time.
func NewSystemClock() *Clock {
	c := NewSimClock()
	c.system.Store(true)
	return c
}

// NewSimClock returns a clock that stands still until Set moves it.
func NewSimClock() *Clock { return &Clock{now: time.Unix(0, 0), switched: make(chan struct{})} }

// Now returns the present time.
func (c *Clock) Now() time.Time {
	if c.system.Load() {
		return time.Now()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Simulated reports whether Set moves the clock.
func (c *Clock) Simulated() bool { return !c.system.Load() }

// Started reports whether the clock has a time: false for a simulated clock that has not been set yet.
func (c *Clock) Started() bool {
	if c.system.Load() {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started
}

// Set sets a simulated clock. It panics on the system's.
func (c *Clock) Set(now time.Time) {
	if !c.follow(now) {
		panic("ros: the system clock cannot be set")
	}
}

// follow is Set, but it does nothing and returns false if the clock is the system's.
func (c *Clock) follow(now time.Time) bool {
	c.mu.Lock()
	if c.system.Load() {
		c.mu.Unlock()
		return false
	}
	jump, first := Jump{From: c.now, To: now}, !c.started
	for _, w := range c.waiters {
		switch {
		case first:
			w.due = now.Add(w.wait)
		case now.Before(c.now) && w.period > 0:
			w.due = now.Add(w.period)
		case now.Before(c.now):
			w.due = now.Add(w.due.Sub(c.now))
		}
	}
	c.now, c.started = now, true
	handlers := c.jumps
	c.mu.Unlock()

	if !first {
		jump.tell(handlers)
	}
	c.wake()
	return true
}

// simulate changes the source: to a simulated one that has not started yet, or to the system's.
func (c *Clock) simulate(on bool) {
	from := c.Now()
	c.mu.Lock()
	if c.system.Load() != on {
		c.mu.Unlock()
		return
	}
	if on {
		c.now, c.started = time.Unix(0, 0), false
	}
	c.system.Store(!on)
	close(c.switched)
	c.switched = make(chan struct{})
	handlers := c.jumps
	c.mu.Unlock()
	Jump{From: from, To: c.Now(), SourceChanged: true}.tell(handlers)
}

// wake ends the waits that are due.
func (c *Clock) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiters = slices.DeleteFunc(c.waiters, func(w *waiter) bool {
		if w.due.After(c.now) {
			return false
		}
		select {
		case w.c <- c.now:
		default: // the receiver has not read the last one yet
		}
		if w.period > 0 {
			missed := c.now.Sub(w.due) / w.period
			w.due = w.due.Add((missed + 1) * w.period)
		}
		return w.period == 0
	})
}

func (c *Clock) add(wait, period time.Duration) *waiter {
	w := &waiter{wait: wait, period: period, c: make(chan time.Time, 1)}
	c.mu.Lock()
	defer c.mu.Unlock()
	w.due = c.now.Add(wait)
	if c.started && wait <= 0 {
		w.c <- c.now
		return w
	}
	c.waiters = append(c.waiters, w)
	return w
}

func (c *Clock) remove(w *waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiters = slices.DeleteFunc(c.waiters, func(o *waiter) bool { return o == w })
}

// left returns how long a waiter on simulated time still has to wait.
func (c *Clock) left(w *waiter) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.started {
		return w.wait
	}
	return w.due.Sub(c.now)
}

// source returns the present source, and a channel that is closed when it changes.
func (c *Clock) source() (system bool, switched <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.system.Load(), c.switched
}

// After returns a channel that receives the time once d has passed.
func (c *Clock) After(d time.Duration) <-chan time.Time {
	if c.system.Load() {
		return time.After(d)
	}
	return c.add(d, 0).c
}

// Sleep blocks for d. It returns ctx's error if ctx ends first.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	for {
		done, rest := c.sleep(ctx, d)
		if done {
			return context.Cause(ctx)
		}
		if rest <= 0 {
			return nil
		}
		d = rest // on the new source
	}
}

// sleep waits for d by one source; done means that ctx ended.
func (c *Clock) sleep(ctx context.Context, d time.Duration) (done bool, rest time.Duration) {
	system, switched := c.source()
	var due <-chan time.Time
	var left func() time.Duration
	if system {
		timer, end := time.NewTimer(d), time.Now().Add(d)
		defer timer.Stop()
		due, left = timer.C, func() time.Duration { return time.Until(end) }
	} else {
		w := c.add(d, 0)
		defer c.remove(w)
		due, left = w.c, func() time.Duration { return c.left(w) }
	}
	select {
	case <-due:
		return false, 0
	case <-ctx.Done():
		return true, 0
	case <-switched:
		return false, left()
	}
}

// Tick yields the present time at every multiple of period from now until ctx ends, first after one period. A slow
// loop misses ticks and never gets two for one period. It does not allocate per tick. It panics unless period > 0.
func (c *Clock) Tick(ctx context.Context, period time.Duration) iter.Seq[time.Time] {
	if period <= 0 {
		panic(fmt.Sprintf("ros: tick period %v: expected more than 0", period))
	}
	return func(yield func(time.Time) bool) {
		for c.tick(ctx, period, yield) {
			continue // the source has changed: ticks continue by the new one
		}
	}
}

// tick yields on one source and reports whether to continue on another.
func (c *Clock) tick(ctx context.Context, period time.Duration, yield func(time.Time) bool) bool {
	system, switched := c.source()
	var ticks <-chan time.Time
	if system {
		ticker := time.NewTicker(period)
		defer ticker.Stop()
		ticks = ticker.C
	} else {
		w := c.add(period, period)
		defer c.remove(w)
		ticks = w.c
	}
	for {
		select {
		case <-ctx.Done():
			return false
		case <-switched:
			return true
		case <-ticks:
		}
		if ctx.Err() != nil || !yield(c.Now()) {
			return false
		}
	}
}
