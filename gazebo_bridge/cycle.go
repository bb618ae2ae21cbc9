package gazebobridge

import (
	"context"
	"time"

	"gonao/body/safety"
	"gonao/nao"
	naodriver "gonao/nao_driver"
)

// serve runs the cycle until the server is lost or the robot has been let down.
func (d *Driver) serve(ctx context.Context, r *robot, commander naodriver.Commander) error {
	d.guard.Restart()
	d.sonars.Restart()
	r.inbox.mu.Lock()
	last := r.inbox.stamp
	r.inbox.mu.Unlock()
	for {
		d.tune()
		if ctx.Err() != nil && !d.ending {
			d.beginEnd()
		}
		if d.ending && d.clock.Now().After(d.endBy) {
			return errTooLong
		}
		at, err := d.advance(ctx, r, last)
		if err != nil {
			return err
		}
		if at == last {
			continue // woken to begin the ending, or the world stands still
		}
		last = at
		if err := d.cycle(r, at, commander); err != nil {
			return err
		}
		if d.cfg.Lockstep {
			d.pace.keep(ctx, d.clock, d.cfg.MostRealTime, at)
		}
		if d.guard.Ended() {
			return errLetDown
		}
	}
}

func (d *Driver) beginEnd() {
	d.ending, d.endBy = true, d.clock.Now().Add(d.cfg.EndWithin)
	d.guard.End()
	d.log.Info("letting the robot down", "mode", d.guard.Mode().String())
}

// patience for the sensors once the joints of a cycle are there, wall time.
const sensorsWithin = 100 * time.Millisecond

// advance waits for the joints of the next cycle, in lockstep after having asked for it,
// and tells their time; the same as last when the world stands still or ctx has just ended.
func (d *Driver) advance(ctx context.Context, r *robot, last time.Duration) (time.Duration, error) {
	wait := ctx
	if d.ending {
		wait = context.WithoutCancel(ctx)
	}
	bounded, cancel := context.WithTimeout(wait, d.cfg.SilentFor)
	defer cancel()
	next := last - last%nao.CyclePeriod + nao.CyclePeriod
	r.inbox.mu.Lock()
	count := r.inbox.count
	r.inbox.mu.Unlock()
	if c := d.ordered(r); c != nil || d.cfg.Lockstep {
		steps := uint32(0)
		if d.cfg.Lockstep {
			steps = uint32((next - last) / r.step)
		}
		if err := r.control(bounded, d.cfg.Lockstep, steps, c); err != nil && wait.Err() == nil {
			return last, err
		}
	}
	back := func(b *inbox) bool { return b.stamp < last } // the world was set back
	err := r.await(bounded, func(b *inbox) bool { return b.stamp >= next || back(b) })
	if err != nil && wait.Err() != nil {
		return last, nil
	}
	r.inbox.mu.Lock()
	at := r.inbox.stamp
	spoke := r.inbox.count != count
	r.inbox.mu.Unlock()
	switch {
	case err != nil && (!spoke || d.cfg.Lockstep):
		return last, errSilent
	case err != nil:
		return last, nil // it speaks, and stands still: somebody paused it
	case at < last:
		d.guard.Restart()
		return at, nil
	}
	sensing, stop := context.WithTimeout(bounded, sensorsWithin)
	defer stop()
	_ = r.await(sensing, func(b *inbox) bool { return b.whole(at - at%nao.CyclePeriod) }) // what is late counts in the next cycle
	return at, nil
}

// cycle hands out one state and sends the targets that answer it.
func (d *Driver) cycle(r *robot, at time.Duration, commander naodriver.Commander) error {
	arrived := d.clock.Now()
	if err := d.sense(r, at); err != nil {
		return err
	}
	d.sonars.Hide(&d.state)
	d.sonars.Tell()
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
	if commander.Lights(&d.lights) && !d.unlit {
		d.unlit = true
		d.log.Warn("lights: the model in Gazebo has no LEDs; robot_state.capabilities says so")
	}
	took := d.clock.Now().Sub(arrived)

	was, refusal := d.guard.Mode(), d.guard.Refusal()
	d.guard.Step(at, &d.state, cmd, &d.out)
	err := r.targets.send(&d.out)
	d.count(arrived, took, answered, expected)
	naodriver.SayGuard(d.log, d.guard, was, refusal)
	return err
}

// sense reads what has arrived into the state of a time.
func (d *Driver) sense(r *robot, at time.Duration) error {
	s := &d.state
	s.Cycle++
	s.Time = at
	s.Capabilities = Capabilities
	if !r.sonars {
		s.Capabilities &^= nao.TellsSonar
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
	if r.inbox.broken > 0 {
		d.log.Warn("gazebo sent what is no message of its type", "count", r.inbox.broken, "reason", r.inbox.problem)
		r.inbox.broken = 0
	}
	return nil
}

func (d *Driver) count(arrived time.Time, took time.Duration, answered, expected bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats.Count(arrived, took, answered, expected)
	d.stats.Mode, d.stats.Rejected, d.stats.Refusal = d.guard.Mode(), d.guard.Rejected(), d.guard.Refusal()
	d.snapshot = d.state
}
