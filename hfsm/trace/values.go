package trace

import (
	"slices"

	"gonao/hfsm"
)

// activities plans which activities continue.
func (r *planning) activities() {
	old, goes := r.old.ActivityUses(), map[int]bool{}
	for _, u := range r.next.ActivityUses() {
		same := slices.IndexFunc(old, func(was hfsm.ActivityUse) bool { return sameUse(&was, &u) })
		for same >= 0 && goes[same] {
			rest := slices.IndexFunc(old[same+1:], func(was hfsm.ActivityUse) bool { return sameUse(&was, &u) })
			if rest < 0 {
				same = none
				break
			}
			same += 1 + rest
		}
		if same != none {
			goes[same] = true
		}
		r.plan.Activities = append(r.plan.Activities, same)
	}
}

// sameUse reports whether an activity continues another: at the same place, of the same name, with the same arguments.
// Expressions among them are evaluated at the next entry.
func sameUse(a, b *hfsm.ActivityUse) bool {
	if a.Key != b.Key || a.Name != b.Name || a.State != b.State || len(a.Args) != len(b.Args) || !slices.Equal(a.Evaluated, b.Evaluated) {
		return false
	}
	for name, v := range a.Args {
		if w, ok := b.Args[name]; !ok || !v.Same(w) {
			return false
		}
	}
	return true
}

// values plans values by name and type.
func (r *planning) values() {
	slots, oldSlots := r.next.Slots(), r.old.Slots()
	for _, s := range slots { // a new one is as it begins
		r.to.Values = append(r.to.Values, hfsm.ValueMemory{Value: s.Initial, Set: hfsm.Never, Recorded: s.Initial, RecordedSet: hfsm.Never})
	}
	for i, was := range oldSlots {
		name, v := r.old.SlotName(i), &r.was.Values[i]
		slot, ok := r.next.Slot(name)
		if ok && slots[slot].Type == was.Type {
			r.to.Values[slot].Recorded, r.to.Values[slot].RecordedSet = v.Recorded, v.RecordedSet
		}
		input := was.Role == hfsm.InputRole
		if !ok || slots[slot].Role != was.Role || slots[slot].Type != was.Type || !input && !accepts(&slots[slot], v.Value) {
			r.out.Values = append(r.out.Values, name)
			r.out.Moved = r.out.Moved || input
			continue
		}
		to := &r.to.Values[slot]
		to.Value, to.Set = v.Value, v.Set
		r.out.Moved = r.out.Moved || input && slot != i
		if input {
			to.Fresh, to.Held = v.Fresh, v.Held
		}
	}
}

// accepts reports whether the declaration of a value allows another value.
func accepts(s *hfsm.Slot, v hfsm.Value) bool {
	return s.Declaration == nil || s.Declaration.Expected(v) == ""
}
