package hfsm

import (
	"fmt"
	"time"
)

// Machine is one running machine: the mutable part of a [Model]. It is not safe
// for use by several goroutines at once; different machines are independent.
type Machine struct {
	// OnTransition, when set, is called at every transition, the first entry
	// among them, before the tick that took it returns.
	OnTransition func(Transition)

	model      *Model
	values     []Value // inputs and variables
	automata   []automatonState
	activities []Activity
	statuses   []Status // of the activities

	started bool
	start   time.Duration // of the caller's clock, at the first entry
	now     time.Duration // of the caller's clock
	at      time.Duration // grid time the machine stands at, since start
	epoch   uint32
	budget  int
	status  Status
	cause   error
	trace   trace
}

// automatonState is the mutable part of an automaton.
type automatonState struct {
	active  int           // state it is in, or was in when it was left; none before the first entry
	live    bool          // its owner is active
	entered time.Duration // grid time at which active was entered, shifted by what a ghost had spent
	spent   time.Duration // time in active when it was left
	next    time.Duration // grid time of the next tick
	ended   Status        // Final or Failed after it took that exit
	over    bool          // active left by a transition of its own: nothing of it is to be resumed
}

// New makes a machine. host makes its activities; nil makes none of them do
// anything. The machine enters its initial state at the first Tick.
func New(model *Model, host Host) (*Machine, error) {
	m := &Machine{
		model:      model,
		values:     make([]Value, len(model.initial)),
		automata:   make([]automatonState, len(model.automata)),
		activities: make([]Activity, len(model.uses)),
		statuses:   make([]Status, len(model.uses)),
		trace:      newTrace(),
	}
	m.clear()
	for i, u := range model.uses {
		if host == nil {
			m.activities[i] = idle{}
			continue
		}
		a, err := host.Activity(m, u.kind, u.args)
		if err != nil {
			return nil, fmt.Errorf("machine %s: %s: %w", model.name, u.key, err)
		}
		m.activities[i] = a
	}
	return m, nil
}

// idle is an activity that does nothing and never ends.
type idle struct{}

func (idle) Start(time.Duration, Entry)         {}
func (idle) Step(time.Duration) (Status, error) { return Running, nil }
func (idle) Stop(time.Duration)                 {}

// clear brings the machine to where it stands before the first entry.
func (m *Machine) clear() {
	copy(m.values, m.model.initial)
	for i := range m.automata {
		m.automata[i] = automatonState{active: none}
	}
	m.started, m.status, m.cause, m.at = false, Running, nil, 0
}

// Reset stops what runs and makes the machine begin again at the next Tick, with
// all values as the file gives them and the next epoch.
func (m *Machine) Reset(now time.Duration) {
	m.Stop(now)
	m.clear()
	m.epoch++
	m.trace.begin()
}

// Stop stops the activities of all active states, innermost first. Exit actions
// do not run. The machine rests until Reset.
func (m *Machine) Stop(now time.Duration) {
	if m.started && m.status == Running {
		m.now = now
		for a := m.innermost(); a != none; a = m.model.automata[a].parent {
			if m.automata[a].ended == Running {
				m.stopActivities(m.automata[a].active)
			}
		}
	}
	m.started, m.status = true, Final
}

// LoopError says that a machine took too many transitions in one tick.
type LoopError struct {
	Machine string
	Path    string // where it stands now
}

func (e *LoopError) Error() string {
	return fmt.Sprintf("machine %s: %d transitions in one tick, now in %q; expected a state that waits", e.Machine, MaxTransitions, e.Path)
}

// Tick brings the machine to now, on the caller's clock: every automaton whose
// grid time has come tries its transitions, outermost first, and steps the
// activities of its state. The first Tick enters the machine. Earlier times than
// the last one are ignored; see Reset. The error is a [LoopError]; the machine
// goes on with the next tick.
func (m *Machine) Tick(now time.Duration) error {
	if !m.started {
		m.begin(now)
	}
	if m.status != Running || now < m.now {
		return nil
	}
	m.now, m.budget = now, MaxTransitions
	t := now - m.start
	for a := 0; a != none; {
		if t < m.automata[a].next {
			a = m.inside(a)
			continue
		}
		next, ok := m.tickAutomaton(a, t)
		if !ok {
			return &LoopError{m.model.name, m.Path()}
		}
		a = next
	}
	return nil
}

// begin enters the machine for the first time.
func (m *Machine) begin(now time.Duration) {
	m.started, m.start, m.now, m.at = true, now, now, 0
	root := &m.automata[0]
	root.live = true
	m.enter(m.model.automata[0].initial, Anew, 0)
	m.record(none, none, nil)
}

// inside gives the automaton inside the active state of a, or none.
func (m *Machine) inside(a int) int {
	s := m.automata[a].active
	if s == none || m.automata[a].ended != Running {
		return none
	}
	return m.model.states[s].child
}

// innermost gives the automaton of the leaf.
func (m *Machine) innermost() int {
	a := 0
	for child := m.inside(a); child != none; child = m.inside(a) {
		a = child
	}
	return a
}

// tickAutomaton runs one tick of an automaton at time t and gives the automaton
// to go on with. It is false when the transitions of this tick are used up.
func (m *Machine) tickAutomaton(a int, t time.Duration) (int, bool) {
	auto := &m.automata[a]
	g := m.model.automata[a].grid
	k := g.index(t)
	auto.next = g.time(k + 1)
	m.at = max(m.at, g.time(k))
	for auto.ended == Running {
		tr := m.enabled(auto.active, a)
		if tr == nil {
			break
		}
		if m.budget == 0 {
			return none, false
		}
		m.budget--
		if tr.after > 0 { // date a late timer at the grid time it was due
			due := g.ceil(max(0, auto.entered+tr.after))
			m.at = max(m.trace.lastAt, min(m.at, due))
		}
		m.take(auto.active, tr)
		if tr.domain != a {
			return m.inside(tr.domain), true
		}
	}
	if auto.ended == Running {
		m.step(auto.active)
	}
	return m.inside(a), true
}

// enabled gives the first transition of a state that may be taken now, or nil.
func (m *Machine) enabled(s, a int) *transition {
	transitions := m.model.states[s].trans
	for i := range transitions {
		tr := &transitions[i]
		if tr.after > 0 && m.elapsed(a) < tr.after {
			continue
		}
		if tr.guard == nil || tr.guard(m) {
			return tr
		}
	}
	return nil
}

// elapsed gives the time the active state of an automaton has been active.
func (m *Machine) elapsed(a int) time.Duration { return m.at - m.automata[a].entered }

// step goes on with the activities of a state.
func (m *Machine) step(s int) {
	for _, u := range m.model.states[s].do {
		if m.statuses[u] != Running {
			continue
		}
		status, err := m.activities[u].Step(m.now)
		if err != nil {
			status, m.cause = Failed, err
		}
		m.statuses[u] = status
	}
}

// outcome says how what a state does has ended: Failed when any part of it has,
// Final when all parts have.
func (m *Machine) outcome(s int) Status {
	state := &m.model.states[s]
	out, parts := Final, len(state.do)
	for _, u := range state.do {
		out = both(out, m.statuses[u])
	}
	if state.child != none {
		parts++
		out = both(out, m.automata[state.child].ended)
	}
	if parts == 0 {
		return Running
	}
	return out
}

// both gives the status of two things together.
func both(a, b Status) Status {
	if a == Failed || b == Failed {
		return Failed
	}
	return min(a, b)
}
