package gazebobridge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
	"gonao/nao/body"
)

var (
	errNoWorld = errors.New("there is no world: no robot is driven")
	errNoStep  = errors.New("the server does not report the step of its physics: expected the parameter lockstep")
	errNoSpeed = errors.New("this Gazebo serves no set_physics, by which its speed is set: expected the parameter lockstep, or Fortress or newer")
	errFree    = errors.New("speed 0, as fast as it goes: expected the parameter lockstep, in which the world waits for its robot")
	errStill   = errors.New("the cycles were not made in time: the world makes them with the robot's commands")
)

// goOnWithin is the wall time that a server may take to continue before the robot is let down.
const goOnWithin = time.Second

// Run drives the robot until ctx ends and the robot has been let down. A world that is paused then continues.
func (d *Driver) Run(ctx context.Context, c body.Commander) error {
	forget := context.AfterFunc(ctx, func() {
		if !d.Paused() {
			return
		}
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), goOnWithin)
		defer cancel()
		if err := d.Resume(bounded); err != nil {
			d.protocol.log.Warn("the world stays paused", "error", err)
		}
	})
	defer forget()
	return d.Loop.Run(ctx, c)
}

// Paused reports whether the world was paused by Pause or Step.
func (d *Driver) Paused() bool { return d.protocol.isPaused() }

func (p *protocol) isPaused() bool {
	paused, _ := p.stand.State()
	return paused
}

// Speed returns how many times as fast as real time the world runs at most; 0: as fast as it goes.
func (d *Driver) Speed() float64 { return d.protocol.most() }

// most returns the speed that SetSpeed has set, or that of the configuration.
func (p *protocol) most() float64 {
	cfg := p.config()
	switch speed := p.speed.Load(); {
	case speed != nil:
		return *speed
	case cfg.Lockstep:
		return cfg.MostRealTime
	default:
		return 1
	}
}

// Pause makes the world stand, and blocks until it does. In lockstep no further cycle is made, otherwise
// the server is told to pause.
func (d *Driver) Pause(ctx context.Context) error {
	p := d.protocol
	if p.config().Lockstep {
		_ = p.stand.Pause(ctx) // it stands as soon as the cycle that is being made is over
		return nil
	}
	return p.direct(func(r *robot) error {
		if err := r.control(ctx, true, 0, nil); err != nil {
			return err
		}
		p.markPaused()
		return nil
	})
}

// Resume makes the world continue.
func (d *Driver) Resume(ctx context.Context) error {
	p := d.protocol
	if p.config().Lockstep {
		p.stand.Resume()
		return nil
	}
	return p.direct(func(r *robot) error {
		if err := r.control(ctx, false, 0, nil); err != nil {
			return err
		}
		p.stand.Resume()
		return nil
	})
}

// Step pauses the world and blocks until it has made so many cycles more.
func (d *Driver) Step(ctx context.Context, cycles uint64) error {
	p := d.protocol
	if p.config().Lockstep {
		if p.stand.Step(ctx, cycles) != nil {
			return errStill
		}
		return nil
	}
	return p.direct(func(r *robot) error {
		stats, err := r.watchStats()
		if err != nil {
			return err
		}
		defer stats.Close()
		if err := r.control(ctx, true, 0, nil); err != nil {
			return err
		}
		p.markPaused()
		was, err := stats.await(ctx, func(s *gzmsgs.WorldStatistics) bool { return s.GetPaused() })
		if err != nil {
			return err
		}
		step := was.GetStepSize().Duration()
		if step <= 0 {
			return errNoStep
		}
		more := time.Duration(cycles) * nao.CyclePeriod
		if err := r.control(ctx, true, uint32(more/step), nil); err != nil {
			return err
		}
		until := was.GetSimTime().Duration() + more - more%step
		_, err = stats.await(ctx, func(s *gzmsgs.WorldStatistics) bool { return s.GetSimTime().Duration() >= until })
		return err
	})
}

// SetSpeed sets how many times as fast as real time the world runs at most; 0 is as fast as it goes, in
// lockstep.
func (d *Driver) SetSpeed(ctx context.Context, speed float64) error {
	p := d.protocol
	lockstep := p.config().Lockstep
	if speed == 0 && !lockstep {
		return errFree
	}
	if err := p.stand.SetSpeed(speed); err != nil { // it checks
		return err
	}
	if !lockstep {
		if err := p.direct(func(r *robot) error { return r.setSpeed(ctx, speed) }); err != nil {
			return err
		}
	}
	p.speed.Store(&speed)
	return nil
}

// direct calls f with the robot that is connected.
func (p *protocol) direct(f func(*robot) error) error {
	p.mu.Lock()
	r := p.robot
	p.mu.Unlock()
	if r == nil {
		return errNoWorld
	}
	return f(r)
}

// markPaused records a pause that the server keeps.
func (p *protocol) markPaused() {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	_ = p.stand.Pause(over) // without a wait
}

// setSpeed has a server that runs by itself keep another real-time factor.
func (r *robot) setSpeed(ctx context.Context, speed float64) error {
	if !offers(r.node.Services(), r.names.SetPhysics()) {
		return errNoSpeed
	}
	stats, err := r.watchStats()
	if err != nil {
		return err
	}
	defer stats.Close()
	now, err := stats.await(ctx, func(*gzmsgs.WorldStatistics) bool { return true })
	if err != nil {
		return err
	}
	step := now.GetStepSize().Duration()
	if step <= 0 {
		return errNoStep
	}
	return r.setPhysics(ctx, step, speed)
}

// statistics are those of a world, as they come.
type statistics struct {
	*transport.Subscription
	next chan *gzmsgs.WorldStatistics
}

func (r *robot) watchStats() (*statistics, error) {
	s := &statistics{next: make(chan *gzmsgs.WorldStatistics, 1)}
	var err error
	s.Subscription, err = r.node.Subscribe(r.names.Stats(), r.world.Generation.Type(&gzmsgs.WorldStatistics{}), func(m transport.Message) {
		stats := &gzmsgs.WorldStatistics{}
		if m.Into(stats) != nil {
			return
		}
		select {
		case <-s.next: // the newest counts
		default:
		}
		s.next <- stats
	})
	return s, err
}

// await blocks until statistics come that fit, or ctx ends.
func (s *statistics) await(ctx context.Context, fits func(*gzmsgs.WorldStatistics) bool) (*gzmsgs.WorldStatistics, error) {
	for {
		select {
		case now := <-s.next:
			if fits(now) {
				return now, nil
			}
		case <-ctx.Done():
			return nil, fmt.Errorf("the server's statistics did not come: %w", ctx.Err())
		}
	}
}

// hold blocks while a world in lockstep stands. Things are put elsewhere during that time. It reports whether the
// next cycle may be made; false when ctx ends first.
func (c *connection) hold(ctx context.Context) (bool, error) {
	for c.stand.Stand() || !c.stand.Admit() {
		select {
		case a := <-c.arrangements:
			if err := c.rearrange(ctx, a); err != nil {
				return false, err
			}
		case <-c.stand.Changed():
		case <-ctx.Done():
			return false, nil
		}
	}
	return true, nil
}

// rearrange puts things elsewhere while the world stands.
func (c *connection) rearrange(ctx context.Context, a arrangement) error {
	due := c.robot.newChanges()
	if err := c.robot.arrange(due, a.Arrangement); err != nil {
		a.done <- err
		return nil //nolint:nilerr // the caller of Arrange has it
	}
	c.moved = true
	err := c.robot.control(ctx, true, 0, due)
	a.done <- err
	return err
}
