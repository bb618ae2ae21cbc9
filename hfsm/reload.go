package hfsm

import (
	"fmt"
	"slices"

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
			next.activities[i], next.stoppers[i], next.args[i] = r.old.activities[old], r.old.stoppers[old], r.old.args[old]
			continue
		}
		if err := r.make(i); err != nil {
			next.Close()
			return fmt.Errorf("reload: machine %s: %s: %w", r.model.name, r.model.uses[i].key, err)
		}
	}
	return nil
}

func (r *reloading) make(use int) error {
	next := r.next
	if r.host == nil {
		err := next.bind(use, r.model.uses[use])
		if err == nil && r.old.gates != nil {
			r.old.gates.wrap(next, use)
		}
		return err
	}
	next.args[use] = r.model.uses[use].args
	a, s, err := r.host(use)
	next.activities[use], next.stoppers[use] = a, s
	return err
}

// counterpart finds the old use of an activity that a new one continues: at the
// same place, of the same name, with the same arguments.
func (r *reloading) counterpart(use int) int {
	u := &r.model.uses[use]
	for i := range r.old.model.uses {
		old := &r.old.model.uses[i]
		if r.goes[i] || old.key != u.key || old.kind != u.kind || r.old.model.path(old.state) != r.model.path(u.state) || len(old.args) != len(u.args) || len(old.given) != len(u.given) {
			continue
		}
		if sameArgs(old, u) {
			return i
		}
	}
	return none
}

func sameArgs(a, b *use) bool {
	for name, v := range a.args {
		w, ok := b.args[name]
		if !ok || !sameValue(&v, &w) {
			return false
		}
	}
	for i := range a.given {
		if a.given[i].name != b.given[i].name {
			return false // what is written there is evaluated at the next entry
		}
	}
	return true
}

// stateOf gives the new state with the path of an old one, or none.
func (r *reloading) stateOf(old int) int {
	switch old {
	case none:
		return none
	case 0:
		return 0
	}
	return r.model.id(r.old.model.states[old].path)
}

// states takes over which states are active, and how long.
func (r *reloading) states() {
	old, next := r.old, r.next
	r.from = none
	if old.started {
		r.from = old.leaf()
	}
	for i := range old.autos {
		s := r.stateOf(old.model.automata[i].state)
		if s == none || r.model.states[s].automaton == none {
			continue
		}
		a := r.model.states[s].automaton
		r.automaton(&old.autos[i], a, old.model.automata[i].grid)
	}
	if old.started {
		next.on[0] = old.on[0]
		r.activate(0)
	}
	for i := 1; i < len(old.on); i++ {
		if !old.on[i] {
			continue
		}
		if s := r.stateOf(i); s != none && next.on[s] {
			r.out.Kept = append(r.out.Kept, r.model.path(s))
		} else {
			r.out.Dropped = append(r.out.Dropped, old.model.path(i))
		}
	}
	r.acted()
}

// automaton takes over one automaton as new automaton a.
func (r *reloading) automaton(from *automatonState, a int, was grid) {
	to := &r.next.autos[a]
	*to = *from
	to.from = r.stateOf(from.from)
	to.active = r.stateOf(from.active)
	if to.active != none && r.model.states[to.active].around != a {
		to.active = none
	}
	if to.waiting = r.edge(from.waiting); to.waiting != nil && to.waiting.domain != a {
		to.waiting = nil
	}
	if g := r.model.automata[a].grid; g != was {
		to.next = g.time(g.index(r.old.at) + 1)
	}
}

// edge gives the new transition in the place of an old one, or nil.
func (r *reloading) edge(old *transition) *transition {
	if old == nil {
		return nil
	}
	e := r.old.model.edgeSnapshot(old)
	tr := r.model.findEdge(&e)
	if tr == nil || tr.target != old.target || (tr.acts == none) != (old.acts == none) || tr.exit != old.exit {
		return nil
	}
	return tr
}

func (r *reloading) acted() {
	for _, tr := range r.old.model.edges {
		if tr.acts == none {
			continue
		}
		if now := r.edge(tr); now != nil && now.acts != none {
			r.next.acted[now.acts], r.next.actedIn[now.acts] = r.old.acted[tr.acts], r.old.actedIn[tr.acts]
		}
	}
}

// activate goes on with what is inside a state that goes on, as far as it was
// active, and notes what is to be entered in place of what is no more.
func (r *reloading) activate(s int) {
	state := &r.model.states[s]
	if state.automaton != none {
		r.activateInside(state.automaton)
		return
	}
	for _, region := range state.children {
		if state.kind != ParallelState {
			break
		}
		if r.wasOn(region) {
			r.next.on[region] = true
			r.activate(region)
		} else if !r.leaving(s) {
			r.entries = append(r.entries, region)
		}
	}
}

func (r *reloading) activateInside(a int) {
	auto := &r.next.autos[a]
	switch {
	case auto.ended != Running:
	case auto.active != none && r.wasOn(auto.active):
		auto.live = true
		r.next.on[auto.active] = true
		r.activate(auto.active)
	case auto.active != none && r.leaving(auto.active):
	default: // its state is no more, or it was not there before
		auto.active, auto.live, auto.waiting, auto.left = none, true, nil, false
		r.entries = append(r.entries, r.model.automata[a].initial)
	}
}

// wasOn says whether the state with the path of a new one was active.
func (r *reloading) wasOn(s int) bool {
	old := r.old.model.id(r.model.states[s].path)
	return old != none && r.old.on[old]
}

// leaving says whether a state is within what a transition that waits has begun to
// leave: then what is not active of it has been left already.
func (r *reloading) leaving(s int) bool {
	for at := r.model.states[s].around; at != none; at = r.model.automata[at].parent {
		if r.next.autos[at].waiting != nil {
			return true
		}
	}
	return false
}

// values takes over values by name and type.
func (r *reloading) values() {
	old, next := r.old, r.next
	for i := range old.model.slots {
		name := old.model.slotName(i)
		slot, ok := r.model.Slot(name)
		s := &old.model.slots[i]
		if !ok || r.model.slots[slot].role != s.role || r.model.slots[slot].value.Type != s.value.Type ||
			s.role != InputRole && outside(r.model.slots[slot].written, &old.values[i]) != "" {
			r.out.Values = append(r.out.Values, name)
			r.out.Moved = r.out.Moved || s.role == InputRole
			continue
		}
		next.values[slot], next.stamps[slot] = old.values[i], old.stamps[i]
		r.out.Moved = r.out.Moved || s.role == InputRole && slot != i
		if s.role != InputRole {
			continue
		}
		if old.fresh[i] {
			next.touch(Input(slot))
		}
		if old.pinned != nil && old.pinned[i] {
			next.pin(slot)
		}
	}
	for i := range next.trace.known { // a new input is known as it begins
		next.trace.known[i] = known{r.model.first[i], never}
		if j, ok := old.model.Slot(r.model.slotName(i)); ok && old.model.slots[j].value.Type == r.model.slots[i].value.Type {
			next.trace.known[i] = old.trace.known[j]
		}
		if r.model.slots[i].role == InputRole && !old.trace.off {
			next.mark(i)
		}
	}
	for i, session := range next.sessions {
		r.session(i, session)
	}
}

// session takes over the data of scripts where their language can.
func (r *reloading) session(id int, session Session) {
	if session == nil {
		return
	}
	path := r.model.frames[id].path
	i := slices.IndexFunc(r.old.model.frames, func(f *frame) bool { return f.path == path })
	if i < 0 || r.old.sessions[i] == nil {
		return
	}
	from, ok1 := r.old.sessions[i].(Keeper)
	to, ok2 := session.(Keeper)
	if ok1 && ok2 {
		if data, err := from.Keep(); err == nil && to.Restore(data) == nil {
			return
		}
	}
	r.out.Scripts = append(r.out.Scripts, path)
}

// stop stops the activities that do not go on, innermost first, and notes how those
// that do stand.
func (r *reloading) stop() {
	old, next := r.old, r.next
	for s := len(old.model.states) - 1; s >= 0; s-- {
		to := r.stateOf(s)
		for _, u := range old.model.states[s].do {
			if r.goes[u] && to != none && (next.on[to] || !old.on[s]) {
				continue
			}
			if old.runs[u].phase != idle {
				old.activities[u].Stop(old.now)
				old.runs[u].phase = idle
			}
		}
	}
	for i, from := range r.same {
		if from != none {
			next.runs[i] = old.runs[from]
		}
	}
}

// become gives a machine the parts of another one that depend on the model.
func (m *Machine) become(o *Machine) {
	o.clear()
	m.model, m.values, m.stamps, m.touched, m.fresh, m.on, m.autos = o.model, o.values, o.stamps, o.touched, o.fresh, o.on, o.autos
	m.activities, m.stoppers, m.args, m.runs, m.acted, m.actedIn = o.activities, o.stoppers, o.args, o.runs, o.acted, o.actedIn
	m.sessions, m.scripts, m.trace, m.pinned, m.wake = o.sessions, o.scripts, o.trace, nil, 0
	m.trace.off = true // until it goes on with the trace of the old one
}

// swap ends what is left of the machine as it was.
func (r *reloading) swap() {
	r.next.trace.adopt(&r.old.trace)
	for _, s := range r.old.sessions {
		if s != nil {
			s.Close()
		}
	}
}

// enter tells of the new model, starts the activities that are new in states that go
// on, and enters what stands in the place of states that are no more.
func (r *reloading) enter() {
	m := r.next
	m.calls, m.standing = 0, false
	if !m.started || m.status != Running {
		m.recordReload(r.from)
		return
	}
	m.entry, m.events.mark = m.at, m.events.next
	for s := range m.on {
		if m.on[s] && !r.leaving(s) {
			r.start(&m.model.states[s])
		}
	}
	for _, s := range r.entries {
		m.enter(s, Anew, 0, none)
	}
	m.recordReload(r.from)
	m.settle()
}

// start starts what a state that goes on does and has not done before.
func (r *reloading) start(state *state) {
	m := r.next
	for _, u := range state.do {
		if r.same[u] != none && m.runs[u].phase != idle {
			continue
		}
		if r.same[u] != none && m.runs[u].status != Running {
			continue // it has ended
		}
		if err := m.evaluate(u); err != nil {
			m.blame(max(state.around, 0), err)
			continue
		}
		m.runs[u] = run{status: Running, phase: acting}
		m.activities[u].Start(m.now, Resumed)
		r.out.Restarted = append(r.out.Restarted, m.model.uses[u].key)
	}
}

// adopt takes over the trace of the machine before.
func (t *recorder) adopt(old *recorder) {
	t.off, t.ring, t.first, t.next, t.streams, t.listen = old.off, old.ring, old.first, old.next, old.streams, old.listen
	t.edges, t.oldest, t.number = old.edges, old.oldest, old.number
	t.lastAt, t.time, t.last, t.before = old.lastAt, old.time, old.last, old.before
}
