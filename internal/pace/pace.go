// Package pace holds the speed at which a simulated world is stepped, and whether it is paused. gonao's simulator
// and the bridge to Gazebo share it.
package pace

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"gonao/internal/latest"
)

// Slowest and Fastest are the limits of a pace's speed, as multiples of real time.
const (
	Slowest = 0.1
	fastest = 10.0
)

// Pace holds the speed of a world, and whether it stands still. One goroutine, the stepper, steps the
// world: it calls Stand, Admit and Count. The other methods may be called from any goroutine.
type Pace struct {
	changed chan struct{} // holds one token; received by the stepper

	mu      sync.Mutex
	paused  bool
	speed   float64 // as a multiple of real time; 0: as fast as the commands come
	made    uint64  // cycles
	making  bool    // a cycle has been admitted and not made yet
	allowed uint64  // cycles that a paused world may have made
	waiting []waiter
	stills  []chan struct{} // closed when the world stands
	still   bool            // the world stands
	stood   time.Duration   // on the stepper's clock
}

// waiter is a call of Step that blocks until so many cycles were made.
type waiter struct {
	until uint64
	done  chan struct{}
}

// New returns a pace of a world that runs: at real time, or with speed 0 as fast as the commands
// come.
func New(speed float64) *Pace { return &Pace{changed: make(chan struct{}, 1), speed: speed} }

// Pause stops the world and blocks until it stands still, or ctx ends.
func (p *Pace) Pause(ctx context.Context) error {
	p.mu.Lock()
	p.pause()
	still := make(chan struct{})
	if p.still {
		close(still)
	} else {
		p.stills = append(p.stills, still)
	}
	p.mu.Unlock()
	p.Wake()
	select {
	case <-still:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pause must be called with mu held.
func (p *Pace) pause() {
	if p.paused {
		return
	}
	p.paused, p.allowed = true, p.made
	if p.making {
		p.allowed++
	}
}

// Resume continues the world.
func (p *Pace) Resume() {
	p.mu.Lock()
	p.paused = false
	for _, c := range p.stills { // the pause for which they wait is over
		close(c)
	}
	p.stills = nil
	p.mu.Unlock()
	p.Wake()
}

// Step pauses the world, allows it some more cycles and blocks until they are made. If ctx ends
// first, the remaining cycles are not made.
func (p *Pace) Step(ctx context.Context, cycles uint64) error {
	p.mu.Lock()
	p.pause()
	p.allowed += cycles
	w := waiter{p.allowed, make(chan struct{})}
	p.waiting = append(p.waiting, w)
	p.release()
	p.mu.Unlock()
	p.Wake()
	select {
	case <-w.done:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = slices.DeleteFunc(p.waiting, func(o waiter) bool { return o.done == w.done })
	p.allowed = min(p.allowed, p.made)
	return ctx.Err()
}

// SetSpeed sets the largest speed of the world as a multiple of real time; with 0 it runs as fast as the
// commands come.
func (p *Pace) SetSpeed(speed float64) error {
	if speed != 0 && !(speed >= Slowest && speed <= fastest) {
		return fmt.Errorf("speed %g: expected %g to %g times real time, or 0 for as fast as it goes", speed, Slowest, fastest)
	}
	p.mu.Lock()
	p.speed = speed
	p.mu.Unlock()
	p.Wake()
	return nil
}

// State reports whether the world is paused, and its speed.
func (p *Pace) State() (paused bool, speed float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.paused, p.speed
}

// Stood returns the time that the world has stood still so far, without the present pause.
func (p *Pace) Stood() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stood
}

// Wake makes the stepper look for work, also while the world stands.
func (p *Pace) Wake() {
	latest.Notify(p.changed)
}

// Changed returns the channel on which the stepper receives that something has changed.
func (p *Pace) Changed() <-chan struct{} { return p.changed }

// stands reports whether the next cycle must wait; mu must be held.
func (p *Pace) stands() bool { return p.paused && p.made >= p.allowed }

// Admit reports whether the next cycle may be made now. If so, the caller must make it and call Count.
func (p *Pace) Admit() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.making = !p.stands()
	return p.making
}

// Count counts a cycle that was made.
func (p *Pace) Count() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made++
	p.making = false
	p.release()
}

// release ends the calls of Step whose cycles are made; mu must be held.
func (p *Pace) release() {
	p.waiting = slices.DeleteFunc(p.waiting, func(w waiter) bool {
		if p.made < w.until {
			return false
		}
		close(w.done)
		return true
	})
}

// Stand records whether the world must stand still now, and reports that.
func (p *Pace) Stand() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.still = p.stands()
	if p.still {
		for _, c := range p.stills {
			close(c)
		}
		p.stills = nil
	}
	return p.still
}

// AddStood adds a time in which the world stood still.
func (p *Pace) AddStood(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stood += d
}

// Period returns the real time between two cycles whose simulated time is cycle; 0 if the world runs as
// fast as the commands come.
func (p *Pace) Period(cycle time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.speed == 0 {
		return 0
	}
	return time.Duration(float64(cycle) / p.speed)
}
