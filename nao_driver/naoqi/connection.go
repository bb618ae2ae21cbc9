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

	next     time.Time // time of the next request for a state
	slowAt   time.Time // time of the last request for the slow readings
	lastGood time.Time // end of the last cycle without an error
	reason   string    // last logged error

	state  *nao.State // state of the last cycle
	by     time.Time  // deadline of the last call of Sense
	ending bool       // the robot is being let down
}

var errLost = errors.New("the connection was closed")

// Sense waits for the time of the next state and requests it from the robot.
func (c *connection) Sense(ctx context.Context, by time.Time, state *nao.State) (body.Sensed, error) {
	c.state, c.by = state, by
	now := c.clock.Now()
	if wait := c.next.Sub(now); wait > 0 {
		if c.clock.Sleep(ctx, wait) != nil {
			return body.NoState, nil
		}
	} else {
		c.next = now // too late: missed states are not requested again
	}
	c.next = c.next.Add(time.Duration(float64(time.Second) / c.config().Rate))
	select {
	case <-c.robot.session.lost:
		return body.NoState, c.lost(errLost)
	default:
	}
	// The calls do not end with ctx, because their results are needed to let the robot down.
	call, cancel := c.bounded(ctx)
	defer cancel()
	if err := c.read(call, state); err != nil {
		return body.UnusableState, c.overcome(err) // NAOqi runs, because its services were found
	}
	c.stamp(state)
	if c.moved.Swap(false) {
		c.motors.forget()
		return body.MovedState, nil
	}
	return body.NewState, nil
}

// bounded returns a context for calls of NAOqi with their time limit.
func (c *connection) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	within := c.config().CallWithin
	return context.WithTimeoutCause(context.WithoutCancel(ctx), within, fmt.Errorf("no answer within %s", within))
}

// overcome returns nil for an error after which the next cycle may succeed, and logs it once for each reason.
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

// lost returns the error for a lost connection, with the robot's address.
func (c *connection) lost(err error) error {
	return fmt.Errorf("%s: %w", c.robot.session.address, err)
}

// read fills in the state, with simultaneous calls.
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

// logMissing logs, once per connection, which values the robot does not have. It removes the capabilities that need
// them.
func (c *connection) logMissing() {
	keys, lacks := c.fast.missing()
	more, lacksToo := c.slow.missing()
	c.robot.can &^= lacks | lacksToo
	if keys = append(keys, more...); len(keys) > 0 {
		c.log.Info("the robot lacks some values, which stay 0", "body", c.robot.body, "keys", keys)
	}
}

// stamp sets the state's time and its number, which is that of the body's cycle at that time. Only some of the
// cycles of 12 ms get a state, so the numbers have gaps.
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

// Unmonitored reports whether ALMotion moves the joints. They do not follow the command then.
func (c *connection) Unmonitored() bool { return c.walks() }

// Send sends what has changed. While ALMotion walks, it sends nothing.
func (c *connection) Send(ctx context.Context, r *body.Reply) error {
	c.ending = r.Ending
	if r.Lights != nil {
		c.lights.show(r.Lights)
	}
	call, cancel := c.bounded(ctx)
	defer cancel()
	c.robot.transmit(call, r.Sonars[nao.LeftSonar] || r.Sonars[nao.RightSonar], c.log)
	if c.moved.Load() {
		return nil // so the next command still starts at the joints' earlier angles
	}
	if err := c.act(call, r); err != nil {
		return c.overcome(err)
	}
	c.lastGood = c.clock.Now()
	return nil
}

// act sends commands for the joints that the commander controls.
func (c *connection) act(ctx context.Context, r *body.Reply) error {
	which := everyJoint
	if c.stepWalk(c.robot, r.Ending) {
		which = freeJoints
	}
	switch {
	case r.Mode == safety.Waiting:
		return nil // without a commander the robot keeps its state
	case which == freeJoints && r.Mode != safety.Following:
		return nil // ALMotion has the body
	}
	cfg := c.config()
	err := c.motors.send(ctx, c.robot, r.State, &r.Command, which, cfg.MaxSpeed, cfg.Rate)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return cause
	}
	return err
}

// LetDown reports whether the robot has been let down, which means that all joints report that they are limp.
func (c *connection) LetDown(guardEnded bool) bool {
	if c.walks() {
		return c.rest()
	}
	if !guardEnded || !c.motors.limp() {
		return false
	}
	if c.state.Stiffness != (nao.Joints{}) { // An earlier call may have arrived after the limp command, so it is sent again.
		c.motors.forget()
		return false
	}
	return true
}

// rest lets down a body that ALMotion moves. If no time is left to wait, NAOqi finishes it alone.
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

// Release switches the motors off at once. Over a slow network the time for the ending may be too short, and NAOqi
// would keep the robot stiff.
func (c *connection) Release() error {
	ctx, cancel := context.WithTimeout(context.Background(), releaseWithin)
	defer cancel()
	return guarded(func() error {
		return c.robot.motion.WithContext(ctx).SetStiffnesses(jointList, floats(make([]float32, nao.NumJoints)))
	})
}

// Close stops the lights and closes the connection. If the robot is being let down, Close first switches the sonars
// off.
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

// together runs calls concurrently and returns the first error.
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
