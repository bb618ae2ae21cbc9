package hfsm

import (
	"fmt"
	"time"
)

// Debugger steps through a machine that runs: its owner calls [Debugger.Tick] in
// place of [Machine.Tick]. While it is paused the machine's time stands still and
// its activities rest; steps then go on from tick to tick, or from transition to
// transition, still with activities at rest. It is no safer for use by several
// goroutines than the machine is.
type Debugger struct {
	// OnPause, when set, is called when a breakpoint has paused the machine.
	OnPause func(Breakpoint)

	m      *Machine
	gates  *gates
	paused bool
	stood  time.Duration // since it was paused, less what was stepped
	points []Breakpoint
	hit    *Breakpoint
	edges  int // transitions since a step began
}

// NewDebugger makes one; the machine may have run already.
func NewDebugger(m *Machine) *Debugger {
	d := &Debugger{m: m, gates: &gates{}}
	m.gates = d.gates
	for i := range m.activities.of {
		d.gates.wrap(m, i)
	}
	m.turn.watch = d.saw
	return d
}

// Machine gives the machine.
func (d *Debugger) Machine() *Machine { return d.m }

// Paused says whether the machine's time stands still.
func (d *Debugger) Paused() bool { return d.paused }

// Resting says whether the machine is paused and all its activities have stopped.
func (d *Debugger) Resting() bool { return d.paused && !d.gates.stopping }

// Tick brings the machine to now, unless it is paused: then its time stands still,
// and activities that take their time to stop are asked again.
func (d *Debugger) Tick(now time.Duration) error {
	m := d.m
	if d.paused {
		d.stand(now)
		return nil
	}
	m.values.retouch(m)
	err := m.Tick(now)
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

// stand lets the machine's time stand still up to now.
func (d *Debugger) stand(now time.Duration) {
	m := d.m
	if !m.clock.started || now <= m.clock.now {
		return
	}
	m.shift(now - m.clock.now)
	d.stood += now - m.clock.now
	m.clock.now = now
	d.gates.rest(m)
}

// Pause lets the machine's time stand still and its activities rest. An activity
// that is a [Stopper] may take its time, up to two seconds.
func (d *Debugger) Pause(now time.Duration) {
	if d.paused {
		return
	}
	d.paused, d.stood = true, 0
	d.m.trace.recordPause(d.m, 0)
	d.gates.begin(d.m)
	d.stand(now)
}

// Resume lets the machine go on from where it stands: its activities run again, as
// after an interruption.
func (d *Debugger) Resume(now time.Duration) {
	if !d.paused {
		return
	}
	d.stand(now)
	d.m.trace.recordResume(d.m, d.stood)
	d.paused = false
	d.gates.end(d.m)
}

// StepTick does the next tick of the machine in which an automaton is due, with its
// activities at rest. The machine must be paused.
func (d *Debugger) StepTick() error {
	if err := d.mayStep(); err != nil {
		return err
	}
	d.hit = nil
	return d.step(0)
}

// maxStep bounds what one StepTransition may look for.
const maxStep = 10_000

// StepTransition goes on until one transition has been taken, in as many ticks as
// that needs, but at most 10,000: then it is false, as when the machine has ended.
// The machine must be paused.
func (d *Debugger) StepTransition() (bool, error) {
	if err := d.mayStep(); err != nil {
		return false, err
	}
	d.edges = 0
	for range maxStep {
		if d.m.status != Running {
			return false, nil
		}
		if err := d.step(1); err != nil {
			return d.edges > 0, err
		}
		d.hit = nil
		if d.edges > 0 {
			return true, nil
		}
	}
	return false, nil
}

func (d *Debugger) mayStep() error {
	if !d.paused {
		return fmt.Errorf("machine %s: it runs; expected it to be paused before a step", d.m.model.name)
	}
	return nil
}

// step does one tick, at the next time an automaton is due; limit is how many
// transitions it may have, 0 for as many as the machine allows.
func (d *Debugger) step(limit int) error {
	m := d.m
	if m.clock.started {
		dt := max(0, m.nextDue()-(m.clock.now-m.clock.start))
		m.shift(-dt)
		d.stood -= dt
	}
	m.values.retouch(m)
	if limit > 0 {
		m.turn.limited = limit + 1
	}
	err := m.Tick(m.clock.now)
	m.turn.limited = 0
	return err
}

// nextDue gives the time at which the next automaton is due.
func (m *Machine) nextDue() time.Duration {
	first := time.Duration(1<<63 - 1)
	for i := range m.tree.autos {
		if a := &m.tree.autos[i]; a.live && a.ended == Running {
			first = min(first, a.next)
		}
	}
	if first == 1<<63-1 {
		return m.clock.now - m.clock.start
	}
	return first
}
