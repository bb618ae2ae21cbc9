package simulator

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"gonao/internal/latest"
	"gonao/sim"
	"gonao/sim/carrier"
	"gonao/sim/lolaserver"
)

// physics is the world as the physics' goroutine steps it, with what other goroutines want
// of it.
type physics struct {
	world    *sim.World
	targets  []latest.Value[carrier.Position] // of each carrier
	requests chan request                     // of the services
	tuned    atomic.Pointer[sim.Config]       // parameters that have changed since the last cycle
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

func newPhysics(w *sim.World) *physics {
	return &physics{
		world: w, requests: make(chan request, requestsAtOnce),
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

// serve does what was requested since the last cycle.
func (p *physics) serve() {
	for {
		select {
		case r := <-p.requests:
			r.done <- r.do(p.world)
		default:
			return
		}
	}
}
