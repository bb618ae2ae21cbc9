package hfsm

import (
	"fmt"
	"time"
)

// activities are the uses of activities, by their ids.
type activities struct {
	of         []Activity
	args       []Args // values evaluated at the last entry
	runs       []run
	calls      int // calls of activities in this tick
	suspension suspension
	suspended  []suspended // by use
}

func newActivities(uses int) activities {
	return activities{of: make([]Activity, uses), args: make([]Args, uses), runs: make([]run, uses), suspended: make([]suspended, uses)}
}

// run is how one use of an activity stands.
type run struct {
	status Status
	phase  phase
	by     time.Duration // grid time by which it must have stopped
}

// phase is the phase of an activity; phases are its words.
type phase uint8

const (
	idle     phase = iota // nothing
	acting                // started, its state is active
	stopping              // it needs time to stop
)

// noActivity is an activity that does nothing and never ends.
type noActivity struct{}

func (noActivity) Start(time.Duration, Entry)         {}
func (noActivity) Step(time.Duration) (Status, error) { return Running, nil }
func (noActivity) Stop(time.Duration)                 {}

// bind makes the activity of a use.
func (a *activities) bind(m *Machine, i int, u use) error {
	a.args[i] = u.args
	if len(u.given) > 0 || u.onDemand { // they change only in this machine
		a.args[i] = Args{}
		for name, v := range u.args {
			a.args[i][name] = v
		}
	}
	if m.host == nil {
		a.of[i] = noActivity{}
		return nil
	}
	made, err := m.host.Activity(m, u.kind, a.args[i])
	if err != nil {
		return err
	}
	a.of[i] = made
	return nil
}

// evaluate brings the arguments of a use up to date.
func (a *activities) evaluate(m *Machine, u int) error {
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
		a.args[u][g.name] = v
	}
	return nil
}

// startActivities starts the activities of a state. An activity that ended before its state was interrupted is not
// started again.
func (a *activities) startActivities(m *Machine, state *state, how Entry) error {
	for _, u := range state.do {
		r := &a.runs[u]
		if m.model.uses[u].onDemand {
			if r.phase == idle { // its entry has not begun it
				r.status = Running
			}
			continue
		}
		if how == Resumed && r.status != Running {
			continue
		}
		if err := a.evaluate(m, u); err != nil {
			return err
		}
		r.status, r.phase = Running, acting
		a.calls++
		a.start(m, u, how)
	}
	return nil
}

// step runs the scripts and activities of a state, but no activities if it is late.
func (a *activities) step(m *Machine, s int, late bool) {
	for _, u := range m.model.states[s].do {
		r := &a.runs[u]
		if late || r.status != Running || r.phase != acting {
			continue
		}
		a.calls++
		status, err := a.stepOne(m, u)
		if err != nil {
			status, m.cause = Failed, err
		}
		if status != Running {
			r.status = status
			m.trace.recordActivity(m, u, status, err)
		}
	}
	if steps := m.model.states[s].steps; steps != nil {
		if err := steps(m, Anew); err != nil {
			m.profile.blame(m, m.model.states[s].around, err)
		}
	}
}

// stopActivities stops the activities of a state, or begins to; m.robot.held counts those to wait for.
func (r *robot) stopActivities(m *Machine, s int) {
	state := &m.model.states[s]
	for _, u := range state.do {
		one := &m.activities.runs[u]
		switch {
		case one.phase == stopping:
			r.held++
		case one.phase == idle:
		case m.activities.stopped(m, u):
			one.phase = idle
		default:
			one.phase, one.by = stopping, m.clock.at+state.within
			r.held++
		}
	}
}

// stopped stops an activity, or continues to, and reports whether it has stopped. The trace has a record when an activity
// begins to need time, and one when it has stopped after that; no record if it stops at once.
func (a *activities) stopped(m *Machine, u int) bool {
	a.calls++
	done := true
	if s, ok := a.of[u].(Stopper); ok && !a.suspension.on {
		done = s.Stopping(m.clock.now)
	} else {
		a.stop(m, u)
	}
	begun := a.runs[u].phase == stopping
	switch {
	case !begun && !done:
		m.trace.recordStopping(m, u, Running)
	case begun && done:
		m.trace.recordStopping(m, u, Final)
	}
	return done
}

// waited continues the transition that an automaton has decided: it calls activities that have not stopped again, forces
// those whose time is over, and returns true when the transition is done.
func (r *robot) waited(m *Machine, a int) bool {
	auto := &m.tree.autos[a]
	held := false
	top := &m.model.states[auto.active]
	for s := top.last; s >= top.id; s-- {
		if !m.tree.on[s] {
			continue
		}
		for _, u := range m.model.states[s].do {
			if m.activities.runs[u].phase == stopping && !r.hasStopped(m, u) {
				held = true
			}
		}
	}
	if held {
		return false
	}
	tr := auto.waiting
	m.events.see(m, &auto.event)
	r.held = 0
	r.quitInside(m, a) // leaves the states that have waited
	r.complete(m, tr)
	r.settle(m)
	return auto.waiting == nil
}

// hasStopped reports whether an activity that is stopping has stopped by now.
func (r *robot) hasStopped(m *Machine, u int) bool {
	one := &m.activities.runs[u]
	if m.activities.stopped(m, u) {
		one.phase = idle
		return true
	}
	if m.clock.at < one.by {
		return false
	}
	use := &m.model.uses[u]
	err := &StopError{m.model.name, use.key, m.model.states[use.state].within}
	m.cause = err
	m.trace.recordError(m, m.model.states[use.state].around, err)
	m.activities.calls++
	m.activities.stop(m, u)
	one.phase = idle
	return true
}

// halt stops the activities of a state at once.
func (a *activities) halt(m *Machine, s int) {
	for _, u := range m.model.states[s].do {
		if a.runs[u].phase != idle {
			a.calls++
			a.runs[u].phase = idle // first, because the activity may stop the machine again
			a.stop(m, u)
		}
	}
}

// StopError is the error of an activity that did not stop in time and was forced to.
type StopError struct {
	Machine string
	Key     string
	Within  time.Duration
}

func (e *StopError) Error() string {
	return fmt.Sprintf("machine %s: %s: the activity has not stopped within %v", e.Machine, e.Key, e.Within)
}

// outcome returns the outcome of a state's activities: Failed when any of them has failed, Final when all have ended.
func (a *activities) outcome(m *Machine, s int) Status {
	state := &m.model.states[s]
	out, parts := Final, len(state.do)
	for _, u := range state.do {
		if m.model.uses[u].onDemand && a.runs[u].phase == idle {
			parts-- // not begun
			continue
		}
		out = worse(out, a.runs[u].status)
	}
	if state.automaton != none {
		parts++
		out = worse(out, m.tree.autos[state.automaton].ended)
	}
	if state.kind == ParallelState {
		for _, region := range state.children {
			parts++
			out = worse(out, a.outcome(m, region))
		}
	}
	if parts == 0 {
		return Running
	}
	return out
}

// worse returns the status of two parts together: Failed when one has failed, Running when one runs, otherwise Final.
func worse(a, b Status) Status {
	if a == Failed || b == Failed {
		return Failed
	}
	return min(a, b)
}
