package lolaserver

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"gonao/nao"
)

// Slowest and Fastest are the limits of a pace's speed, by real time.
const (
	Slowest = 0.1
	Fastest = 10.0
)

// Pace holds how fast a group steps its world, and whether the world stands. Its methods may be
// called from any goroutine. While the world stands, no frame is sent: the robots' clients wait.
type Pace struct {
	changed chan struct{} // holds one token; received by the group

	mu      sync.Mutex
	paused  bool
	speed   float64 // by real time; 0: as fast as the commands come
	made    uint64  // cycles
	making  bool    // a cycle has been admitted that is not made yet
	allowed uint64  // cycles that a paused world may have made
	waiting []waiter
	stills  []chan struct{} // closed when the world stands
	still   bool            // the world stands
	stood   time.Duration   // on the group's clock
}

// waiter is a call of Step that blocks until so many cycles were made.
type waiter struct {
	until uint64
	done  chan struct{}
}

// NewPace returns a pace of a world that runs: at real time, or with speed 0 as fast as the commands
// come.
func NewPace(speed float64) *Pace { return &Pace{changed: make(chan struct{}, 1), speed: speed} }

// Pause makes the world stand and blocks until it does, or ctx ends.
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

// Resume makes the world go on.
func (p *Pace) Resume() {
	p.mu.Lock()
	p.paused = false
	for _, c := range p.stills { // whoever waits for the pause waits for something that is over
		close(c)
	}
	p.stills = nil
	p.mu.Unlock()
	p.Wake()
}

// Step pauses the world, allows it some more cycles and blocks until they are made. When ctx ends
// first, the cycles that are left are not made.
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

// SetSpeed sets how many times as fast as real time the world runs at most; 0 is as fast as the
// commands come.
func (p *Pace) SetSpeed(speed float64) error {
	if speed != 0 && !(speed >= Slowest && speed <= Fastest) {
		return fmt.Errorf("speed %g: expected %g to %g times real time, or 0 for as fast as it goes", speed, Slowest, Fastest)
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

// Stood returns how long the world has stood so far, without the pause of this moment.
func (p *Pace) Stood() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stood
}

// Wake makes a world that stands, or waits for commands, look for work of [Idler].
func (p *Pace) Wake() { signal(p.changed) }

// stands reports whether the next cycle must wait; mu must be held.
func (p *Pace) stands() bool { return p.paused && p.made >= p.allowed }

// admit reports whether the next cycle may be made now; then it must be, and count be called.
func (p *Pace) admit() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.making = !p.stands()
	return p.making
}

// count counts a cycle that was made.
func (p *Pace) count() {
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

// stand sets whether the world stands now and reports whether it has to.
func (p *Pace) stand() bool {
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

// addStood adds a time that the world stood.
func (p *Pace) addStood(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stood += d
}

// period returns the time between two cycles; 0 for as fast as the commands come.
func (p *Pace) period() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.speed == 0 {
		return 0
	}
	return time.Duration(float64(nao.CyclePeriod) / p.speed)
}

// Idler is a World with work that can be done between two cycles while the world stands, such as to
// put a thing elsewhere.
type Idler interface {
	// Idle does the work that waits and reports whether it changed anything that is passed on
	// after a cycle.
	Idle() bool
}

// hold blocks while the world stands. Clients that come meanwhile get the frame of this cycle.
func (g *Group) hold(ctx context.Context) {
	if !g.cfg.Pace.stand() {
		return
	}
	begin := g.cfg.Clock.Now()
	for first := true; g.cfg.Pace.stand() && ctx.Err() == nil; first = false {
		if first {
			g.pass(0) // that it stands
		}
		g.awaitNews(ctx)
		g.greet()
	}
	g.cfg.Pace.addStood(g.cfg.Clock.Now() - begin)
}

// idle does the world's work that needs no cycle.
func (g *Group) idle() {
	if w, ok := g.world.(Idler); ok && w.Idle() {
		g.pass(0)
	}
}

// pass passes on how the world stands.
func (g *Group) pass(behind time.Duration) {
	g.after(Cycle{State: &g.servers[0].state, Late: behind})
}
