package check

import (
	"slices"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// Bounds of the search for guarded cycles.
const (
	longestCycle   = 10 // transitions
	triesForCycles = 200_000
	pathsPerGroup  = 4000 // paths followed among states that lead to each other at once
)

// checkGuardedCycles reports cycles of transitions that wait for neither time nor events and whose guards can all hold at
// once: the machine would follow them up to the limit of transitions in a tick, and again in the next tick.
func (c *checker) checkGuardedCycles(reached []bool) {
	s := cycleSearch{checker: c, tries: triesForCycles, next: make([][]step, len(c.model.States))}
	s.values.budget = &s.tries
	s.connect(reached)
	s.components()
	for id := range s.next {
		for i := range s.next[id] {
			s.path = append(s.path[:0], &s.next[id][i])
			if s.follow() {
				s.paths[s.group[id]] = pathsPerGroup // one cycle of each group is enough
			}
		}
	}
}

// cycleSearch is the search for guarded cycles in one model.
type cycleSearch struct {
	*checker
	tries  int
	next   [][]step // by state: its immediate transitions, in the order they are tried
	group  []int    // by state: the set of states connected by immediate transitions
	path   []*step
	paths  []int       // by group: number of paths followed
	values search      // searches values for which a path is taken
	all    []condition // conditions of the path
}

// step is an immediate transition, and the states whose transitions are tried at once after it.
type step struct {
	*Transition
	followers []int
}

// connect fills next.
func (s *cycleSearch) connect(reached []bool) {
	var steps []step    // for all states, one after the other
	var followers []int // for all steps
	for id := range s.model.States {
		state := &s.model.States[id]
		first := len(steps)
		for i := range state.Transitions {
			t := &state.Transitions[i]
			if !reached[id] || !t.competes() {
				continue
			}
			if t.Guarded && !t.decidable() {
				break // it is unknown whether this one or a later one is taken
			}
			if !t.Exit {
				from := len(followers)
				followers = s.model.appendEntered(followers, t)
				if state.Around != t.Domain {
					from++ // the outer automaton waits for its next tick
				}
				steps = append(steps, step{t, followers[from:len(followers):len(followers)]})
			}
			if !t.Guarded {
				break
			}
		}
		s.next[id] = steps[first:len(steps):len(steps)]
	}
}

// competes reports whether the transition is tried at once and keeps those after it from being
// taken. An internal one is taken once at a grid time; then those after it are tried.
func (t *Transition) competes() bool { return !t.waits() && t.leaves() }

// decidable reports whether the guard is a typed expression that does not depend on
// which states are active.
func (t *Transition) decidable() bool {
	if t.Guard == nil {
		return false
	}
	reads := false
	t.Guard.Walk(func(n *expr.Node) { reads = reads || n.Kind == expr.Call && n.Name == "active" })
	return !reads
}

// components fills group, by Tarjan's algorithm.
func (s *cycleSearch) components() {
	n := len(s.next)
	s.group, s.paths = make([]int, n), make([]int, n)
	index, low, on := make([]int, n), make([]int, n), make([]bool, n)
	var stack []int
	count := 0
	var visit func(v int)
	visit = func(v int) {
		count++
		index[v], low[v], on[v] = count, count, true
		stack = append(stack, v)
		for _, t := range s.next[v] {
			for _, w := range t.followers {
				if index[w] == 0 {
					visit(w)
					low[v] = min(low[v], low[w])
				} else if on[w] {
					low[v] = min(low[v], index[w])
				}
			}
		}
		for low[v] == index[v] && on[v] {
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			on[last], s.group[last] = false, v
		}
	}
	for v := range s.next {
		if index[v] == 0 {
			visit(v)
		}
	}
}

// follow extends the path by each transition that may come next, and reports it when
// it closes. The first transition of a reported cycle is that of its first state.
func (s *cycleSearch) follow() bool {
	first, last := s.path[0], s.path[len(s.path)-1]
	paths := &s.paths[s.group[first.Source]]
	if *paths >= pathsPerGroup || s.tries <= 0 {
		return false
	}
	*paths++
	if slices.Contains(last.followers, first.Source) && s.closes() {
		return true
	}
	if len(s.path) == longestCycle {
		return false
	}
	for _, id := range last.followers {
		if id <= first.Source || s.group[id] != s.group[first.Source] || s.visited(id) {
			continue
		}
		for i := range s.next[id] {
			s.path = append(s.path, &s.next[id][i])
			_, ok := s.possible(false)
			found := ok && s.follow()
			s.path = s.path[:len(s.path)-1]
			if found {
				return true
			}
		}
	}
	return false
}

// visited reports whether the path leaves a state already.
func (s *cycleSearch) visited(id int) bool {
	return slices.ContainsFunc(s.path, func(t *step) bool { return t.Source == id })
}

// possible reports whether all conditions of the path may hold together. wrap is true
// when the first transition follows the last one.
func (s *cycleSearch) possible(wrap bool) (*search, bool) {
	conditions, ok := s.conditions(wrap)
	if !ok {
		return nil, false
	}
	// A state that was just entered has been active for no time.
	w := &s.values
	w.begin(s.chartOf(&s.model.States[s.path[0].Source]))
	w.entered = true
	for _, c := range conditions {
		w.collect(c.guard)
	}
	w.prepare()
	return w, w.meets(conditions...)
}

// conditions returns the conditions for the path to be taken: each guard is true, and those tried before it are false. ok
// is false if an earlier one is always taken. The slice is valid until the next call.
func (s *cycleSearch) conditions(wrap bool) (all []condition, ok bool) {
	m := s.model
	all = s.all[:0]
	defer func() { s.all = all[:0] }()
	without := func(transitions []Transition, until *Transition) bool {
		for i := range transitions {
			t := &transitions[i]
			if until != nil && t.Written == until.Written {
				return true
			}
			if !t.competes() {
				continue
			}
			if !t.Guarded || !t.decidable() {
				return false
			}
			all = append(all, condition{t.Guard, false})
		}
		return true
	}
	for i, t := range s.path {
		if t.Guarded {
			all = append(all, condition{t.Guard, true})
		}
		if !without(m.States[t.Source].Transitions, t.Transition) {
			return all, false
		}
		next := s.path[(i+1)%len(s.path)]
		if i == len(s.path)-1 && !wrap {
			break
		}
		for _, id := range t.followers {
			if id == next.Source {
				break
			}
			if m.inside(next.Source, id) && !without(m.States[id].Transitions, nil) {
				return all, false
			}
		}
	}
	if wrap {
		return s.notInterrupted(all)
	}
	return all, true
}

// notInterrupted appends that no transition of the states around the path is taken,
// which are tried before those inside.
func (s *cycleSearch) notInterrupted(all []condition) ([]condition, bool) {
	m := s.model
	outermost := s.path[0].Domain
	for _, t := range s.path {
		outermost = min(outermost, t.Domain)
	}
	for p := m.Automata[outermost].State; p != None; p = m.States[p].Parent {
		for i := range m.States[p].Transitions {
			t := &m.States[p].Transitions[i]
			switch {
			case !t.competes() || t.Guarded && t.Guard == nil:
			case !t.Guarded:
				return all, false
			case t.decidable() && !waitsForEnd(t.Guard) && !reads(t.Guard, "elapsed"):
				all = append(all, condition{t.Guard, false})
			}
		}
	}
	return all, true
}

// reads reports whether a guard reads a value.
func reads(guard *expr.Node, name string) (found bool) {
	guard.Walk(func(n *expr.Node) { found = found || n.Kind == expr.Variable && n.Name == name })
	return found
}

// closes reports the path as a cycle, if it is one.
func (s *cycleSearch) closes() bool {
	guarded := slices.ContainsFunc(s.path, func(t *step) bool { return t.Guarded })
	first := s.path[0]
	if !guarded || s.changesValues() {
		return false
	}
	w, ok := s.possible(true)
	if !ok || s.startsActivities() && w.readsInput() { // an activity may change the input when it starts
		return false
	}
	var names []string
	for _, t := range s.path {
		names = append(names, s.model.States[t.Source].Path)
	}
	names = append(names, names[0])
	in := s.chartOf(&s.model.States[first.Source])
	s.remark(chart.Warning, in, first.Written.Place, codeGuardedCycle,
		"taken again and again in one tick when %s: %s; expected `after`, or guards that cannot hold together", w, strings.Join(names, " -> "))
	return true
}

// startsActivities reports whether a state of the path has activities: one may write
// inputs when it starts.
func (s *cycleSearch) startsActivities() bool {
	return slices.ContainsFunc(s.path, func(t *step) bool { return s.model.States[t.Source].Acts })
}

// readsInput reports whether the guards read an input.
func (w *search) readsInput() bool {
	for i := range w.chart.Written.Inputs {
		name := w.chart.Written.Inputs[i].Name
		if slices.ContainsFunc(w.unknowns, func(u unknown) bool { return u.name == name }) {
			return true
		}
	}
	return false
}

// changesValues reports whether one round of the cycle may change what the guards read: an action writes it, a script
// runs, or another machine is called.
func (s *cycleSearch) changesValues() bool {
	var read Usage
	conditions, _ := s.conditions(true)
	for _, c := range conditions {
		read.Reads(c.guard)
	}
	m := s.model
	for _, t := range s.path {
		if m.States[t.Source].Chart != m.States[s.path[0].Source].Chart || writesAny(t.Written.Then, &read) {
			return true
		}
		begin := t.Source
		for m.States[begin].Around != t.Domain { // all enclosing states are left as well
			begin = m.States[begin].Parent
		}
		for id := begin; id < len(m.States) && (id == begin || m.inside(id, begin)); id++ {
			state := &m.States[id]
			if state.Calls != None || writesAny(state.Source.Entry, &read) || writesAny(state.Source.Exit, &read) {
				return true
			}
		}
	}
	return false
}

// inside reports whether a state is inside another one.
func (m *Model) inside(id, outer int) bool {
	for p := m.States[id].Parent; p != None; p = m.States[p].Parent {
		if p == outer {
			return true
		}
	}
	return false
}

// writesAny reports whether actions may write a value that is read.
func writesAny(actions []chart.Action, read *Usage) bool {
	return slices.ContainsFunc(actions, func(a chart.Action) bool {
		switch a.Do { //nolint:exhaustive // the others write no values
		case chart.Set:
			return read.read[a.Name]
		case chart.Script:
			return true
		}
		return writesAny(a.Actions, read) ||
			slices.ContainsFunc(a.Branches, func(b chart.Branch) bool { return writesAny(b.Then, read) }) ||
			a.Loop != nil && (read.read[a.Loop.Item] || read.read[a.Loop.Index] || writesAny(a.Loop.Do, read))
	})
}
