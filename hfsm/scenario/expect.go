package scenario

import (
	"time"

	"gonao/internal/wording"
)

// expect compares the machine with the state that a step expects.
func (r *running) expect(step *Step, e *State) {
	key := step.Key + ".expect"
	if got := r.m.Path(); e.Path != nil && got != *e.Path {
		r.fault(step.Line, key+".path", "at %s the machine is in %q; expected %q", step.At, got, *e.Path)
	}
	for _, path := range e.In {
		if !r.m.In(path) {
			r.fault(step.Line, key+".in", "at %s the state %q is not active, the machine is in %v", step.At, path, r.m.Leaves(nil))
		}
	}
	for _, path := range e.NotIn {
		if r.m.In(path) {
			r.fault(step.Line, key+".not_in", "at %s the state %q is active", step.At, path)
		}
	}
	for _, want := range e.Values {
		slot, _ := r.m.Model().Slot(want.Input)
		got := r.m.Value(slot)
		if v, ok := typed(want.Value, got.Type); !ok || !v.Same(got) {
			r.fault(want.Line, want.Key, "at %s it is %s; expected %v", step.At, got.Text(), want.Value)
		}
	}
	if got := r.m.Status().String(); e.Status != "" && got != e.Status {
		r.fault(step.Line, key+".status", "at %s the machine is %s; expected %s", step.At, got, e.Status)
	}
}

// transitions compares all transitions with the expected ones and reports the first
// difference.
func (r *running) transitions() {
	if r.s.Transitions == nil {
		return
	}
	for i := range r.s.Transitions {
		want := &r.s.Transitions[i]
		if i >= len(r.out.Transitions) {
			r.fault(want.Line, want.Key, "did not happen; the machine had %s", wording.Count(len(r.out.Transitions), "transition"))
			return
		}
		if r.differs(i, want) {
			return
		}
	}
	if n := len(r.s.Transitions); len(r.out.Transitions) > n {
		t := &r.out.Transitions[n]
		r.fault(r.s.Line, "transitions", "after the %d expected comes one more, at %s from %q to %q", n, t.Time, t.From, t.To)
	}
}

// differs compares one transition.
func (r *running) differs(i int, want *Expected) bool {
	got := &r.out.Transitions[i]
	different := false
	if want.At != nil && !near(*want.At, got.Time-r.base) {
		r.fault(want.Line, want.Key+".at", "happened at %s, from %q to %q; expected %s", got.Time-r.base, got.From, got.To, *want.At)
		different = true
	}
	for _, part := range []struct {
		key       string
		want      *string
		happening string
	}{{"from", want.From, got.From}, {"to", want.To, got.To}, {"source", want.Source, got.Source}, {"target", want.Target, got.Target}, {"name", want.Name, got.Name}} {
		if part.want != nil && *part.want != part.happening {
			r.fault(want.Line, want.Key+"."+part.key, "at %s it is %q; expected %q", got.Time, part.happening, *part.want)
			different = true
		}
	}
	return different
}

// near compares times as a file writes them: to the microsecond.
func near(a, b time.Duration) bool {
	return a-b < time.Microsecond && b-a < time.Microsecond
}
