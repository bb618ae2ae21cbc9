package run

import (
	"time"

	"gonao/hfsm"
)

// Use is one use of an activity by a state.
type Use struct {
	Status Status

	activity Activity
	stopper  Stopper // the same, nil when it stops at once
	key      string
	within   time.Duration // it has to stop
	phase    phase
	by       time.Duration // grid time by which it must have stopped
}

// phase says what an activity is asked for.
type phase uint8

const (
	idle     phase = iota // nothing
	acting                // started, its state is active
	stopping              // it takes its time to stop
)

// Nothing is an activity that does nothing and never ends.
type Nothing struct{}

// Start does nothing.
func (Nothing) Start(time.Duration, Entry) {}

// Step does nothing.
func (Nothing) Step(time.Duration) (Status, error) { return Running, nil }

// Stop does nothing.
func (Nothing) Stop(time.Duration) {}

// clear forgets what it did.
func (u *Use) clear() { u.Status, u.phase, u.by = Running, idle, 0 }

// Do does it as an entry or exit action.
func (u *Use) Do(c *Core, how Entry) { u.activity.Start(c.Now, how) }

// Begins says whether it is to be started: one that ended before its state was
// interrupted is not started again.
func (u *Use) Begins(how Entry) bool { return how == Anew || u.Status == Running }

// Start starts it with its state.
func (u *Use) Start(c *Core, how Entry) {
	u.Status, u.phase = Running, acting
	u.activity.Start(c.Now, how)
}

// Step goes on with it.
func (u *Use) Step(c *Core) {
	if u.Status != Running || u.phase != acting {
		return
	}
	status, err := u.activity.Step(c.Now)
	if err != nil {
		status, c.Cause = Failed, err
	}
	u.Status = status
}

// stop stops it, or begins to; held counts what has to be waited for.
func (u *Use) stop(c *Core) {
	switch {
	case u.phase == stopping:
		c.held++
	case u.phase == idle:
	case u.stopped(c):
		u.phase = idle
	default:
		u.phase, u.by = stopping, c.At+u.within
		c.held++
	}
}

func (u *Use) stopped(c *Core) bool {
	if u.stopper != nil {
		return u.stopper.Stopping(c.Now)
	}
	u.activity.Stop(c.Now)
	return true
}

// wait asks again whether it has stopped, and forces it when its time is up.
func (u *Use) wait(c *Core) {
	switch {
	case u.phase != stopping:
	case u.stopped(c):
		u.phase = idle
	case c.At < u.by:
		c.held++
	default:
		c.Cause = &hfsm.StopError{Machine: c.Name, Key: u.key, Within: u.within}
		u.activity.Stop(c.Now)
		u.phase = idle
	}
}

// halt stops it at once.
func (u *Use) halt(c *Core) {
	if u.phase != idle {
		u.activity.Stop(c.Now)
		u.phase = idle
	}
}
