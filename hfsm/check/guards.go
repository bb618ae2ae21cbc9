package check

import (
	"gonao/hfsm/chart"
)

// Bounds of the search for values at which guards hold.
const (
	triesPerSearch  = 1000
	triesPerMachine = 200_000
)

// checkGuards reports guards that are never or always true, transitions that are always preceded by another one, and
// pairs that may be enabled together so that only the order in the file decides.
func (c *checker) checkGuards() {
	var dead []bool
	for i := range c.model.States {
		s := &c.model.States[i]
		dead = append(dead[:0], make([]bool, len(s.Transitions))...)
		for j := range s.Transitions {
			dead[j] = c.checkGuard(s, &s.Transitions[j]) || c.shadowed(s, j)
		}
		for j := range s.Transitions {
			for k := 0; k < j && !dead[j]; k++ {
				if !dead[k] && s.Transitions[k].Priority == s.Transitions[j].Priority {
					dead[j] = c.overlap(s, &s.Transitions[k], &s.Transitions[j])
				}
			}
		}
	}
}

// checkGuard reports a guard that has the same result for all values, and reports
// whether it is never true.
func (c *checker) checkGuard(s *State, t *Transition) (never bool) {
	in := c.chartOf(s)
	switch {
	case t.Guard == nil:
		return false
	case t.Guard.Constant:
		if t.Written.If.Text != "true" && t.Guard.Value.Bool {
			c.remark(chart.Warning, in, t.Written.If.Place, codeAlways, "always true; expected a guard that can be false, or no guard")
		}
		return !t.Guard.Value.Bool
	}
	w := c.search(s, t)
	fails := w.fails(t.Guard)
	holds := w.meets(condition{t.Guard, true})
	switch {
	case !w.complete || holds && fails:
	case fails:
		c.remark(chart.Warning, in, t.Written.If.Place, CodeNever, "never true, whatever the values; expected a guard that can be")
		return true
	case holds:
		c.remark(chart.Warning, in, t.Written.If.Place, codeAlways, "always true, whatever the values; expected a guard that can be false, or no guard")
	}
	return false
}

// shadowed reports a transition that is never taken because an earlier one always is.
func (c *checker) shadowed(s *State, at int) bool {
	late := &s.Transitions[at]
	for i := range at {
		first := &s.Transitions[i]
		free := !first.Guarded && (first.Guard == nil || first.Guard.Constant && first.Guard.Value.Bool)
		if !free || !first.leaves() || first.After > late.After || !covers(first.Events, late.Events) {
			continue
		}
		c.remark(chart.Warning, c.chartOf(s), late.Written.Place, codeShadowed, "never taken: %s always comes before it", first.label())
		return true
	}
	return false
}

// covers reports whether one list of events awaits every event that the other one
// awaits; no list awaits nothing.
func covers(first, late []string) bool {
	if first == nil {
		return true
	}
	for _, name := range late {
		if !chart.MatchesEvent(first, name) {
			return false
		}
	}
	return late != nil
}

// label returns the text by which findings name a transition.
func (t *Transition) label() string {
	key := t.Written.Key
	if key == "" {
		key = t.Name
	}
	return key + " (to " + t.Target + ")"
}

// sameTrigger reports whether two transitions wait for the same kind of thing: time,
// an event, or nothing but their guards.
func sameTrigger(a, b *Transition) bool {
	if (a.After > 0) != (b.After > 0) || (a.Events == nil) != (b.Events == nil) {
		return false
	}
	return a.Events == nil || len(common(a.Events, b.Events)) > 0
}

// common returns events that both lists await.
func common(a, b []string) []string {
	var both []string
	for _, lists := range [2][2][]string{{a, b}, {b, a}} {
		for _, word := range lists[0] {
			if name := example(word); chart.MatchesEvent(lists[1], name) {
				both = append(both, name)
			}
		}
	}
	return both
}

// example returns an event that a word of a transition awaits.
func example(word string) string {
	if word == "*" {
		return "any"
	}
	for len(word) > 1 && (word[len(word)-1] == '*' || word[len(word)-1] == '.') {
		word = word[:len(word)-1]
	}
	return word
}

// overlap reports two transitions to different targets whose guards may both be true, with such values. A later
// transition without a guard is the otherwise branch, and not an error.
func (c *checker) overlap(s *State, first, late *Transition) bool {
	if first.Guard == nil || late.Guard == nil || !first.leaves() || !late.leaves() || !sameTrigger(first, late) {
		return false
	}
	if first.Target == late.Target && len(first.Written.Then)+len(late.Written.Then) == 0 {
		return false
	}
	w := c.search(s, first, late)
	if !w.meets(condition{first.Guard, true}, condition{late.Guard, true}) {
		return false
	}
	c.remark(chart.Warning, c.chartOf(s), late.Written.Place, codeOverlap,
		"holds together with %s when %s; that one is taken, as it comes first: give one a priority, or make them exclude each other", first.label(), w)
	return true
}

// search returns the search for values at which the guards of some transitions of a
// state hold.
func (c *checker) search(s *State, of ...*Transition) *search {
	w := &c.guards
	w.begin(c.chartOf(s))
	for i, t := range of {
		w.after = max(w.after, t.After.Seconds())
		switch {
		case t.Events == nil:
		case i > 0 && w.events != nil:
			w.events = common(w.events, t.Events)
		default:
			w.events = common(t.Events, t.Events)
		}
	}
	w.ends = s.Acts || s.Automaton != None || s.Parallel
	for _, t := range of {
		w.collect(t.Guard)
	}
	w.prepare()
	return w
}
