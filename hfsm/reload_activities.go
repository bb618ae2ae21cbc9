package hfsm

import "slices"

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
	r.next.activities.of[use] = r.create(use)
	return nil
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
				old.activities.stop(old, u)
				old.activities.runs[u].phase = idle
			}
		}
	}
	for i, from := range r.uses {
		if from != none {
			next.activities.runs[i], next.activities.suspended[i] = old.activities.runs[from], old.activities.suspended[from]
		}
	}
	next.trace.adopt(&old.trace, old.model)
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
		m.activities.start(m, u, Resumed)
		r.out.Restarted = append(r.out.Restarted, m.model.uses[u].key)
	}
}
