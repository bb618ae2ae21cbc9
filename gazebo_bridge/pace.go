package gazebobridge

import (
	"context"
	"fmt"
	"time"

	"gonao/body"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
)

// lockstepPeriod is the wall time that the server's loop takes at least. It takes an order at
// the end of a turn and carries it out in the next, so that a world whose loop keeps real time
// with steps of 12 ms would make one in 24 ms.
const lockstepPeriod = 2 * time.Millisecond

// quickenServer makes the server's loop turn so fast that steps are made soon after they were
// asked for; [pace] keeps the time instead.
func (r *robot) quickenServer(ctx context.Context) error {
	if !offers(r.node.Services(), r.names.SetPhysics()) {
		return nil // it works, slower
	}
	var done gzmsgs.Boolean
	q := &gzmsgs.Physics{MaxStepSize: r.step.Seconds(), RealTimeFactor: r.step.Seconds() / lockstepPeriod.Seconds()}
	if err := r.node.Ask(ctx, r.world.Generation, r.names.SetPhysics(), q, &done); err != nil {
		return err
	}
	if !done.GetData() {
		return fmt.Errorf("service %s: %w", r.names.SetPhysics(), transport.ErrRefused)
	}
	return nil
}

// pace keeps a world in lockstep from running faster than it may.
type pace struct {
	at   time.Duration // a time of the world
	wall time.Time     // and when it was there
}

// late is how far behind a world may be without being caught up; more is lost.
const late = 100 * time.Millisecond

// keep waits until the world may go on from a time. The zero value of most waits for nothing.
func (p *pace) keep(ctx context.Context, clock body.Clock, most float64, at time.Duration) {
	if most <= 0 {
		return
	}
	now := clock.Now()
	ahead := p.wall.Add(time.Duration(float64(at-p.at) / most)).Sub(now)
	if ahead < -late || ahead > time.Second { // it begins, is late, or was set back
		p.at, p.wall = at, now
		return
	}
	if ahead > 0 {
		clock.Sleep(ctx, ahead) //nolint:errcheck // ended early, the next cycle lets the robot down
	}
}
