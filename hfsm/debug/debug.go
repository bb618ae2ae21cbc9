// Package debug pauses machines, steps through them, changes their values, and explains why a transition is not taken.
package debug

import (
	"fmt"
	"time"

	"gonao/hfsm"
)

// Debugger steps through a machine that runs: its owner calls [Debugger.Tick] instead of [hfsm.Machine.Tick]. While it is
// paused the machine's time stands still and its activities are stopped; steps then advance from tick to tick, or from
// transition to transition, still with stopped activities. Like the machine, it is not safe for concurrent use.
type Debugger struct {
	// OnPause, when set, is called when a breakpoint has paused the machine.
	OnPause func(Breakpoint)

	m       *hfsm.Machine
	control hfsm.Control
	paused  bool
	stood   time.Duration // paused time, without the steps
	points  []Breakpoint
	hit     *Breakpoint
	edges   int // transitions since a step began
}

// NewDebugger returns a debugger of a machine, which may have run already.
func NewDebugger(m *hfsm.Machine) *Debugger {
	d := &Debugger{m: m, control: m.Control()}
	d.control.Watch(d.saw)
	return d
}

// Machine returns the machine.
func (d *Debugger) Machine() *hfsm.Machine { return d.m }

// Paused reports whether the machine's time stands still.
func (d *Debugger) Paused() bool { return d.paused }

// Resting reports whether the machine is paused and all its activities have stopped.
func (d *Debugger) Resting() bool { return d.paused && d.control.Suspended() }

// Tick steps the machine to now, unless it is paused: then its time stands still,
// and activities that need time to stop are called again.
func (d *Debugger) Tick(now time.Duration) error {
	if d.paused {
		d.stand(now)
		return nil
	}
	d.control.Refresh()
	err := d.m.Tick(now)
	if d.hit != nil {
		point := *d.hit
		d.hit = nil
		d.Pause(now)
		if d.OnPause != nil {
			d.OnPause(point)
		}
	}
	return err
}

// stand keeps the machine's time still up to now.
func (d *Debugger) stand(now time.Duration) {
	last, started := d.control.Now()
	if !started || now <= last {
		return
	}
	d.control.Stand(now)
	d.stood += now - last
	d.control.ContinueSuspend(now)
}

// Pause stops the machine's time and its activities. An activity that is a [Stopper] may need up to two seconds.
func (d *Debugger) Pause(now time.Duration) {
	if d.paused {
		return
	}
	d.paused, d.stood = true, 0
	d.control.Pause()
	d.control.Suspend()
	d.stand(now)
}

// Resume continues the machine from where it stands: its activities run again, as
// after an interruption.
func (d *Debugger) Resume(now time.Duration) {
	if !d.paused {
		return
	}
	d.stand(now)
	d.control.Resume(d.stood)
	d.paused = false
	d.control.EndSuspend()
}

// StepTick runs the next tick of the machine in which an automaton is due, with its
// activities at rest. The machine must be paused.
func (d *Debugger) StepTick() error {
	if err := d.mayStep(); err != nil {
		return err
	}
	err := d.step(-1)
	d.hit = nil // a breakpoint that a step met does not pause the machine later
	return err
}

// StepTowards does one tick, which ends with its first transition, and reports whether there was one. The machine must be
// paused.
func (d *Debugger) StepTowards() (moved bool, err error) {
	if err := d.mayStep(); err != nil {
		return false, err
	}
	d.edges = 0
	if d.m.Status() == hfsm.Running {
		err = d.step(1)
		d.hit = nil
	}
	return d.edges > 0, err
}

func (d *Debugger) mayStep() error {
	if !d.paused {
		return fmt.Errorf("machine %s: it runs; expected it to be paused before a step", d.m.Model().Name())
	}
	return nil
}

// step does one tick, at the next time an automaton is due; limit is how many transitions it
// may have, -1 for as many as the machine allows.
func (d *Debugger) step(limit int) error {
	d.stood -= d.control.Advance()
	d.control.Refresh()
	d.control.Limit(limit)
	now, _ := d.control.Now()
	err := d.m.Tick(now)
	d.control.Limit(-1)
	return err
}
