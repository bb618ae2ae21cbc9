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

// Breakpoint pauses a machine after a transition. What is empty fits any; a
// breakpoint that is empty altogether fits none.
type Breakpoint struct {
	State  string // path of a state that is entered
	Source string // path of the state whose transition is taken
	Name   string // of the transition
	Once   bool   // it is gone once it was hit
}

// NewDebugger makes one; the machine may have run already.
func NewDebugger(m *Machine) *Debugger {
	d := &Debugger{m: m, gates: &gates{}}
	m.gates = d.gates
	for i := range m.activities {
		d.gates.wrap(m, i)
	}
	m.watch = d.saw
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
	m.retouch()
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
	if !m.started || now <= m.now {
		return
	}
	m.shift(now - m.now)
	d.stood += now - m.now
	m.now = now
	d.gates.rest(m)
}

// Pause lets the machine's time stand still and its activities rest. An activity
// that is a [Stopper] may take its time, up to two seconds.
func (d *Debugger) Pause(now time.Duration) {
	if d.paused {
		return
	}
	d.paused, d.stood = true, 0
	d.m.recordPause(0)
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
	d.m.recordResume(d.stood)
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
	if m.started {
		dt := max(0, m.nextDue()-(m.now-m.start))
		m.shift(-dt)
		d.stood -= dt
	}
	m.retouch()
	if limit > 0 {
		m.limited = limit + 1
	}
	err := m.Tick(m.now)
	m.limited = 0
	return err
}

// nextDue gives the time at which the next automaton is due.
func (m *Machine) nextDue() time.Duration {
	first := time.Duration(1<<63 - 1)
	for i := range m.autos {
		if a := &m.autos[i]; a.live && a.ended == Running {
			first = min(first, a.next)
		}
	}
	if first == 1<<63-1 {
		return m.now - m.start
	}
	return first
}

// Break adds a breakpoint.
func (d *Debugger) Break(b Breakpoint) error {
	for _, path := range []string{b.State, b.Source} {
		if _, ok := d.m.model.byPath[path]; path != "" && !ok {
			return fmt.Errorf("machine %s: no state %q", d.m.model.name, path)
		}
	}
	if b == (Breakpoint{Once: b.Once}) {
		return fmt.Errorf("machine %s: a breakpoint without state, source and name; expected one of them", d.m.model.name)
	}
	d.points = append(d.points, b)
	return nil
}

// Clear takes all breakpoints away.
func (d *Debugger) Clear() { d.points = nil }

// Breakpoints gives those there are.
func (d *Debugger) Breakpoints() []Breakpoint { return append([]Breakpoint(nil), d.points...) }

// RunTo lets the machine go on until a state is entered.
func (d *Debugger) RunTo(path string, now time.Duration) error {
	if err := d.Break(Breakpoint{State: path, Once: true}); err != nil {
		return err
	}
	d.Resume(now)
	return nil
}

// saw is called at each transition; true cuts the tick.
func (d *Debugger) saw(r *Record) bool {
	d.edges++
	for i := range d.points {
		p := &d.points[i]
		if !d.fits(p, r) {
			continue
		}
		point := *p
		d.hit = &point
		if p.Once {
			d.points = append(d.points[:i], d.points[i+1:]...)
		}
		return true
	}
	return false
}

func (d *Debugger) fits(p *Breakpoint, r *Record) bool {
	t := d.m.model.transition(r)
	return (p.State == "" || r.Kind != RecordInternal && entered(d.m, p.State)) &&
		(p.Source == "" || p.Source == t.Source) && (p.Name == "" || p.Name == t.Name)
}

// entered says whether a transition has just entered a state: it is active, and
// has been for no time.
func entered(m *Machine, path string) bool {
	s := m.model.id(path)
	if s == none || !m.on[s] {
		return false
	}
	around := m.model.states[s].around
	if around == none || m.autos[around].active != s {
		return true // a region comes and goes with its owner
	}
	return m.autos[around].entered+m.autos[around].spent == m.entry
}

// Set gives a variable, an output, a parameter or an input a value, between two
// ticks. An input keeps it until the host sets it again.
func (d *Debugger) Set(name string, v Value) error { return d.set(name, v, Running) }

// Hold gives an input a value that stays, and stays fresh, whatever the host sets.
func (d *Debugger) Hold(name string, v Value) error { return d.set(name, v, Final) }

// Release ends Hold.
func (d *Debugger) Release(name string) error {
	slot, ok := d.m.model.Slot(name)
	if !ok {
		return fmt.Errorf("machine %s: no value %q", d.m.model.name, name)
	}
	return d.m.set(slot, d.m.values[slot], Failed)
}

func (d *Debugger) set(name string, v Value, hold Status) error {
	slot, ok := d.m.model.Slot(name)
	if !ok {
		return fmt.Errorf("machine %s: no value %q", d.m.model.name, name)
	}
	return d.m.set(slot, v, hold)
}

// Finish lets the running uses of an activity, by its name or by the key of one of
// them, end so at their next step. It says how many those are.
func (d *Debugger) Finish(activity string, how Status) int {
	n := 0
	for i := range d.m.runs {
		u := &d.m.model.uses[i]
		if r := &d.m.runs[i]; r.phase == acting && r.status == Running && (u.kind == activity || u.key == activity) {
			if g, ok := d.m.activities[i].(*gate); ok {
				g.told = how
				n++
			}
		}
	}
	return n
}

// set writes a value from outside; hold is Final when an input is held from now on
// and Failed when it is let go.
func (m *Machine) set(slot int, v Value, hold Status) error {
	input := m.model.slots[slot].role == InputRole
	switch {
	case hold != Running && !input:
		return fmt.Errorf("machine %s: %s is no input; expected one to hold or release", m.model.name, m.model.slotName(slot))
	case input && v.Type != m.values[slot].Type, !input:
		off := m.trace.off
		m.trace.off = true // it is told below
		err := m.SetValue(slot, v)
		m.trace.off = off
		if err != nil {
			return err
		}
	default:
		m.unpin(slot)
		_ = m.writing(slot) // it is not held
		m.values[slot] = v
		if hold != Failed {
			m.touch(Input(slot))
		}
	}
	if hold == Final {
		m.pin(slot)
	}
	m.tellSet(slot, hold)
	return nil
}

func (m *Machine) pin(slot int) {
	if m.pinned == nil {
		m.pinned = make([]bool, len(m.values))
	}
	m.pinned[slot] = true
}

func (m *Machine) unpin(slot int) {
	if m.pinned != nil {
		m.pinned[slot] = false
	}
}

// retouch keeps held inputs fresh.
func (m *Machine) retouch() {
	for slot, held := range m.pinned {
		if held {
			m.touch(Input(slot))
		}
	}
}
