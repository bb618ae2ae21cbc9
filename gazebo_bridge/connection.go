package gazebobridge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/nao"
	"gonao/nao/body"
)

// connection is one connection to a robot in its world.
type connection struct {
	*protocol
	robot *robot
	pace  pace
	last  time.Duration // stamp of the last state
	moved bool          // the robot was moved to another pose since the last state
}

var errSilent = errors.New("the server fell silent")

// sensorsWithin is the wall time to wait for the sensors after the joints of a cycle have arrived.
const sensorsWithin = 100 * time.Millisecond

// Sense waits for the joints of the next cycle. In lockstep it first requests the cycle.
func (c *connection) Sense(ctx context.Context, by time.Time, state *nao.State) (body.Sensed, error) {
	within := min(by.Sub(c.clock.Now()), c.config().SilentFor)
	bounded, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	at, err := c.advance(ctx, bounded)
	switch {
	case err != nil:
		return body.NoState, c.lost(err)
	case at == c.last:
		return body.NoState, nil
	}
	sensed := body.NewState
	if at < c.last || c.moved {
		sensed = body.MovedState
	}
	c.last, c.moved = at, false
	if err := c.read(at, state); err != nil {
		return sensed, c.lost(err)
	}
	return sensed, nil
}

// lost returns the error for a lost connection, with the robot's names.
func (c *connection) lost(err error) error {
	return fmt.Errorf("world %s, model %s: %w", c.robot.names.World, c.robot.names.Model, err)
}

// advance returns the time of the next cycle's joints. It returns the time of the last state if the world stands
// still or ctx has just ended.
func (c *connection) advance(ctx, bounded context.Context) (time.Duration, error) {
	r, last := c.robot, c.last
	lockstep := c.config().Lockstep
	if lockstep {
		if due, err := c.hold(bounded); !due {
			return last, err
		}
		defer c.stand.Count()
	}
	next := last - last%nao.CyclePeriod + nao.CyclePeriod
	_, count := r.inbox.newest()
	if changes := c.dueChanges(); changes != nil || lockstep {
		steps := uint32(0)
		if lockstep {
			steps = uint32((next - last) / r.step)
		}
		if err := r.control(bounded, lockstep || c.isPaused(), steps, changes); err != nil && ctx.Err() == nil {
			return last, err
		}
	}
	back := func(b *inbox) bool { return b.stamp < last } // the world was reset
	err := r.await(bounded, func(b *inbox) bool { return b.stamp >= next || back(b) })
	if err != nil && ctx.Err() != nil {
		return last, nil
	}
	at, now := r.inbox.newest()
	switch {
	case err != nil && (now == count || lockstep):
		return last, errSilent
	case err != nil:
		return last, nil // messages arrive, but time stands still: the world is paused
	case at < last:
		return at, nil
	}
	sensing, stop := context.WithTimeout(bounded, sensorsWithin)
	defer stop()
	// Sensor data that arrives late counts in the next cycle.
	_ = r.await(sensing, func(b *inbox) bool { return b.whole(at - at%nao.CyclePeriod) })
	return at, nil
}

// read fills in the state of a time from the received messages.
func (c *connection) read(at time.Duration, s *nao.State) error {
	r := c.robot
	s.Cycle++
	s.Time = at
	s.Capabilities = Capabilities
	if !r.sonars {
		s.Capabilities &^= nao.SensesSonar
	}
	r.inbox.mu.Lock()
	defer r.inbox.mu.Unlock()
	if err := r.joints.read(r.inbox.joints, r.names, &s.Position); err != nil {
		return err
	}
	for j := range s.Stiffness {
		s.Stiffness[j] = 1
	}
	s.Battery.Charge = notMeasured
	r.inbox.senses(at, s)
	c.broken.Add(r.inbox.broken)
	r.inbox.broken = 0
	if count, due := c.broken.Due(c.clock.Now()); due {
		c.log.Warn("gazebo sent a message that does not have its type", "count", count, "reason", r.inbox.problem)
	}
	return nil
}

// Unmonitored returns true. Gazebo reports no currents, and its inertial unit has no noise, so that a unit at rest
// would be mistaken for one that has failed.
func (c *connection) Unmonitored() bool { return true }

// Send sends the targets. In lockstep it then waits until the world may continue.
func (c *connection) Send(ctx context.Context, r *body.Reply) error {
	if r.Lights != nil && !c.unlit {
		c.unlit = true
		c.log.Warn("lights: the model in Gazebo has no LEDs, as robot_state.capabilities reports")
	}
	if err := c.robot.targets.send(&r.Command); err != nil {
		return c.lost(err)
	}
	if c.config().Lockstep && !r.Ending {
		c.pace.keep(ctx, c.clock, c.most(), r.State.Time)
	}
	return nil
}

// Close closes the topics of the model.
func (c *connection) Close() {
	c.note(World{}, 0, nil)
	c.robot.close()
}
