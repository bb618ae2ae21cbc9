package hfsm

import (
	"slices"
)

func (r *reloading) make(use int) error {
	next := r.next
	if r.host == nil {
		err := next.activities.bind(next, use, r.model.uses[use])
		if err == nil && r.old.gates != nil {
			r.old.gates.wrap(next, use)
		}
		return err
	}
	next.activities.args[use] = r.model.uses[use].args
	a, s, err := r.host(use)
	next.activities.of[use], next.activities.stoppers[use] = a, s
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
		if !ok || !v.Same(w) {
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

// values takes over values by name and type.
func (r *reloading) values() {
	old, next := r.old, r.next
	for i := range old.model.slots {
		name := old.model.SlotName(i)
		slot, ok := r.model.Slot(name)
		s := &old.model.slots[i]
		if !ok || r.model.slots[slot].role != s.role || r.model.slots[slot].value.Type != s.value.Type ||
			s.role != InputRole && outside(r.model.slots[slot].written, &old.values.of[i]) != "" {
			r.out.Values = append(r.out.Values, name)
			r.out.Moved = r.out.Moved || s.role == InputRole
			continue
		}
		next.values.of[slot], next.values.stamps[slot] = old.values.of[i], old.values.stamps[i]
		r.out.Moved = r.out.Moved || s.role == InputRole && slot != i
		if s.role != InputRole {
			continue
		}
		if old.values.fresh[i] {
			next.values.touch(next, Input(slot))
		}
		if old.values.pinned != nil && old.values.pinned[i] {
			next.values.pin(next, slot)
		}
	}
	for i := range next.trace.known { // a new input is known as it begins
		next.trace.known[i] = known{r.model.first[i], never}
		if j, ok := old.model.Slot(r.model.SlotName(i)); ok && old.model.slots[j].value.Type == r.model.slots[i].value.Type {
			next.trace.known[i] = old.trace.known[j]
		}
		if r.model.slots[i].role == InputRole && !old.trace.off {
			next.trace.mark(next, i)
		}
	}
	for i, session := range next.scripts.sessions {
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

// stop stops the activities that do not go on, innermost first, and notes how those
// that do stand.
func (r *reloading) stop() {
	old, next := r.old, r.next
	for s := len(old.model.states) - 1; s >= 0; s-- {
		to := r.stateOf(s)
		for _, u := range old.model.states[s].do {
			if r.goes[u] && to != none && (next.tree.on[to] || !old.tree.on[s]) {
				continue
			}
			if old.activities.runs[u].phase != idle {
				old.activities.of[u].Stop(old.clock.now)
				old.activities.runs[u].phase = idle
			}
		}
	}
	for i, from := range r.same {
		if from != none {
			next.activities.runs[i] = old.activities.runs[from]
		}
	}
}
