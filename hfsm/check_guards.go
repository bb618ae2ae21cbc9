package hfsm

import (
	"gonao/hfsm/chart"
)

// Bounds of the search for values at which guards hold.
const (
	triesPerSearch  = 1000
	triesPerMachine = 200_000
)

// checkGuards reports guards that never or always hold, transitions that another
// one always comes before, and those that may hold together with nothing but the
// order of the file to decide between them.
func (b *compiler) checkGuards() {
	budget := triesPerMachine
	for i := range b.model.states {
		s := &b.model.states[i]
		dead := make([]bool, len(s.trans))
		for j := range s.trans {
			dead[j] = b.checkGuard(s, &s.trans[j], &budget) || b.shadowed(s, j)
		}
		for j := range s.trans {
			for k := 0; k < j && !dead[j]; k++ {
				if !dead[k] && s.trans[k].priority == s.trans[j].priority {
					dead[j] = b.overlap(s, &s.trans[k], &s.trans[j], &budget)
				}
			}
		}
	}
}

// leavesIt says whether a transition changes the active state.
func (t *transition) leavesIt() bool {
	return t.exit != Running || len(t.targets) > 0 && !t.internal
}

// checkGuard reports a guard that cannot be otherwise, and says whether it never
// holds.
func (b *compiler) checkGuard(s *state, t *transition, budget *int) (never bool) {
	f := b.of(s)
	switch {
	case t.node == nil:
		return false
	case t.node.Constant:
		if t.written.If.Text != "true" && t.node.Value.Bool {
			b.remark(chart.Warning, f, t.written.If.Place, codeAlways, "always true; expected a guard that can be false, or none")
		}
		return !t.node.Value.Bool
	}
	w := b.search(s, budget, t)
	fails := w.fails(t.node)
	holds := w.holds(t.node)
	switch {
	case !w.complete || holds && fails:
	case fails:
		b.remark(chart.Warning, f, t.written.If.Place, codeNever, "never true, whatever the values; expected a guard that can be")
		return true
	case holds:
		b.remark(chart.Warning, f, t.written.If.Place, codeAlways, "always true, whatever the values; expected a guard that can be false, or none")
	}
	return false
}

// shadowed reports a transition that is never taken because one before it always
// is.
func (b *compiler) shadowed(s *state, at int) bool {
	late := &s.trans[at]
	for i := range at {
		first := &s.trans[i]
		free := first.guard == nil && (first.node == nil || first.node.Constant && first.node.Value.Bool)
		if !free || !first.leavesIt() || first.after > late.after || !covers(first.events, late.events) {
			continue
		}
		b.remark(chart.Warning, b.of(s), late.written.Place, codeShadowed, "never taken: %s always comes before it", b.named(first))
		return true
	}
	return false
}

// covers says whether every event that the one list waits for is waited for by the
// other; no list waits for nothing.
func covers(first, late []string) bool {
	if first == nil {
		return true
	}
	for _, name := range late {
		if !matches(first, name) {
			return false
		}
	}
	return late != nil
}

// named tells people which transition is meant.
func (b *compiler) named(t *transition) string {
	key := t.written.Key
	if key == "" {
		key = t.name
	}
	return key + " (to " + t.target + ")"
}

// sameTrigger says whether two transitions wait for the same kind of thing: time,
// an event, or nothing but their guards.
func sameTrigger(a, b *transition) bool {
	if (a.after > 0) != (b.after > 0) || (a.events == nil) != (b.events == nil) {
		return false
	}
	if a.events == nil {
		return true
	}
	return len(common(a.events, b.events)) > 0
}

// common gives events that both lists wait for.
func common(a, b []string) []string {
	var both []string
	for _, lists := range [2][2][]string{{a, b}, {b, a}} {
		for _, word := range lists[0] {
			if name := example(word); matches(lists[1], name) {
				both = append(both, name)
			}
		}
	}
	return both
}

// example is an event that a word of a transition waits for.
func example(word string) string {
	if word == "*" {
		return "any"
	}
	for len(word) > 1 && (word[len(word)-1] == '*' || word[len(word)-1] == '.') {
		word = word[:len(word)-1]
	}
	return word
}

// overlap reports two transitions to different ends whose guards may both hold,
// with values at which they do. A transition without a guard that comes later is
// what is done otherwise, and no fault.
func (b *compiler) overlap(s *state, first, late *transition, budget *int) bool {
	if first.node == nil || late.node == nil || !first.leavesIt() || !late.leavesIt() || !sameTrigger(first, late) {
		return false
	}
	if first.target == late.target && len(first.written.Then)+len(late.written.Then) == 0 {
		return false
	}
	w := b.search(s, budget, first, late)
	if !w.holds(first.node, late.node) {
		return false
	}
	f := b.of(s)
	b.remark(chart.Warning, f, late.written.Place, codeOverlap,
		"holds together with %s when %s; that one is taken, as it comes first: give one a priority, or make them exclude each other", b.named(first), w)
	return true
}

// search makes the search for values at which the guards of some transitions of a
// state hold.
func (b *compiler) search(s *state, budget *int, of ...*transition) *trial {
	w := &trial{frame: b.of(s), budget: budget, complete: true}
	for i, t := range of {
		w.after = max(w.after, t.after.Seconds())
		switch {
		case t.events == nil:
		case i > 0 && w.events != nil:
			w.events = common(w.events, t.events)
		default:
			w.events = common(t.events, t.events)
		}
	}
	w.ends = len(s.do) > 0 || s.automaton != none || s.kind == ParallelState
	for _, t := range of {
		w.collect(t.node, nil)
	}
	w.prepare()
	return w
}
