// Package simulator is the node that is a NAO in a MuJoCo world: physics, sensors
// and motors behind the robot's own LoLA socket, and what a simulator knows besides.
//
//	serves      LoLA on a Unix socket (/tmp/robocup)        one client, 83.3 Hz
//	publishes   /clock                   rosgraph_msgs/Clock         every cycle, 83.3 Hz
//	publishes   ground_truth             gonao_msgs/GroundTruth      every cycle, best effort
//	publishes   carrier_state            gonao_msgs/CarrierState     every cycle, best effort
//	publishes   simulator_stats          gonao_msgs/SimulatorStats   once a second
//	publishes   camera/top/image_raw     sensor_msgs/Image           30 Hz, while subscribed
//	publishes   camera/top/camera_info   sensor_msgs/CameraInfo      with each image
//	publishes   camera/bottom/…          the same                    the same
//	subscribes  carrier_command          gonao_msgs/CarrierCommand   where a ball shall go
//	serves      simulator/push           gonao_msgs/PushObject       robot, link or ball: an impulse
//	serves      simulator/pull           gonao_msgs/PullObject       the same: towards a point
//	serves      simulator/place          gonao_msgs/PlaceObject      robot or ball: elsewhere
//	serves      simulator/reset          std_srvs/Trigger            all back to the start; time goes on
//
// Time starts at 0 with the process; who comes back after a crash makes the others'
// clocks jump back. Stamps are the simulated time of what they belong to.
//
// When the context ends while a LoLA client is connected, the node goes on until
// that one has gone, at most for linger_sec: on Ctrl-C, which reaches everybody at
// once, the driver lets the robot down.
package simulator

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"gonao/internal/latest"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/param"
	"gonao/sim"
	"gonao/sim/carrier"
	"gonao/sim/lolaserver"
	"gonao/sim/world"
)

// Run runs the node until ctx ends and the LoLA client has gone.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	if err := param.Check(&cfg); err != nil {
		return err
	}
	w, err := world.Load(cfg.World)
	if err != nil {
		return err
	}
	setup := cfg.simulation(w)
	server, err := lolaserver.Listen(lolaserver.Config{
		Path: cfg.Socket, Lockstep: cfg.Lockstep, Initial: standing(setup.Start),
		Robot: [4]string{cfg.BodyID, cfg.BodyVersion, cfg.HeadID, cfg.HeadVersion},
		Logf:  func(format string, args ...any) { n.Log.Warn(fmt.Sprintf(format, args...)) },
	})
	if err != nil {
		return err
	}
	defer server.Close() //nolint:errcheck // Run has closed it; before Run there is nothing to lose
	s, err := sim.New(setup)
	if err != nil {
		return err
	}
	defer s.Close()

	body := &body{Simulation: s, orders: make([]latest.Value[carrier.Position], len(s.CarrierNames())), hands: make(chan order, ordersAtOnce)}
	cameras, err := startCameras(n, s, cfg)
	if err != nil {
		return err
	}
	defer cameras.close()
	publisher, err := newPublisher(n, s, server, cameras)
	if err != nil {
		return err
	}
	if err := takeOrders(n, body); err != nil {
		return err
	}
	if err := lendHands(n, body); err != nil {
		return err
	}
	if err := letTune(n, w, body, cameras); err != nil {
		return err
	}
	n.Log.Info("simulating", "world", cfg.World, "socket", cfg.Socket, "lockstep", cfg.Lockstep)
	ctx, stop := outlast(ctx, n, server, time.Duration(cfg.LingerSec*float64(time.Second)))
	defer stop()
	return work(ctx, n, cfg.RealtimePriority, server, body, publisher)
}

// letTune takes changes of parameters: the cameras' at the next image, the physics'
// before the next cycle.
func letTune(n *ros.Node, w world.World, b *body, c *cameras) error {
	return ros.OnReconfigure(n, func(cfg Config) error {
		if err := c.thread.Tune(cfg.cameraOptions(n.HoldsImages())); err != nil {
			return err
		}
		setup := cfg.simulation(w)
		b.tuned.Store(&setup)
		return nil
	})
}

// outlast gives a context that ends after ctx, once no LoLA client is connected, but at
// the latest after limit, or with stop.
func outlast(ctx context.Context, n *ros.Node, server *lolaserver.Server, limit time.Duration) (longer context.Context, stop func()) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		defer cancel()
		bounded, done := context.WithTimeout(longer, limit)
		defer done()
		server.AwaitNoClient(bounded)
		if longer.Err() == nil && bounded.Err() != nil && limit > 0 {
			n.Log.Warn("ending although a LoLA client is connected", "linger_sec", limit.Seconds())
		}
	})
	return longer, func() { forget(); cancel() }
}

// work steps the physics in a thread of its own and publishes in another, until ctx
// ends or one of them cannot go on. Both ask for real-time priority, the physics
// for the higher one: a late /clock holds up everybody else.
func work(ctx context.Context, n *ros.Node, priority int, server *lolaserver.Server, body *body, p *publisher) error {
	// A locked thread that comes back from sleep needs one of Go's processors at
	// once, not when another goroutine is through with it: have more than cores.
	runtime.GOMAXPROCS(runtime.NumCPU() + 2)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	var physics, publishing error
	wg.Go(func() {
		defer cancel()
		if err := hurry(priority); err != nil {
			n.Log.Warn("cycles may be late", "error", err)
		}
		physics = server.Run(ctx, body, p.note)
	})
	wg.Go(func() {
		defer cancel()
		_ = hurry(priority / 2) // what is refused here is refused there, and said
		publishing = p.run(ctx)
	})
	wg.Wait()
	return errors.Join(physics, publishing)
}

// hurry asks for real-time priority for the calling goroutine's thread; 0 does not ask.
func hurry(priority int) error {
	if priority == 0 {
		return nil
	}
	return ros.Realtime(priority)
}

// body is the simulation with the orders for its carriers, which come from another
// goroutine.
type body struct {
	*sim.Simulation
	orders []latest.Value[carrier.Position] // per carrier
	hands  chan order                       // of the services
	tuned  atomic.Pointer[sim.Config]       // what was changed since the last cycle
}

// Step takes the carriers' orders and advances the simulation by one cycle.
func (b *body) Step(command *nao.Command) error {
	if setup := b.tuned.Swap(nil); setup != nil {
		if err := b.Tune(*setup); err != nil {
			return err
		}
	}
	b.obey()
	for i := range b.orders {
		if to, isNew := b.orders[i].Get(); isNew {
			b.SendCarrier(i, *to)
		}
	}
	return b.Simulation.Step(command)
}
