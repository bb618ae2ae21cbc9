package hfsm

import (
	"fmt"
	"time"

	"gonao/hfsm/chart"
)

// Machine is one running machine: the mutable part of a [Model]. It is not safe
// for use by several goroutines at once; different machines are independent.
type Machine struct {
	// OnTransition, when set, is called at every transition, the first entry
	// among them, before the tick that took it returns.
	OnTransition func(Transition)

	model      *Model
	host       Host
	values     []Value         // by slot
	stamps     []time.Duration // of inputs, on the caller's clock; never before the first value
	touched    []int           // inputs set since the last tick
	fresh      []bool          // by slot: it is among touched
	on         []bool          // by state: it is active
	autos      []automatonState
	activities []Activity
	stoppers   []Stopper // the same, nil for those that stop at once
	args       []Args    // of the activities, with what was evaluated at the last entry
	runs       []run
	acted      []time.Duration // of transitions that only act: elapsed at the last time
	actedIn    []uint64        // and the tick it was in
	sessions   []Session       // by frame; nil for one without scripts
	scripts    bool            // there is a session
	here       here            // whose text runs

	started  bool
	standing bool          // nothing was entered or left since the last transition
	start    time.Duration // of the caller's clock, at the first entry
	now      time.Duration // of the caller's clock
	at       time.Duration // grid time the machine stands at, since start
	wake     time.Duration // since start: no automaton is due before
	stands   int           // leaf after the last transition, when standing
	entry    time.Duration // grid time that what is entered now counts from
	epoch    uint32
	tick     uint64 // counts the calls of Tick in this epoch
	calls    int    // of activities in this tick
	budget   int
	looped   bool       // the budget is used up
	after    afterwards // the tick under way
	ending   bool       // it is being stopped
	held     int        // activities that what is being left waits for
	status   Status
	cause    error
	problem  error // of the piece of a guard that was evaluated last
	faults   int   // automata with a fault that has not been dealt with
	events   eventQueue
	delayed  []delayedEvent
	trace    recorder

	// Of replays and debuggers:
	quiet   bool               // no guard is looked at
	limited int                // one more than the transitions after which a tick is cut; 0 for none
	halted  bool               // this tick is cut at its next transition
	taken   int                // transitions of this tick
	watch   func(*Record) bool // sees each transition; true cuts the tick
	pinned  []bool             // by slot: inputs that are held; nil for none
	gates   *gates             // around the activities; nil for none
	scxml   scxmlState
}

// Never is the stamp of an input that has not been set.
const Never = never

// never is the stamp of an input that has not been set, forever a time that does not come.
const (
	never   = time.Duration(-1 << 63)
	forever = time.Duration(1<<63 - 1)
)

// automatonState is the mutable part of an automaton.
type automatonState struct {
	active  int           // state it is in, or was in when it was left; none before the first entry
	live    bool          // it is active itself
	entered time.Duration // grid time at which active was entered, shifted by what a ghost had spent
	spent   time.Duration // time in active when it was left
	left    bool          // spent is set
	next    time.Duration // grid time of the next tick
	aligned bool          // next is one of the automaton's own grid
	last    time.Duration // grid time up to which its transitions have been looked at
	ended   Status        // Final or Failed after it took that exit
	over    bool          // active left by a transition of its own: nothing of it is to be resumed
	seen    uint64        // events before this one are no longer new
	waiting *transition   // decided, until the activities of what it leaves have stopped
	from    int           // leaf when it was decided
	event   Event         // that it consumed
	fault   error         // it is about to fail
}

// New makes a machine. host makes its activities; nil makes none of them do
// anything. The machine enters its initial state at the first Tick.
func New(model *Model, host Host) (*Machine, error) {
	m := newMachine(model, host)
	if model.profile == chart.SCXML {
		m.makeSCXML()
	}
	if err := m.open(); err != nil {
		return nil, err
	}
	m.clear()
	m.trace.begin(m)
	for i, u := range model.uses {
		if err := m.bind(i, u); err != nil {
			return nil, fmt.Errorf("machine %s: %s: %w", model.name, u.key, err)
		}
	}
	return m, nil
}

// newMachine makes the parts of a machine.
func newMachine(model *Model, host Host) *Machine {
	return &Machine{
		model:      model,
		host:       host,
		values:     make([]Value, len(model.first)),
		stamps:     make([]time.Duration, len(model.first)),
		touched:    make([]int, 0, len(model.first)),
		fresh:      make([]bool, len(model.first)),
		on:         make([]bool, len(model.states)),
		autos:      make([]automatonState, len(model.automata)),
		activities: make([]Activity, len(model.uses)),
		stoppers:   make([]Stopper, len(model.uses)),
		args:       make([]Args, len(model.uses)),
		runs:       make([]run, len(model.uses)),
		acted:      make([]time.Duration, model.acts),
		actedIn:    make([]uint64, model.acts),
		sessions:   make([]Session, len(model.frames)),
		trace:      newRecorder(len(model.first)),
	}
}

// open opens the sessions of the charts that have scripts.
func (m *Machine) open() error {
	for i, f := range m.model.frames {
		if f.unit == nil {
			continue
		}
		s, err := f.unit.Open(&Scope{Machine: m, Path: f.path, names: f.names})
		if err != nil {
			m.Close()
			return fmt.Errorf("machine %s: %w", m.model.name, err)
		}
		m.sessions[i], m.scripts = s, true
	}
	return nil
}

// Close ends the sessions of a machine that is no longer needed. Its activities
// are stopped by [Machine.Stop].
func (m *Machine) Close() {
	for i, s := range m.sessions {
		if s != nil {
			s.Close()
			m.sessions[i] = nil
		}
	}
}

// clear brings the machine to where it stands before the first entry.
func (m *Machine) clear() {
	copy(m.values, m.model.first)
	clear(m.on)
	clear(m.runs)
	clear(m.acted)
	clear(m.actedIn)
	clear(m.fresh)
	m.touched = m.touched[:0]
	for i := range m.stamps {
		m.stamps[i] = never
	}
	for i := range m.autos {
		m.autos[i] = automatonState{active: none}
	}
	m.delayed = m.delayed[:0]
	m.events.reset()
	if m.model.profile == chart.SCXML {
		m.clearSCXML()
	}
	m.started, m.standing, m.status, m.cause, m.problem = false, false, Running, nil, nil
	m.at, m.entry, m.wake, m.tick, m.faults, m.held = 0, 0, 0, 0, 0, 0
}

// LoopError says that a machine took too many transitions in one tick.
type LoopError struct {
	Machine string
	Path    string // where it stands now
	Limit   int    // transitions a tick may have
}

func (e *LoopError) Error() string {
	return fmt.Sprintf("machine %s: %d transitions in one tick, now in %q; expected a state that waits", e.Machine, e.Limit, e.Path)
}

// Tick brings the machine to now, on the caller's clock: every automaton whose
// grid time has come tries its transitions, outermost first, and steps the
// activities of its state. The first Tick enters the machine. Earlier times than
// the last one are ignored; see Reset. The error is a [LoopError]; the machine
// goes on with the next tick.
func (m *Machine) Tick(now time.Duration) error {
	if m.trace.ticking {
		return fmt.Errorf("machine %s: a tick within a tick; expected one after the other", m.model.name)
	}
	if m.started && (m.status != Running || now < m.now) {
		return nil
	}
	if m.started && now-m.start < m.wake && len(m.delayed) == 0 {
		m.rest(now)
		return nil
	}
	m.enterTick()
	m.now, m.budget, m.looped, m.calls = now, m.model.limit, false, 0
	m.taken, m.halted = 0, m.limited > 0
	if m.halted {
		m.budget = min(m.budget, m.limited-1)
	}
	m.tick++
	m.events.posted = 0
	m.stamp()
	err := m.perform()
	m.exitTick()
	if m.after != nothing {
		m.afterTick()
	}
	return err
}

// rest is a tick in which no automaton is due.
func (m *Machine) rest(now time.Duration) {
	m.now = now
	m.tick++
	m.events.posted = 0
	m.stamp()
	m.trace.time = now - m.start
}

// perform is a tick between what the recorder does before and after it.
func (m *Machine) perform() error {
	if m.scripts {
		for _, s := range m.sessions {
			if s != nil {
				s.Begin()
			}
		}
	}
	if m.model.profile == chart.SCXML {
		return m.tickSCXML()
	}
	if !m.started {
		m.begin()
	}
	if len(m.delayed) > 0 {
		m.deliver()
	}
	m.wake = forever
	if m.status == Running {
		m.visit(0, m.now-m.start)
	}
	switch {
	case !m.looped:
		return nil
	case m.halted:
		m.recordPause(m.taken + 1)
	default:
		err := &LoopError{m.model.name, m.Path(), m.model.limit}
		m.recordError(none, err)
		m.wake = 0
		return err
	}
	m.wake = 0
	return nil
}
