package hfsm

import (
	"fmt"

	"gonao/hfsm/chart"
)

// Reloaded says what a new model has changed.
type Reloaded struct {
	Kept      []string // paths of active states that go on
	Dropped   []string // paths of active states that are no more; what is around them began anew
	Values    []string // names of values that could not be taken over: gone, or of another type or range
	Restarted []string // keys of activities of active states that were stopped, started or both
	Scripts   []string // paths whose scripts begin anew, because their language cannot keep their data
	Moved     bool     // inputs have other handles: ask the new model for them
}

// String gives one line for logs.
func (r *Reloaded) String() string {
	text := fmt.Sprintf("%d active states go on", len(r.Kept))
	for _, part := range []struct {
		what  string
		names []string
	}{{"no more", r.Dropped}, {"values anew", r.Values}, {"activities anew", r.Restarted}, {"scripts anew", r.Scripts}} {
		if len(part.names) > 0 {
			text += "; " + part.what + ": " + chart.Listed(part.names)
		}
	}
	return text
}

// Reload gives a machine a new model between two ticks. States whose path is still
// there go on with the time they have spent, values go on by name and type, and an
// activity with the same place, name and arguments is not touched; others are
// stopped, and started as after an interruption. Where an active state is no more,
// the automaton it was in enters its initial state. When the error is not nil, the
// machine is as it was.
//
// An [Input] is the handle of one model: see Reloaded.Moved.
func (m *Machine) Reload(next *Model) (Reloaded, error) {
	return m.reload(next, nil)
}

// reload is Reload with a maker of activities in place of the host; nil for the host.
func (m *Machine) reload(next *Model, host func(use int) (Activity, Stopper, error)) (Reloaded, error) {
	if m.model.profile != chart.Robot || next.profile != chart.Robot {
		return Reloaded{}, fmt.Errorf("machine %s: a machine of the profile scxml takes no new model while it runs; end it and begin anew", m.model.name)
	}
	if m.trace.ticking {
		return Reloaded{}, fmt.Errorf("machine %s: a new model within a tick; expected it between two", m.model.name)
	}
	before := *m
	r := &reloading{old: &before, next: m, model: next, host: host}
	if err := r.prepare(); err != nil {
		*m = before
		return Reloaded{}, err
	}
	r.states()
	r.values()
	r.stop()
	r.swap()
	r.enter()
	return r.out, nil
}

// reloading is a reload under way.
type reloading struct {
	old   *Machine // as it was, and will be again when the reload fails
	next  *Machine // the machine itself, with everything of the new model's size
	model *Model
	host  func(use int) (Activity, Stopper, error)
	out   Reloaded

	same    []int  // by new use: the old one that goes on as it, or none
	goes    []bool // by old use: it goes on
	entries []int  // states to be entered
	from    int    // leaf before
}

// prepare makes all that can fail.
func (r *reloading) prepare() error {
	next := r.next
	next.become(newMachine(r.model, r.old.host))
	if err := next.open(); err != nil {
		return fmt.Errorf("reload: %w", err)
	}
	r.same, r.goes = make([]int, len(r.model.uses)), make([]bool, len(r.old.model.uses))
	for i := range r.model.uses {
		r.same[i] = r.counterpart(i)
		if old := r.same[i]; old != none {
			r.goes[old] = true
			next.activities.of[i], next.activities.stoppers[i], next.activities.args[i] = r.old.activities.of[old], r.old.activities.stoppers[old], r.old.activities.args[old]
			continue
		}
		if err := r.make(i); err != nil {
			next.Close()
			return fmt.Errorf("reload: machine %s: %s: %w", r.model.name, r.model.uses[i].key, err)
		}
	}
	return nil
}

// become gives a machine the parts of another one that depend on the model.
func (m *Machine) become(o *Machine) {
	o.clear()
	m.model, m.values, m.tree, m.activities = o.model, o.values, o.tree, o.activities
	m.robot.acted, m.robot.actedIn = o.robot.acted, o.robot.actedIn
	m.scripts.sessions, m.scripts.some, m.trace, m.clock.wake = o.scripts.sessions, o.scripts.some, o.trace, 0
	m.trace.off = true // until it goes on with the trace of the old one
}

// swap ends what is left of the machine as it was.
func (r *reloading) swap() {
	r.next.trace.adopt(&r.old.trace)
	for _, s := range r.old.scripts.sessions {
		if s != nil {
			s.Close()
		}
	}
}

// enter tells of the new model, starts the activities that are new in states that go
// on, and enters what stands in the place of states that are no more.
func (r *reloading) enter() {
	m := r.next
	m.activities.calls, m.tree.standing = 0, false
	if !m.clock.started || m.status != Running {
		m.trace.recordReload(m, r.from)
		return
	}
	m.clock.entry, m.events.mark = m.clock.at, m.events.next
	for s := range m.tree.on {
		if m.tree.on[s] && !r.leaving(s) {
			r.start(&m.model.states[s])
		}
	}
	for _, s := range r.entries {
		m.robot.enter(m, s, Anew, 0, none)
	}
	m.trace.recordReload(m, r.from)
	m.robot.settle(m)
}

// start starts what a state that goes on does and has not done before.
func (r *reloading) start(state *state) {
	m := r.next
	for _, u := range state.do {
		if r.same[u] != none && m.activities.runs[u].phase != idle {
			continue
		}
		if r.same[u] != none && m.activities.runs[u].status != Running {
			continue // it has ended
		}
		if err := m.activities.evaluate(m, u); err != nil {
			m.blame(max(state.around, 0), err)
			continue
		}
		m.activities.runs[u] = run{status: Running, phase: acting}
		m.activities.of[u].Start(m.clock.now, Resumed)
		r.out.Restarted = append(r.out.Restarted, m.model.uses[u].key)
	}
}

// adopt takes over the trace of the machine before.
func (t *recorder) adopt(old *recorder) {
	t.off, t.ring, t.first, t.next, t.streams, t.listen = old.off, old.ring, old.first, old.next, old.streams, old.listen
	t.edges, t.oldest, t.number = old.edges, old.oldest, old.number
	t.lastAt, t.time, t.last, t.before = old.lastAt, old.time, old.last, old.before
}
