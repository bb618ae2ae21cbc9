package ros

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"
)

// Clock is a node's source of time: the system's, or one that Set moves (the
// /clock topic, a test). Its methods may be called from any goroutine.
//
// A clock that nobody has set yet stands at time.Unix(0, 0); what waits on it
// starts to count with the first Set. When Set goes back (the simulator was
// started again), waits keep what was left of them, ticks start a new period,
// and the OnJump handlers are called.
type Clock struct {
	system bool

	mu      sync.Mutex
	now     time.Time
	started bool
	waiters []*waiter // few, so a list serves
	jumps   []func(from, to time.Time)
}

type waiter struct {
	due    time.Time
	wait   time.Duration // until due, while the clock has not started
	period time.Duration // 0: once
	c      chan time.Time
}

// NewSystemClock is the system's time.
func NewSystemClock() *Clock { return &Clock{system: true} }

// NewSimClock is a clock that stands still until Set moves it.
func NewSimClock() *Clock { return &Clock{now: time.Unix(0, 0)} }

// Now is the present time.
func (c *Clock) Now() time.Time {
	if c.system {
		return time.Now()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Simulated tells whether the clock is moved by Set.
func (c *Clock) Simulated() bool { return !c.system }

// Started is false for a simulated clock that has not been set yet.
func (c *Clock) Started() bool {
	if c.system {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started
}

// OnJump calls handle, in the goroutine that sets the clock, each time the clock
// goes back. Handlers must not wait on the clock. The system clock never jumps.
func (c *Clock) OnJump(handle func(from, to time.Time)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.jumps = append(c.jumps, handle)
}

// Set moves a simulated clock. It panics on the system's.
func (c *Clock) Set(now time.Time) {
	if c.system {
		panic("ros: the system clock cannot be set")
	}
	c.mu.Lock()
	from, jumped := c.now, c.started && now.Before(c.now)
	for _, w := range c.waiters {
		switch {
		case !c.started:
			w.due = now.Add(w.wait)
		case jumped && w.period > 0:
			w.due = now.Add(w.period)
		case jumped:
			w.due = now.Add(w.due.Sub(from))
		}
	}
	c.now, c.started = now, true
	handlers := c.jumps
	c.mu.Unlock()

	if jumped {
		for _, handle := range handlers {
			handle(from, now)
		}
	}
	c.wake()
}

// wake releases what is due.
func (c *Clock) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiters = slices.DeleteFunc(c.waiters, func(w *waiter) bool {
		if w.due.After(c.now) {
			return false
		}
		select {
		case w.c <- c.now:
		default: // it has not taken the last one yet
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

// After gives the time once d has passed.
func (c *Clock) After(d time.Duration) <-chan time.Time {
	if c.system {
		return time.After(d)
	}
	return c.add(d, 0).c
}

// Sleep waits for d, or returns ctx's error when that ends first.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	if c.system {
		timer := time.NewTimer(d)
		defer timer.Stop()
		return waitFor(ctx, timer.C)
	}
	w := c.add(d, 0)
	defer c.remove(w)
	return waitFor(ctx, w.c)
}

func waitFor(ctx context.Context, done <-chan time.Time) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Tick yields the present time at every multiple of period from now until ctx
// ends, first after one period. A slow loop misses ticks, it never gets two for
// one period. It allocates nothing per tick. It panics unless period > 0.
func (c *Clock) Tick(ctx context.Context, period time.Duration) iter.Seq[time.Time] {
	if period <= 0 {
		panic(fmt.Sprintf("ros: tick period %v: expected more than 0", period))
	}
	return func(yield func(time.Time) bool) {
		var ticks <-chan time.Time
		if c.system {
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
				return
			case <-ticks:
			}
			if ctx.Err() != nil || !yield(c.Now()) {
				return
			}
		}
	}
}
