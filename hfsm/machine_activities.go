package hfsm

import (
	"fmt"
	"time"
)

// run is how one use of an activity stands.
type run struct {
	status Status
	phase  phase
	by     time.Duration // grid time by which it must have stopped
}

// phase says what an activity is asked for.
type phase uint8

const (
	idle     phase = iota // nothing
	acting                // started, its state is active
	stopping              // it takes its time to stop
)

// noActivity is an activity that does nothing and never ends.
type noActivity struct{}

func (noActivity) Start(time.Duration, Entry)         {}
func (noActivity) Step(time.Duration) (Status, error) { return Running, nil }
func (noActivity) Stop(time.Duration)                 {}

// bind makes the activity of a use.
func (m *Machine) bind(i int, u use) error {
	if u.create != nil && m.host != nil {
		return m.create(i, u)
	}
	m.args[i] = u.args
	if len(u.given) > 0 || u.onDemand { // they change in this machine alone
		m.args[i] = Args{}
		for name, v := range u.args {
			m.args[i][name] = v
		}
	}
	if m.host == nil {
		m.activities[i] = noActivity{}
		return nil
	}
	a, err := m.host.Activity(m, u.kind, m.args[i])
	if err != nil {
		return err
	}
	m.activities[i] = a
	m.stoppers[i], _ = a.(Stopper)
	return nil
}

// create makes the activity of a use of a generated machine.
func (m *Machine) create(i int, u use) error {
	a, err := u.create()
	if err != nil {
		return err
	}
	if a == nil {
		a = noActivity{}
	}
	m.activities[i] = a
	m.stoppers[i], _ = a.(Stopper)
	return nil
}

// evaluate brings the arguments of a use up to date.
func (m *Machine) evaluate(u int) error {
	if prepare := m.model.uses[u].prepare; prepare != nil {
		return prepare(m)
	}
	for i := range m.model.uses[u].given {
		g := &m.model.uses[u].given[i]
		v, err := g.value(m)
		if err != nil {
			return err
		}
		if g.check != nil {
			if expected := g.check(v); expected != "" {
				return fmt.Errorf("%s.%s: %s; expected %s", m.model.uses[u].key, g.name, v.Text(), expected)
			}
		}
		m.args[u][g.name] = v
	}
	return nil
}

// startActivities starts what runs in a state. One that ended before its state was
// interrupted is not started again.
func (m *Machine) startActivities(state *state, how Entry) error {
	for _, u := range state.do {
		r := &m.runs[u]
		if m.model.uses[u].onDemand {
			if r.phase == idle { // its entry has not begun it
				r.status = Running
			}
			continue
		}
		if how == Resumed && r.status != Running {
			continue
		}
		if err := m.evaluate(u); err != nil {
			return err
		}
		r.status, r.phase = Running, acting
		m.calls++
		m.activities[u].Start(m.now, how)
	}
	return nil
}

// step goes on with the activities of a state.
func (m *Machine) step(s int) {
	for _, u := range m.model.states[s].do {
		r := &m.runs[u]
		if r.status != Running || r.phase != acting {
			continue
		}
		m.calls++
		status, err := m.activities[u].Step(m.now)
		if err != nil {
			status, m.cause = Failed, err
		}
		if status != Running {
			r.status = status
			m.recordActivity(u, status, err)
		}
	}
	if steps := m.model.states[s].steps; steps != nil {
		if err := steps(m, Anew); err != nil {
			m.blame(m.model.states[s].around, err)
		}
	}
}

// stopActivities stops what runs in a state, or begins to; m.held counts what has
// to be waited for.
func (m *Machine) stopActivities(s int) {
	state := &m.model.states[s]
	for _, u := range state.do {
		r := &m.runs[u]
		switch {
		case r.phase == stopping:
			m.held++
		case r.phase == idle:
		case m.stopped(u):
			r.phase = idle
		default:
			r.phase, r.by = stopping, m.at+state.within
			m.held++
		}
	}
}

// stopped asks an activity to stop and says whether it has.
func (m *Machine) stopped(u int) bool {
	m.calls++
	if s := m.stoppers[u]; s != nil {
		done, asked := s.Stopping(m.now), m.runs[u].phase == stopping
		if done == asked { // what stops at once tells nothing
			m.recordStopping(u, done)
		}
		return done
	}
	m.activities[u].Stop(m.now)
	return true
}

// waited goes on with the transition an automaton has decided: it asks again what
// has not stopped, forces what has no more time, and is true when the transition
// is done.
func (m *Machine) waited(a int) bool {
	auto := &m.autos[a]
	held := false
	top := &m.model.states[auto.active]
	for s := top.last; s >= top.id; s-- {
		if !m.on[s] {
			continue
		}
		for _, u := range m.model.states[s].do {
			if m.runs[u].phase == stopping && !m.hasStopped(u) {
				held = true
			}
		}
	}
	if held {
		return false
	}
	tr := auto.waiting
	m.see(&auto.event)
	m.events.mark = m.events.next
	m.complete(tr)
	m.settle()
	return auto.waiting == nil
}

// hasStopped asks an activity again whether it has stopped.
func (m *Machine) hasStopped(u int) bool {
	r := &m.runs[u]
	if m.stopped(u) {
		r.phase = idle
		return true
	}
	if m.at < r.by {
		return false
	}
	use := &m.model.uses[u]
	err := &StopError{m.model.name, use.key, m.model.states[use.state].within}
	m.cause = err
	m.recordError(m.model.states[use.state].around, err)
	m.calls++
	m.activities[u].Stop(m.now)
	r.phase = idle
	return true
}

// halt stops the activities of a state at once.
func (m *Machine) halt(s int) {
	for _, u := range m.model.states[s].do {
		if m.runs[u].phase != idle {
			m.calls++
			m.runs[u].phase = idle // first, as the activity may stop the machine once more
			m.activities[u].Stop(m.now)
		}
	}
}

// StopError says that an activity did not stop in time and was forced to.
type StopError struct {
	Machine string
	Key     string
	Within  time.Duration
}

func (e *StopError) Error() string {
	return fmt.Sprintf("machine %s: %s: the activity has not stopped within %v", e.Machine, e.Key, e.Within)
}

// outcome says how what a state does has ended: Failed when any part of it has,
// Final when all parts have.
func (m *Machine) outcome(s int) Status {
	state := &m.model.states[s]
	out, parts := Final, len(state.do)
	for _, u := range state.do {
		if m.model.uses[u].onDemand && m.runs[u].phase == idle {
			parts-- // not begun
			continue
		}
		out = both(out, m.runs[u].status)
	}
	if state.automaton != none {
		parts++
		out = both(out, m.autos[state.automaton].ended)
	}
	if state.kind == ParallelState {
		for _, region := range state.children {
			parts++
			out = both(out, m.outcome(region))
		}
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
