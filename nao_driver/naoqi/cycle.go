package naoqi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/body/safety"
	"gonao/nao"
	naodriver "gonao/nao_driver"
)

var (
	errLetDown = errors.New("the robot has been let down")
	errLost    = errors.New("the connection was closed")
	errLate    = errors.New("the robot was not let down in time")
)

// serve runs the cycle on one connection until that fails or the robot has been let
// down.
func (d *Driver) serve(ctx context.Context, r *robot, commander naodriver.Commander) error {
	d.guard.Restart()
	d.motors.forget()
	d.sonars.Restart()
	d.slowAt = time.Time{}
	lights := newLightShow(r, d.log)
	defer lights.stop()

	waking := context.WithoutCancel(ctx) // the cycle goes on while the robot is let down
	next := d.clock.Now()
	lastGood := next
	for said := ""; ; {
		d.tune()
		if ctx.Err() != nil && !d.ending {
			d.beginEnd()
		}
		select {
		case <-r.session.lost:
			return errLost
		default:
		}
		if d.ending && d.clock.Now().After(d.endBy) {
			return d.letGo(r)
		}
		err := d.cycle(r, commander, lights)
		switch {
		case err == nil:
			lastGood = d.clock.Now()
		case d.clock.Now().Sub(lastGood) >= d.cfg.SilentFor:
			return err
		case err.Error() != said: // once for each reason
			said = err.Error()
			d.log.Warn("a cycle failed", "reason", err)
		}
		if d.letDown(r) {
			return errLetDown
		}
		period := time.Duration(float64(time.Second) / d.cfg.Rate)
		now := d.clock.Now()
		if next = next.Add(period); next.Before(now) {
			next = now // late: no hurry to make up for it
			continue
		}
		d.clock.Sleep(waking, next.Sub(now)) //nolint:errcheck // waking does not end
	}
}

// lastCall is how long NAOqi may take to let all joints go at last.
const lastCall = 200 * time.Millisecond

// letGo switches the motors off at once: the time of the ending is over, over a slow
// network perhaps, and NAOqi would keep the robot stiff.
func (d *Driver) letGo(r *robot) error {
	ctx, cancel := context.WithTimeout(context.Background(), lastCall)
	defer cancel()
	err := guarded(func() error {
		return r.motion.WithContext(ctx).SetStiffnesses(jointList, floats(make([]float32, nao.NumJoints)))
	})
	if err != nil {
		return fmt.Errorf("%w: %w", errLate, err)
	}
	d.log.Warn("the robot is limp before it has crouched: there was no more time")
	return errLetDown
}

func (d *Driver) beginEnd() {
	d.ending, d.endBy = true, d.clock.Now().Add(d.cfg.EndWithin)
	d.guard.End()
	d.log.Info("letting the robot down", "mode", d.guard.Mode().String())
}

// cycle asks for a state, hands it out, and sends what the guard makes of the answer.
// Without a state nothing is sent.
func (d *Driver) cycle(r *robot, commander naodriver.Commander, lights *lightShow) error {
	call, cancel := context.WithTimeoutCause(context.Background(), d.cfg.CallWithin, fmt.Errorf("no answer within %s", d.cfg.CallWithin))
	defer cancel()
	if err := d.sense(call, r); err != nil {
		return err
	}
	arrived := d.clock.Now()
	d.stamp(arrived)
	d.sonars.Hide(&d.state)
	commander.Tell(&d.state)

	within := time.Duration(0) // nobody commands: nobody to wait for
	if d.guard.Mode() == safety.Following && !d.ending {
		within = d.cfg.AnswerWithin
	}
	var cmd *nao.Command
	answered, expected := false, d.commanded
	if commander.Answer(d.state.Cycle, within, &d.answer) {
		cmd, d.commanded = &d.answer, true
		answered = cmd.Cycle == d.state.Cycle || cmd.Cycle == 0
	}
	if commander.Lights(&d.lights) {
		lights.show(d.lights)
	}
	took := d.clock.Now().Sub(arrived)

	if !d.walks() { // ALMotion's own walk asks nobody
		d.health.Step(&d.state, &d.out)
	}
	was, refusal := d.guard.Mode(), d.guard.Refusal()
	if d.anew.Swap(false) {
		d.guard.Restart()
		d.motors.forget()
	}
	d.guard.Step(d.state.Time, &d.state, cmd, &d.out)
	d.count(arrived, took, answered, expected)
	naodriver.SayGuard(d.log, d.guard, was, refusal)
	on := d.sonars.Tell()
	r.transmit(call, on[nao.LeftSonar] || on[nao.RightSonar], d.log)
	return d.act(r)
}

// sense fills in the state, by calls that are all under way at once.
func (d *Driver) sense(ctx context.Context, r *robot) error {
	calls := []func() error{
		func() error { return r.joints(ctx, &d.state.Position) },
		func() error { return r.stiffnesses(ctx, &d.state.Stiffness) },
		func() error { return d.fast.read(ctx, r) },
	}
	now := d.clock.Now()
	slowToo := now.Sub(d.slowAt) >= time.Second
	if slowToo {
		calls = append(calls, func() error { return d.slow.read(ctx, r) })
	}
	if err := together(calls...); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	d.fast.put(&d.state)
	if slowToo {
		if d.slowAt.IsZero() {
			d.sayMissing(r)
		}
		d.slow.put(&d.state)
		d.slowAt = now
	}
	d.state.Capabilities = r.can
	return nil
}

// sayMissing tells once a connection which values the robot does not have, and takes
// back what the robot cannot tell without them.
func (d *Driver) sayMissing(r *robot) {
	keys, lacks := d.fast.missing()
	more, lacksToo := d.slow.missing()
	r.can &^= lacks | lacksToo
	if keys = append(keys, more...); len(keys) > 0 {
		d.log.Info("the robot does not tell some values, which stay 0", "body", r.body, "keys", keys)
	}
}

// stamp gives the state its time, and the number of the body's cycle then: a state came
// for each 12 ms that had one, and the gaps show.
func (d *Driver) stamp(arrived time.Time) {
	if d.epoch.IsZero() {
		d.epoch = arrived.Add(-nao.CyclePeriod)
	}
	d.state.Time = arrived.Sub(d.epoch)
	d.state.Cycle = max(d.state.Cycle+1, uint64(d.state.Time/nao.CyclePeriod))
}

func (d *Driver) count(arrived time.Time, took time.Duration, answered, expected bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.memory.Asked > 0 {
		d.memory.During += arrived.Sub(d.epoch) - d.snapshot.Time
	}
	d.memory.Asked++
	d.memory.Changed = d.fast.changes
	d.stats.Count(arrived, took, answered, expected)
	d.stats.Mode, d.stats.Rejected, d.stats.Refusal = d.guard.Mode(), d.guard.Rejected(), d.guard.Refusal()
	d.stats.Health = d.health.Report()
	d.snapshot = d.state
}

// act sends what changed, or leaves the body to ALMotion where that walks it.
func (d *Driver) act(r *robot) error {
	which := everyJoint
	if d.stepWalk(r) {
		which = freeJoints
	}
	switch mode := d.guard.Mode(); {
	case mode == safety.Waiting:
		return nil // nobody commands: the robot stays as it was found
	case which == freeJoints && mode != safety.Following:
		return nil // ALMotion's
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), d.cfg.CallWithin, fmt.Errorf("no answer within %s", d.cfg.CallWithin))
	defer cancel()
	if err := d.motors.send(ctx, r, &d.state, &d.out, which, d.cfg.MaxSpeed, d.cfg.Rate); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	return nil
}

// letDown tells that the safe ending is done: the joints say themselves that they are limp.
func (d *Driver) letDown(r *robot) bool {
	if !d.ending {
		return false
	}
	if d.walks() {
		return d.rest(r)
	}
	if !d.guard.Ended() || !d.motors.limp() {
		return false
	}
	if d.state.Stiffness != (nao.Joints{}) { // told, but a call before may have come behind it: say it again
		d.motors.forget()
		return false
	}
	return true
}

// leftStiff tells that a robot that is gone may be stiff by our doing.
func (d *Driver) leftStiff() bool { return d.walks() || d.motors.stiff() }

// together runs calls at the same time and gives the first error.
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
