package hfsm

import (
	"fmt"
	"slices"

	"gonao/hfsm/chart"
)

// Replacement is how a machine continues with another model; package reload makes it.
type Replacement struct {
	Model  *Model
	Memory *Memory // state of the machine, by the ids of Model
	// Activities holds for each use of Model the use of the old model whose activity continues, or -1.
	Activities []int
	// Enter are the states to be entered in place of active ones that are gone.
	Enter []int
	// Create creates the activities that do not continue; nil: the host creates them.
	Create func(use int) Activity
}

// Replaced holds the parts that a replacement has started again.
type Replaced struct {
	Restarted []string // keys of activities of active states that were started
	Scripts   []string // paths whose scripts start again, because their language cannot keep their data
}

// Replace replaces the model of a machine between two ticks. Activities that do not continue are stopped, innermost
// first, and new ones in states that stay active are started as after an interruption. After an error the machine is
// unchanged.
func (m *Machine) Replace(how *Replacement) (Replaced, error) {
	if m.model.profile != chart.Robot || how.Model.profile != chart.Robot {
		return Replaced{}, fmt.Errorf("machine %s: a machine of the profile scxml cannot change its model while it runs; end it and start again", m.model.name)
	}
	if m.trace.ticking {
		return Replaced{}, fmt.Errorf("machine %s: a new model within a tick; expected it between two", m.model.name)
	}
	before := *m
	r := &replacing{Replacement: how, old: &before, next: m, from: none}
	if before.clock.started {
		r.from = before.tree.leaf(&before)
	}
	if err := r.prepare(); err != nil {
		*m = before
		return Replaced{}, err
	}
	how.Memory.setTree(m)
	r.values()
	r.stop()
	r.swap()
	r.enter()
	return r.out, nil
}

// replacing is a replacement under way.
type replacing struct {
	*Replacement
	old  *Machine // as it was, and will be again when the replacement fails
	next *Machine // the machine itself, with tables for the new model
	from int      // leaf before
	out  Replaced
}

// prepare builds everything that can fail.
func (r *replacing) prepare() error {
	next := r.next
	fresh := newMachine(r.Model, r.old.host)
	fresh.clear()
	next.model, next.values, next.tree = fresh.model, fresh.values, fresh.tree
	fresh.activities.wrap = r.old.activities.wrap
	next.activities = fresh.activities
	next.robot.acted = fresh.robot.acted
	next.scripts.sessions, next.scripts.some, next.trace, next.clock.wake = fresh.scripts.sessions, fresh.scripts.some, fresh.trace, 0
	next.trace.off = true // until it continues the trace of the old one
	if err := next.scripts.open(next); err != nil {
		return fmt.Errorf("reload: %w", err)
	}
	for i, old := range r.Activities {
		if old != none {
			to, from := &next.activities, &r.old.activities
			to.of[i], to.stoppers[i], to.args[i], to.runs[i] = from.of[old], from.stoppers[old], from.args[old], run{}
			continue
		}
		if err := r.make(i); err != nil {
			next.Close()
			return fmt.Errorf("reload: machine %s: %s: %w", r.Model.name, r.Model.uses[i].key, err)
		}
	}
	return nil
}

// make makes an activity that does not continue one.
func (r *replacing) make(use int) error {
	if r.Create == nil {
		return r.next.activities.bind(r.next, use, r.Model.uses[use])
	}
	r.next.activities.args[use] = r.Model.uses[use].args
	r.next.activities.put(use, r.Create(use))
	return nil
}

// values sets the values and the data of scripts.
func (r *replacing) values() {
	next := r.next
	r.Memory.setValues(next)
	for i := range r.Memory.Values {
		if r.Memory.Values[i].Held {
			next.values.pin(i)
		}
		if r.Model.slots[i].role == InputRole && !r.old.trace.off {
			next.trace.mark(next, i)
		}
	}
	for i, session := range next.scripts.sessions {
		if session != nil {
			r.session(i, session)
		}
	}
}

// session sets the data of scripts where their language can keep it.
func (r *replacing) session(id int, session Session) {
	path := r.Model.frames[id].path
	i := slices.IndexFunc(r.old.model.frames, func(f *frame) bool { return f.path == path })
	if i < 0 || r.old.scripts.sessions[i] == nil {
		return
	}
	from, ok1 := r.old.scripts.sessions[i].(Keeper)
	to, ok2 := session.(Keeper)
	if ok1 && ok2 {
		if data, err := from.Keep(); err == nil && to.Restore(data) == nil {
			return
		}
	}
	r.out.Scripts = append(r.out.Scripts, path)
}

// stop stops the activities that do not continue, innermost first. The status of the others is copied to the new machine.
func (r *replacing) stop() {
	old, next := r.old, r.next
	continues := make([]bool, len(old.model.uses))
	for _, from := range r.Activities {
		if from != none {
			continues[from] = true
		}
	}
	for s := len(old.model.states) - 1; s >= 0; s-- {
		to := r.counterpart(s)
		for _, u := range old.model.states[s].do {
			if continues[u] && to != none && (next.tree.on[to] || !old.tree.on[s]) {
				continue
			}
			if old.activities.runs[u].phase != idle {
				old.activities.of[u].Stop(old.clock.now)
				old.activities.runs[u].phase = idle
			}
		}
	}
	for i, from := range r.Activities {
		if from != none {
			next.activities.runs[i] = old.activities.runs[from]
		}
	}
}

// counterpart returns the state of the new model with the path of an old one, or none.
func (r *replacing) counterpart(old int) int {
	if s, ok := r.Model.byPath[r.old.model.states[old].path]; ok {
		return s
	}
	return none
}

// swap continues the trace, and ends the scripts of the machine as it was.
func (r *replacing) swap() {
	r.next.trace.adopt(&r.old.trace)
	for _, s := range r.old.scripts.sessions {
		if s != nil {
			s.Close()
		}
	}
}

// enter records the new model, starts the new activities in states that stay active, and enters states in the place of
// removed ones.
func (r *replacing) enter() {
	m := r.next
	m.activities.calls, m.tree.standing = 0, false
	r.events()
	if !m.clock.started || m.status != Running {
		m.trace.recordReload(m, r.from)
		return
	}
	m.events.mark = m.events.next
	for s := range m.tree.on {
		if m.tree.on[s] && !m.tree.leaving(m.model, s) {
			r.start(&m.model.states[s])
		}
	}
	for _, s := range r.Enter {
		m.robot.enter(m, s, Anew, 0, none)
	}
	m.trace.recordReload(m, r.from)
	m.robot.settle(m)
}

// events maps the transitions in the fates of events to those of the new model.
func (r *replacing) events() {
	for i := range r.next.events.fates {
		f := &r.next.events.fates[i]
		if f.edge == none || f.missed == 0 {
			continue
		}
		was := r.old.model.Edge(int(f.edge))
		f.edge = none
		if s := r.counterpart(was.Source); s != none {
			if id, ok := r.Model.FindEdge(s, was.Index, false); ok {
				f.edge = int32(id)
			}
		}
	}
}

// start starts the activities of a state that stays active that have not run in it before.
func (r *replacing) start(state *state) {
	m := r.next
	for _, u := range state.do {
		one := &m.activities.runs[u]
		if r.Activities[u] != none && (one.phase != idle || one.status != Running) {
			continue // it runs, or has ended
		}
		if err := m.activities.evaluate(m, u); err != nil {
			m.robot.blame(m, max(state.around, 0), err)
			continue
		}
		*one = run{status: Running, phase: acting}
		m.activities.of[u].Start(m.clock.now, Resumed)
		r.out.Restarted = append(r.out.Restarted, m.model.uses[u].key)
	}
}

// leaving reports whether a state is among those that a waiting transition has begun to leave: its inactive parts have
// then been left already.
func (t *tree) leaving(m *Model, s int) bool {
	for at := m.states[s].around; at != none; at = m.automata[at].parent {
		if t.autos[at].waiting != nil {
			return true
		}
	}
	return false
}

// adopt continues the trace of the machine before.
func (t *recorder) adopt(old *recorder) {
	t.off, t.ring, t.first, t.next, t.streams, t.listen = old.off, old.ring, old.first, old.next, old.streams, old.listen
	t.sampled = old.sampled
	t.renewSamples() // their ids are of the old model
	t.edges, t.oldest, t.number = old.edges, old.oldest, old.number
	t.lastAt, t.time, t.last, t.before = old.lastAt, old.time, old.last, old.before
}
