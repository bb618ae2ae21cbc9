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
	Removed   []string // names of values that the new model does not have
	Values    []string // names of values that begin again, since they have another type, range or kind
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
	}{
		{"states removed", r.Dropped},
		{"values removed", r.Removed},
		{"values reset", r.Values},
		{"activities restarted", r.Restarted},
		{"scripts restarted", r.Scripts},
	} {
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
	next.activities.suspension = r.old.activities.suspension
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
			to.of[i], to.args[i] = from.of[old], from.args[old]
			continue
		}
		if err := r.make(i); err != nil {
			next.Close()
			return fmt.Errorf("reload: machine %s: %s: %w", r.model.name, r.model.uses[i].key, err)
		}
	}
	return nil
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
		if !ok {
			r.out.Removed = append(r.out.Removed, name)
			r.out.Moved = r.out.Moved || input
			continue
		}
		if ok = r.model.slots[slot].value.Type == was.value.Type; ok && !old.trace.off {
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
		next.values.pinned[slot] = old.values.pinned[i]
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

// adopt continues the trace of the machine before, which had another model.
func (t *recorder) adopt(old *recorder, model *Model) {
	kept := min(old.passed.whole(), old.others.whole())
	t.models = append(slices.DeleteFunc(slices.Clone(old.models), func(p past) bool { return p.until <= kept }), past{model, old.next})
	t.off, t.passed, t.others, t.next, t.streams, t.listen = old.off, old.passed, old.others, old.next, old.streams, old.listen
	t.sampled = old.sampled
	t.renewSamples() // their ids are of the old model
	t.number, t.lastAt, t.time, t.last, t.before = old.number, old.lastAt, old.time, old.last, old.before
}
