package simulator

import (
	"context"
	"slices"
	"time"

	"gonao/internal/pace"
	"gonao/msgs"
	"gonao/ros"
	"gonao/sim"
	"gonao/sim/lolaserver"
)

// endSpeed is how fast a world runs at the end, by real time, once nobody commands any more: letting a robot down takes 3 s.
const endSpeed = 3

// endsToo is how long a driver may take to begin to let its robot down after the simulator was told to end.
const endsToo = time.Second

// end is the end of a world whose robots have drivers.
type end struct {
	n       *ros.Node
	group   *lolaserver.Group
	pace    *pace.Pace
	drivers []*driverReports
	limit   time.Duration
}

// extend returns a context that ends after ctx, once no LoLA client is connected or all drivers continue, but at the latest after
// the limit, or with stop. A paused world continues, so that the clients can let their robots down.
func (e *end) extend(ctx context.Context) (longer context.Context, stop func()) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		defer cancel()
		e.await(longer)
	})
	return longer, func() { forget(); cancel() }
}

// await blocks until the world may end, or ctx ends.
func (e *end) await(ctx context.Context) {
	e.pace.Resume()
	ctx, done := context.WithCancel(ctx)
	defer done()
	reports := e.collect(ctx)
	left := make(chan struct{})
	go func() {
		e.group.AwaitNoClient(ctx)
		close(left)
	}()
	clock := ros.NewSystemClock()
	late, limit := clock.After(endsToo), clock.After(e.limit)
	for isLate := false; ; {
		switch {
		case slices.ContainsFunc(e.drivers, (*driverReports).letsDown):
			e.hurry()
		case isLate && !slices.ContainsFunc(e.drivers, (*driverReports).silent):
			e.n.Log.Info("ending alone: the drivers go on")
			return
		case isLate: // a program that reports nothing may let its robot down
			e.hurry()
		}
		select {
		case <-left:
			return
		case <-limit:
			if e.limit > 0 {
				e.n.Log.Warn("ending although a LoLA client is connected", "linger_sec", e.limit.Seconds())
			}
			return
		case r := <-reports:
			r.driver.last = r.state
		case <-late:
			isLate = true
		}
	}
}

// hurry makes the world run fast. A robot that walks would fall then, if its commands come late.
func (e *end) hurry() {
	if _, speed := e.pace.State(); speed != 0 {
		_ = e.pace.SetSpeed(max(speed, endSpeed)) // it is within the limits
	}
}

// driverReports are the reports of a robot's driver.
type driverReports struct {
	Guards *ros.Subscription[msgs.GuardState] `topic:"{robot}guard_state" qos:"reliable, transient local, depth 1" doc:"at the end: whether the driver lets its robot down or goes on"`
	last   uint8                              // GuardState.state; unknown before the first one since the end began
}

// openDriverReports subscribes to the reports of the drivers of all robots.
func openDriverReports(n *ros.Node, bodies []*sim.Body) ([]*driverReports, error) {
	var all []*driverReports
	for _, body := range bodies {
		d := &driverReports{}
		if err := ros.Open(n, d, "{robot}", body.Prefix()); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// driverReport is a report of a driver.
type driverReport struct {
	driver *driverReports
	state  uint8
}

// collect returns a channel with the reports of all drivers from now on, until ctx ends.
func (e *end) collect(ctx context.Context) <-chan driverReport {
	all := make(chan driverReport)
	for _, d := range e.drivers {
		for range len(d.Guards.C()) { // reports from before the end; Ctrl-C may have reached the driver first
			if m := <-d.Guards.C(); m.State == msgs.GuardStateLettingDown {
				d.last = m.State
			}
		}
		go func() {
			for {
				select {
				case m := <-d.Guards.C():
					select {
					case all <- driverReport{d, m.State}:
					case <-ctx.Done():
						return
					}
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	return all
}

// letsDown reports whether the driver lets its robot down.
func (d *driverReports) letsDown() bool { return d.last == msgs.GuardStateLettingDown }

// silent reports whether the driver has reported nothing since the end began.
func (d *driverReports) silent() bool { return d.last == msgs.GuardStateUnknown }
