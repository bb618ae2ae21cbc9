package hfsm

import (
	"fmt"
	"slices"

	"gonao/hfsm/chart"
)

// Reloaded holds the changes of a new model.
type Reloaded struct {
	Kept      []string // paths of active states that go on
	Dropped   []string // paths of removed active states; their parents started again
	Values    []string // names of values that could not be kept: gone, or of another type or range
	Restarted []string // keys of activities of active states that were stopped, started or both
	Scripts   []string // paths whose scripts start again, because their language cannot keep their data
	Moved     bool     // inputs have other handles, which the new model returns
}

// String returns one line for logs.
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

// Reload replaces the model of a machine between two ticks. States whose path still exists continue with the time they
// have spent, values are kept by name and type, and an activity with the same place, name and arguments continues; others
// are stopped, innermost first, and started as after an interruption. If an active state is gone, its automaton enters its
// initial state. After an error the machine is unchanged.
//
// An [Input] is the handle of one model: see Reloaded.Moved.
func (m *Machine) Reload(model *Model) (Reloaded, error) { return m.reload(model, nil) }

// reload is Reload; create creates the activities that do not continue, nil: the host.
func (m *Machine) reload(model *Model, create func(use int) Activity) (Reloaded, error) {
	if m.model.profile != chart.Robot || model.profile != chart.Robot {
		return Reloaded{}, fmt.Errorf("machine %s: a machine of the profile scxml cannot change its model while it runs; end it and start again", m.model.name)
	}
	if m.trace.ticking {
		return Reloaded{}, fmt.Errorf("machine %s: a new model within a tick; expected it between two", m.model.name)
	}
	before := *m
	r := &reloading{old: &before, next: m, model: model, create: create, from: none}
	if before.clock.started {
		r.from = before.tree.leaf(&before)
	}
	if err := r.prepare(); err != nil {
		*m = before
		return Reloaded{}, err
	}
	r.states()
	r.values()
	r.sessions()
	r.stop()
	r.start()
	return r.out, nil
}

// reloading is the work of one reload: it builds the machine again from the old one's content. Everything that can fail is in
// prepare.
type reloading struct {
	old    *Machine // as it was, and will be again when the reload fails
	next   *Machine // the machine itself, with tables for the new model
	model  *Model
	create func(use int) Activity
	from   int   // leaf before
	uses   []int // for each use of the new model the use of the old one whose activity continues, or none
	enter  []int // states to be entered in place of active ones that are gone
	out    Reloaded
}

// prepare builds everything that can fail: sessions and activities.
func (r *reloading) prepare() error {
	next, fresh := r.next, newMachine(r.model, r.old.host)
	fresh.clear()
	next.model, next.values, next.tree = fresh.model, fresh.values, fresh.tree
	next.activities = fresh.activities
	next.activities.wrap = r.old.activities.wrap
	next.robot.acted = fresh.robot.acted
	next.scripts.sessions, next.scripts.some, next.trace, next.clock.wake = fresh.scripts.sessions, fresh.scripts.some, fresh.trace, 0
	next.trace.off = true // until it continues the trace of the old one
	if err := next.scripts.open(next); err != nil {
		return fmt.Errorf("reload: %w", err)
	}
	r.matchUses()
	for i, old := range r.uses {
		if old != none {
			to, from := &next.activities, &r.old.activities
			to.of[i], to.stoppers[i], to.args[i] = from.of[old], from.stoppers[old], from.args[old]
			continue
		}
		if err := r.make(i); err != nil {
			next.Close()
			return fmt.Errorf("reload: machine %s: %s: %w", r.model.name, r.model.uses[i].key, err)
		}
	}
	return nil
}

// matchUses finds the activities that continue: each goes on as the first use that is the same and not taken.
func (r *reloading) matchUses() {
	taken := make([]bool, len(r.old.model.uses))
	for i := range r.model.uses {
		same := none
		for k := range r.old.model.uses {
			if !taken[k] && r.sameUse(&r.old.model.uses[k], &r.model.uses[i]) {
				same, taken[k] = k, true
				break
			}
		}
		r.uses = append(r.uses, same)
	}
}

// sameUse reports whether an activity continues another: at the same place, of the same name, with the same arguments.
// Expressions among them are evaluated at the next entry.
func (r *reloading) sameUse(a, b *use) bool {
	if a.key != b.key || a.kind != b.kind || r.old.model.path(a.state) != r.model.path(b.state) || len(a.args) != len(b.args) ||
		!slices.EqualFunc(a.given, b.given, func(x, y given) bool { return x.name == y.name }) {
		return false
	}
	for name, v := range a.args {
		if w, ok := b.args[name]; !ok || !v.Same(w) {
			return false
		}
	}
	return true
}

// make makes an activity that does not continue one.
func (r *reloading) make(use int) error {
	if r.create == nil {
		return r.next.activities.bind(r.next, use, r.model.uses[use])
	}
	r.next.activities.args[use] = r.model.uses[use].args
	r.next.activities.put(use, r.create(use))
	return nil
}

// state returns the new state with the path of an old one, or none.
func (r *reloading) state(old int) int {
	if old != none {
		if s, ok := r.model.byPath[r.old.model.states[old].path]; ok {
			return s
		}
	}
	return none
}

// edge returns the new transition at the place of an old one, or nil.
func (r *reloading) edge(was *transition) *transition {
	if was == nil {
		return nil
	}
	source := r.state(was.source)
	if source == none {
		return nil
	}
	name := r.old.model.edgeName(was)
	now := r.model.edgeAt(source, name.Index, name.Failure)
	if now == nil || now.target != was.target || now.exit != was.exit || (now.targets == nil) != (was.targets == nil) {
		return nil
	}
	return now
}

// states sets which states are active, and how long they have been.
func (r *reloading) states() {
	old, next := r.old, r.next
	for i := range old.model.automata {
		if s := r.state(old.model.automata[i].state); s != none && r.model.states[s].automaton != none {
			r.automaton(i, r.model.states[s].automaton)
		}
	}
	if old.clock.started {
		next.tree.on[0] = old.tree.on[0]
		r.activate(0)
	}
	for i := 1; i < len(old.tree.on); i++ {
		switch s := r.state(i); {
		case !old.tree.on[i]:
		case s != none && next.tree.on[s]:
			r.out.Kept = append(r.out.Kept, r.model.states[s].path)
		default:
			r.out.Dropped = append(r.out.Dropped, old.model.states[i].path)
		}
	}
	for _, was := range old.model.edges {
		if was.acts != none && old.robot.acted[was.acts] >= 0 {
			if now := r.edge(was); now != nil && now.acts != none {
				next.robot.acted[now.acts] = old.robot.acted[was.acts]
			}
		}
	}
}

// automaton continues old automaton i as new automaton a.
func (r *reloading) automaton(i, a int) {
	to := &r.next.tree.autos[a]
	*to = r.old.tree.autos[i]
	to.aligned, to.settled = false, 0
	to.from, to.active = r.state(to.from), r.state(to.active)
	if to.active != none && r.model.states[to.active].around != a {
		to.active = none
	}
	if to.waiting = r.edge(to.waiting); to.waiting != nil && to.waiting.domain != a {
		to.waiting = nil
	}
	if r.model.automata[a].grid != r.old.model.automata[i].grid {
		to.next, to.aligned = r.model.automata[a].grid.after(r.next.clock.at)
	}
}

// activate sets the active content of a state that continues, and records what is to be entered in place of removed
// states.
func (r *reloading) activate(s int) {
	state := &r.model.states[s]
	if state.automaton != none {
		r.activateInside(state.automaton)
		return
	}
	if state.kind != ParallelState {
		return
	}
	for _, region := range state.children {
		if r.wasOn(region) {
			r.next.tree.on[region] = true
			r.activate(region)
		} else if !r.next.tree.leaving(r.model, s) {
			r.enter = append(r.enter, region)
		}
	}
}

func (r *reloading) activateInside(a int) {
	auto := &r.next.tree.autos[a]
	switch {
	case auto.ended != Running:
	case auto.active != none && r.wasOn(auto.active):
		auto.live = true
		r.next.tree.on[auto.active] = true
		r.activate(auto.active)
	case auto.active != none && r.next.tree.leaving(r.model, auto.active):
	default: // its state is gone, or it was not there before
		auto.active, auto.live, auto.waiting, auto.left = none, true, nil, false
		r.enter = append(r.enter, r.model.automata[a].initial)
	}
}

// wasOn reports whether the state with the path of a new one was active.
func (r *reloading) wasOn(s int) bool {
	old, ok := r.old.model.byPath[r.model.states[s].path]
	return ok && s != 0 && r.old.tree.on[old]
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

// values keeps values by name and type.
func (r *reloading) values() {
	old, next := r.old, r.next
	for i := range r.model.slots { // a new one is as it begins
		next.trace.inputs.known[i] = known{r.model.first[i], never}
		if r.model.slots[i].role == InputRole && !old.trace.off {
			next.trace.inputs.mark(i)
		}
	}
	for i := range old.model.slots {
		was, input := &old.model.slots[i], old.model.slots[i].role == InputRole
		name := old.model.SlotName(i)
		slot, ok := r.model.Slot(name)
		if ok = ok && r.model.slots[slot].value.Type == was.value.Type; ok && !old.trace.off {
			next.trace.inputs.known[slot] = old.trace.inputs.known[i]
		}
		if !ok || r.model.slots[slot].role != was.role || !input && outside(r.model.slots[slot].written, &old.values.of[i]) != "" {
			r.out.Values = append(r.out.Values, name)
			r.out.Moved = r.out.Moved || input
			continue
		}
		next.values.of[slot] = old.values.of[i]
		if !input {
			continue
		}
		r.out.Moved = r.out.Moved || slot != i
		next.values.stamps[slot] = old.values.stamps[i]
		if old.values.fresh[i] {
			next.values.touch(Input(slot))
		}
		if old.values.pinned != nil && old.values.pinned[i] {
			next.values.pin(slot)
		}
	}
	next.values.changed()
}

// sessions sets the data of scripts where their language can keep it.
func (r *reloading) sessions() {
	for id, session := range r.next.scripts.sessions {
		path := r.model.frames[id].path
		i := slices.IndexFunc(r.old.model.frames, func(f *frame) bool { return f.path == path })
		if session == nil || i < 0 || r.old.scripts.sessions[i] == nil {
			continue
		}
		from, ok1 := r.old.scripts.sessions[i].(Keeper)
		to, ok2 := session.(Keeper)
		if ok1 && ok2 {
			if data, err := from.Keep(); err == nil && to.Restore(data) == nil {
				continue
			}
		}
		r.out.Scripts = append(r.out.Scripts, path)
	}
}

// stop stops the activities that do not continue, innermost first, and ends the scripts of the machine as it was. The
// status of the other activities is copied to the new machine.
func (r *reloading) stop() {
	old, next := r.old, r.next
	for s := len(old.model.states) - 1; s >= 0; s-- {
		to := r.state(s)
		for _, u := range old.model.states[s].do {
			if slices.Contains(r.uses, u) && to != none && (next.tree.on[to] || !old.tree.on[s]) {
				continue
			}
			if old.activities.runs[u].phase != idle {
				old.activities.of[u].Stop(old.clock.now)
				old.activities.runs[u].phase = idle
			}
		}
	}
	for i, from := range r.uses {
		if from != none {
			next.activities.runs[i] = old.activities.runs[from]
		}
	}
	next.trace.adopt(&old.trace)
	for _, s := range old.scripts.sessions {
		if s != nil {
			s.Close()
		}
	}
}

// start records the new model, starts the new activities in states that stay active, and enters states in the place of
// removed ones.
func (r *reloading) start() {
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
			r.startActivities(&m.model.states[s])
		}
	}
	for _, s := range r.enter {
		m.robot.enter(m, s, Anew, 0, none)
	}
	m.trace.recordReload(m, r.from)
	m.robot.settle(m)
}

// events maps the transitions in the fates of events to those of the new model.
func (r *reloading) events() {
	for i := range r.next.events.fates {
		f := &r.next.events.fates[i]
		if f.edge == none || f.missed == 0 {
			continue
		}
		was := r.old.model.edge(int(f.edge))
		f.edge = none
		if s := r.state(was.source); s != none {
			if tr := r.model.edgeAt(s, r.old.model.EdgeIndex(was.id), false); tr != nil {
				f.edge = int32(tr.id)
			}
		}
	}
}

// startActivities starts the activities of a state that stays active that have not run in it before.
func (r *reloading) startActivities(state *state) {
	m := r.next
	for _, u := range state.do {
		one := &m.activities.runs[u]
		if r.uses[u] != none && (one.phase != idle || one.status != Running) {
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

// adopt continues the trace of the machine before.
func (t *recorder) adopt(old *recorder) {
	t.off, t.ring, t.first, t.next, t.streams, t.listen = old.off, old.ring, old.first, old.next, old.streams, old.listen
	t.sampled = old.sampled
	t.renewSamples() // their ids are of the old model
	t.edges, t.oldest, t.number = old.edges, old.oldest, old.number
	t.lastAt, t.time, t.last, t.before = old.lastAt, old.time, old.last, old.before
}
