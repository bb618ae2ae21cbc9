package naoqi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/body/safety"
)

// connection is one connection to a robot.
type connection struct {
	*protocol
	robot  *robot
	lights *ledSetter

	next     time.Time // when the next state is asked for
	slowAt   time.Time // when the slow readings were asked for last
	lastGood time.Time // end of the last cycle without an error
	reason   string    // the last error that was logged

	state  *nao.State // of the last cycle
	by     time.Time  // bound of the last call of Sense
	ending bool       // the robot is let down
}

var errLost = errors.New("the connection was closed")

// Sense waits for the time of the next state and asks the robot for it.
func (c *connection) Sense(ctx context.Context, by time.Time, state *nao.State) (body.Sensed, error) {
	c.state, c.by = state, by
	now := c.clock.Now()
	if wait := c.next.Sub(now); wait > 0 {
		if c.clock.Sleep(ctx, wait) != nil {
			return body.NoState, nil
		}
	} else {
		c.next = now // late: the states that were missed are not made up for
	}
	c.next = c.next.Add(time.Duration(float64(time.Second) / c.config().Rate))
	select {
	case <-c.robot.session.lost:
		return body.NoState, c.lost(errLost)
	default:
	}
	// The calls do not end with ctx: what they return is needed to let the robot down.
	call, cancel := c.bounded(ctx)
	defer cancel()
	if err := c.read(call, state); err != nil {
		return body.UnusableState, c.overcome(err) // NAOqi is there: its services were found
	}
	c.stamp(state)
	if c.moved.Swap(false) {
		c.motors.forget()
		return body.MovedState, nil
	}
	return body.NewState, nil
}

// bounded returns a context for calls of NAOqi.
func (c *connection) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	within := c.config().CallWithin
	return context.WithTimeoutCause(context.WithoutCancel(ctx), within, fmt.Errorf("no answer within %s", within))
}

// overcome returns nil for an error of a cycle after which the next cycle may succeed, and logs
// it once for each reason.
func (c *connection) overcome(err error) error {
	if c.clock.Now().Sub(c.lastGood) >= c.config().SilentFor {
		return c.lost(err)
	}
	if err.Error() != c.reason {
		c.reason = err.Error()
		c.log.Warn("a cycle failed", "reason", err)
	}
	return nil
}

// lost returns the error of a connection that is lost, with the robot's address.
func (c *connection) lost(err error) error {
	return fmt.Errorf("%s: %w", c.robot.session.address, err)
}

// read fills in the state, by calls that are all under way at once.
func (c *connection) read(ctx context.Context, state *nao.State) error {
	r := c.robot
	calls := []func() error{
		func() error { return r.joints(ctx, &state.Position) },
		func() error { return r.stiffnesses(ctx, &state.Stiffness) },
		func() error { return c.fast.read(ctx, r) },
	}
	now := c.clock.Now()
	slowToo := now.Sub(c.slowAt) >= time.Second
	if slowToo {
		calls = append(calls, func() error { return c.slow.read(ctx, r) })
	}
	if err := together(calls...); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	c.fast.put(state)
	if slowToo {
		if c.slowAt.IsZero() {
			c.logMissing()
		}
		c.slow.put(state)
		c.slowAt = now
	}
	state.Capabilities = r.can
	return nil
}

// logMissing logs once a connection which values the robot does not have, and removes the
// capabilities that need them.
func (c *connection) logMissing() {
	keys, lacks := c.fast.missing()
	more, lacksToo := c.slow.missing()
	c.robot.can &^= lacks | lacksToo
	if keys = append(keys, more...); len(keys) > 0 {
		c.log.Info("the robot does not have some values, which stay 0", "body", c.robot.body, "keys", keys)
	}
}

// stamp sets the state's time, and as its number that of the body's cycle then: a state comes
// for some of the cycles of 12 ms, and the gaps show.
func (c *connection) stamp(state *nao.State) {
	arrived := c.clock.Now()
	if c.epoch.IsZero() {
		c.epoch = arrived.Add(-nao.CyclePeriod)
	}
	before := state.Time
	state.Time = arrived.Sub(c.epoch)
	state.Cycle = max(state.Cycle+1, uint64(state.Time/nao.CyclePeriod))

	c.mu.Lock()
	defer c.mu.Unlock()
	if c.memory.Asked > 0 {
		c.memory.During += state.Time - before
	}
	c.memory.Asked++
	c.memory.Changed = c.fast.changes
}

// Unmonitored reports whether ALMotion moves the joints: they do not follow the command then.
func (c *connection) Unmonitored() bool { return c.walks() }

// Send sends what changed, or leaves the body to ALMotion where ALMotion walks.
func (c *connection) Send(ctx context.Context, r *body.Reply) error {
	c.ending = r.Ending
	if r.Lights != nil {
		c.lights.show(r.Lights)
	}
	call, cancel := c.bounded(ctx)
	defer cancel()
	c.robot.transmit(call, r.Sonars[nao.LeftSonar] || r.Sonars[nao.RightSonar], c.log)
	if c.moved.Load() {
		return nil // the command still starts from where the joints were before
	}
	if err := c.act(call, r); err != nil {
		return c.overcome(err)
	}
	c.lastGood = c.clock.Now()
	return nil
}

// act sends the joints that are the commander's.
func (c *connection) act(ctx context.Context, r *body.Reply) error {
	which := everyJoint
	if c.stepWalk(c.robot, r.Ending) {
		which = freeJoints
	}
	switch {
	case r.Mode == safety.Waiting:
		return nil // nobody commands: the robot stays as it was found
	case which == freeJoints && r.Mode != safety.Following:
		return nil // ALMotion's
	}
	cfg := c.config()
	err := c.motors.send(ctx, c.robot, r.State, &r.Command, which, cfg.MaxSpeed, cfg.Rate)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return cause
	}
	return err
}

// LetDown reports whether the robot has been let down: the joints report that they are limp.
func (c *connection) LetDown(guardEnded bool) bool {
	if c.walks() {
		return c.rest()
	}
	if !guardEnded || !c.motors.limp() {
		return false
	}
	if c.state.Stiffness != (nao.Joints{}) { // sent, but a call before may have arrived after it: send it again
		c.motors.forget()
		return false
	}
	return true
}

// rest is the safe ending of a body that ALMotion has. NAOqi continues it when there is no time left
// to wait for it.
func (c *connection) rest() bool {
	ctx, cancel := context.WithTimeout(context.Background(), c.by.Sub(c.clock.Now()))
	defer cancel()
	err := c.returnBody(ctx, c.robot)
	if err != nil && ctx.Err() == nil {
		c.log.Warn("the robot does not rest", "reason", err)
		return false
	}
	return true
}

// releaseWithin bounds the call of Release.
const releaseWithin = 200 * time.Millisecond

// Release switches the motors off at once: over a slow network the time of the ending may be
// over early, and NAOqi would keep the robot stiff.
func (c *connection) Release() error {
	ctx, cancel := context.WithTimeout(context.Background(), releaseWithin)
	defer cancel()
	return guarded(func() error {
		return c.robot.motion.WithContext(ctx).SetStiffnesses(jointList, floats(make([]float32, nao.NumJoints)))
	})
}

// Close ends the lights and closes the connection; while the robot is let down, it switches the
// sonars off before.
func (c *connection) Close() {
	c.lights.stop()
	c.mu.Lock()
	c.current = nil
	c.mu.Unlock()
	if c.ending {
		ctx, cancel := context.WithTimeout(context.Background(), c.config().CallWithin)
		defer cancel()
		c.robot.transmit(ctx, false, c.log)
	}
	c.robot.session.close()
}

// together runs calls at the same time and returns the first error.
func together(calls ...func() error) error {
	if len(calls) == 0 {
		return nil
	}
	errs := make(chan error, len(calls))
	for _, call := range calls[1:] {
		go func() { errs <- call() }()
	}
	first := calls[0]()
	for range calls[1:] {
		if err := <-errs; first == nil {
			first = err
		}
	}
	return first
}
