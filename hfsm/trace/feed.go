package trace

import (
	"fmt"
	"reflect"

	"gonao/hfsm"
)

// Feed reports a machine to viewers: first a snapshot, then deltas with the changes. Both are numbered: a late viewer
// takes the snapshot and then each delta with the next number; a viewer that has missed a delta notices it by the number,
// and requests a snapshot again. It is for the goroutine of the machine.
type Feed struct {
	m    *hfsm.Machine
	last *Snapshot
}

// Delta holds the changes since the last delta, or since the snapshot with that number. Numbers, times and words are the
// present ones; lists hold only changed elements.
type Delta struct {
	Number uint64 `json:"number"`
	// Whole, when set, is a complete snapshot that replaces everything else: the machine has a new model.
	Whole   *Snapshot `json:"whole,omitempty"`
	Changed *Snapshot `json:"changed,omitempty"`
}

// NewFeed makes one.
func NewFeed(m *hfsm.Machine) *Feed {
	f := &Feed{m: m, last: TakeSnapshot(m)}
	f.last.Number = 1
	return f
}

// Full returns the whole machine, as of the last Delta.
func (f *Feed) Full() *Snapshot { return f.last }

// Delta returns the changes since the last call, or nil when only the time has changed.
func (f *Feed) Delta() *Delta {
	now := TakeSnapshot(f.m)
	now.Number = f.last.Number + 1
	if now.Hash != f.last.Hash || len(now.Values) != len(f.last.Values) || len(now.Automata) != len(f.last.Automata) || len(now.Activities) != len(f.last.Activities) {
		f.last = now
		return &Delta{Number: now.Number, Whole: now}
	}
	changed := *now
	changed.Automata = differing(f.last.Automata, now.Automata)
	changed.Activities = differing(f.last.Activities, now.Activities)
	changed.Values = differing(f.last.Values, now.Values)
	if len(changed.Automata)+len(changed.Activities)+len(changed.Values) == 0 && now.Sequence == f.last.Sequence && now.NextEvent == f.last.NextEvent && now.Status == f.last.Status {
		return nil
	}
	f.last = now
	return &Delta{Number: now.Number, Changed: &changed}
}

// differing returns the elements that are not as they were.
func differing[T any](was, now []T) []T {
	var out []T
	for i := range now {
		if !reflect.DeepEqual(was[i], now[i]) {
			out = append(out, now[i])
		}
	}
	return out
}

// Apply adds a delta to a snapshot. It returns an error when deltas are missing between
// the two: then the whole is needed.
func (s *Snapshot) Apply(d *Delta) error {
	if d.Number != s.Number+1 {
		return fmt.Errorf("delta %d after %d; expected %d, or the machine as a whole", d.Number, s.Number, s.Number+1)
	}
	if d.Whole != nil {
		*s = *d.Whole
		return nil
	}
	if d.Changed == nil {
		return fmt.Errorf("delta %d is empty; expected changes", d.Number)
	}
	was := *s
	*s = *d.Changed
	s.Automata = merged(was.Automata, s.Automata, func(a *Automaton) string { return a.Path })
	s.Activities = merged(was.Activities, s.Activities, func(a *Activity) string { return a.Path + "\x00" + a.Key })
	s.Values = merged(was.Values, s.Values, func(v *Value) string { return v.Name })
	return nil
}

// merged puts changed elements in the places of those of the same name.
func merged[T any](was, changed []T, name func(*T) string) []T {
	out := append([]T(nil), was...)
	at := map[string]int{}
	for i := range out {
		at[name(&out[i])] = i
	}
	for i := range changed {
		if j, ok := at[name(&changed[i])]; ok {
			out[j] = changed[i]
		} else {
			out = append(out, changed[i])
		}
	}
	return out
}
