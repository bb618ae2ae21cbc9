package gazebobridge

import (
	"context"
	"fmt"
	"time"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/nao/body"
)

// lockstepPeriod is the shortest wall time of a turn of the server's loop. The loop accepts a request at the end of
// a turn and executes it in the next one, so a world whose loop kept real time with steps of 12 ms would make one
// step in 24 ms.
const lockstepPeriod = 2 * time.Millisecond

// quickenServer makes the server's loop turn so fast that requested steps are made soon. Then [pace] keeps the
// time.
func (r *robot) quickenServer(ctx context.Context) error {
	if !offers(r.node.Services(), r.names.SetPhysics()) {
		return nil // it works, but slower
	}
	return r.setPhysics(ctx, r.step, r.step.Seconds()/lockstepPeriod.Seconds())
}

// setPhysics sets the length of a step of the server, and how fast its loop turns by real time.
func (r *robot) setPhysics(ctx context.Context, step time.Duration, factor float64) error {
	var done gzmsgs.Boolean
	q := &gzmsgs.Physics{MaxStepSize: step.Seconds(), RealTimeFactor: factor}
	if err := r.node.Ask(ctx, r.world.Generation, r.names.SetPhysics(), q, &done); err != nil {
		return err
	}
	if !done.GetData() {
		return fmt.Errorf("service %s: %w", r.names.SetPhysics(), transport.ErrRefused)
	}
	return nil
}

// pace limits how fast a world in lockstep runs.
type pace struct {
	at   time.Duration // a time of the world
	wall time.Time     // the wall time at that moment
}

// late is the largest delay that is caught up. A longer delay is dropped.
const late = 100 * time.Millisecond

// keep waits until the world may continue from a time. If most is 0, it does not wait.
func (p *pace) keep(ctx context.Context, clock body.Clock, most float64, at time.Duration) {
	if most <= 0 {
		return
	}
	now := clock.Now()
	ahead := p.wall.Add(time.Duration(float64(at-p.at) / most)).Sub(now)
	if ahead < -late || ahead > time.Second { // the pace begins, is too late, or the world was reset
		p.at, p.wall = at, now
		return
	}
	if ahead > 0 {
		clock.Sleep(ctx, ahead) //nolint:errcheck // ended early, the next cycle lets the robot down
	}
}
