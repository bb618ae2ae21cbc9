package simulator

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"gonao/internal/latest"
	"gonao/internal/pace"
	"gonao/sim"
	"gonao/sim/carrier"
	"gonao/sim/lolaserver"
)

// physics is the world that the physics' goroutine steps, with the requests of other goroutines.
type physics struct {
	world    *sim.World
	pace     *pace.Pace
	targets  []latest.Value[carrier.Position] // of each carrier
	requests chan request                     // of the services
	tuned    atomic.Pointer[sim.Config]       // parameters that have changed since the last cycle
	stale    atomic.Bool                      // a client needs the state of the paused world
}

// request is work of a service on the world, done between two cycles.
type request struct {
	do   func(*sim.World) error
	done chan error
}

// requestsAtOnce is how many requests may wait for the next cycle.
const requestsAtOnce = 16

// requestTimeout is how long a request waits for it.
const requestTimeout = 2 * time.Second

var errStill = errors.New("the simulation stands still: in lockstep it goes on with the commands of a LoLA client")

func newPhysics(w *sim.World, pace *pace.Pace) *physics {
	return &physics{
		world: w, pace: pace, requests: make(chan request, requestsAtOnce),
		targets: make([]latest.Value[carrier.Position], len(w.CarrierNames())),
	}
}

// bodies returns the robots for the LoLA servers.
func (p *physics) bodies() []lolaserver.Body {
	var bodies []lolaserver.Body
	for _, b := range p.world.Bodies() {
		bodies = append(bodies, b)
	}
	return bodies
}

// request does something with the world before the next cycle and blocks until it is done.
func (p *physics) request(ctx context.Context, do func(*sim.World) error) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	r := request{do: do, done: make(chan error, 1)}
	select {
	case p.requests <- r:
		p.pace.Wake()
	case <-ctx.Done():
		return errStill
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		return errStill
	}
}

// Step applies changed parameters, requests and the carriers' targets, and advances the
// world by one cycle.
func (p *physics) Step() error {
	if cfg := p.tuned.Swap(nil); cfg != nil {
		if err := p.world.Tune(*cfg); err != nil {
			return err
		}
	}
	p.serve()
	for i := range p.targets {
		if to, isNew := p.targets[i].Get(); isNew {
			p.world.SendCarrier(i, *to)
		}
	}
	return p.world.Step()
}

// refresh makes a world that stands be passed on again, and drawn where that is wanted.
func (p *physics) refresh() {
	p.stale.Store(true)
	p.pace.Wake()
}

// Idle carries out requests while the world is paused.
func (p *physics) Idle() bool { return p.serve() || p.stale.Swap(false) }

// serve carries out the requests since the last cycle, and reports whether there were any.
func (p *physics) serve() (something bool) {
	for {
		select {
		case r := <-p.requests:
			r.done <- r.do(p.world)
			something = true
		default:
			return something
		}
	}
}
