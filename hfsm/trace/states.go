package trace

import "gonao/hfsm"

// stateOf returns the new state with the path of an old one, or none.
func (r *planning) stateOf(old int) int {
	switch old {
	case none:
		return none
	case 0:
		return 0
	}
	return r.find(r.old.PathOf(old))
}

// find returns the new state with a path, or none.
func (r *planning) find(path string) int {
	if s, ok := r.next.Find(path); ok && path != "" {
		return s
	}
	return none
}

// states plans which states are active, and how long they have been.
func (r *planning) states() {
	for range r.automata {
		r.to.Automata = append(r.to.Automata, hfsm.AutomatonMemory{Active: none, Waiting: none})
	}
	for i := range r.was.Automata {
		s := r.stateOf(r.oldAutomata[i].State)
		if s == none {
			continue
		}
		if a := r.next.State(s).Automaton; a != none {
			r.automaton(i, a)
		}
	}
	if r.was.Started {
		r.to.On[0] = r.was.On[0]
		r.activate(0)
	}
	for i := 1; i < len(r.was.On); i++ {
		if !r.was.On[i] {
			continue
		}
		if s := r.stateOf(i); s != none && r.to.On[s] {
			r.out.Kept = append(r.out.Kept, r.next.PathOf(s))
		} else {
			r.out.Dropped = append(r.out.Dropped, r.old.PathOf(i))
		}
	}
	r.acted()
}

// automaton plans new automaton a from an old one.
func (r *planning) automaton(old, a int) {
	to := &r.to.Automata[a]
	*to = r.was.Automata[old]
	to.From, to.Active = r.stateOf(to.From), r.stateOf(to.Active)
	if to.Active != none && r.next.State(to.Active).Around != a {
		to.Active = none
	}
	if to.Waiting = r.edge(to.Waiting); to.Waiting != none && r.next.Edge(to.Waiting).Domain != a {
		to.Waiting = none
	}
	if r.automata[a].Rate != r.oldAutomata[old].Rate {
		to.Next = r.next.NextTick(a, r.was.At)
	}
}

// edge returns the new transition at the place of an old one, or none.
func (r *planning) edge(old int) int {
	if old == none {
		return none
	}
	was := r.old.Edge(old)
	source := r.stateOf(was.Source)
	if source == none {
		return none
	}
	id, ok := r.next.FindEdge(source, was.Index, was.Failure)
	if !ok {
		return none
	}
	if now := r.next.Edge(id); now.Target != was.Target || now.Acts != was.Acts || now.Exit != was.Exit {
		return none
	}
	return id
}

func (r *planning) acted() {
	for id := range r.to.Acted {
		r.to.Acted[id] = -1
	}
	for id := range r.was.Acted {
		if r.was.Acted[id] < 0 {
			continue
		}
		if now := r.edge(id); now != none {
			r.to.Acted[now] = r.was.Acted[id]
		}
	}
}

// activate plans the active content of a state that continues, and records what is to be entered in place of removed
// states.
func (r *planning) activate(s int) {
	state := r.next.State(s)
	if state.Automaton != none {
		r.activateInside(state.Automaton)
		return
	}
	if state.Kind != hfsm.ParallelState {
		return
	}
	for _, region := range state.Children {
		if r.wasOn(region) {
			r.to.On[region] = true
			r.activate(region)
		} else if !r.leaving(s) {
			r.plan.Enter = append(r.plan.Enter, region)
		}
	}
}

func (r *planning) activateInside(a int) {
	auto := &r.to.Automata[a]
	switch {
	case auto.Ended != hfsm.Running:
	case auto.Active != none && r.wasOn(auto.Active):
		auto.Live = true
		r.to.On[auto.Active] = true
		r.activate(auto.Active)
	case auto.Active != none && r.leaving(auto.Active):
	default: // its state is gone, or it was not there before
		auto.Active, auto.Live, auto.Waiting, auto.Left = none, true, none, false
		r.plan.Enter = append(r.plan.Enter, r.automata[a].Initial)
	}
}

// wasOn reports whether the state with the path of a new one was active.
func (r *planning) wasOn(s int) bool {
	old, ok := r.old.Find(r.next.PathOf(s))
	return ok && s != 0 && r.was.On[old]
}

// leaving reports whether a state is among those that a waiting transition has begun to leave: its inactive parts have
// then been left already.
func (r *planning) leaving(s int) bool {
	for at := r.next.State(s).Around; at != none; at = r.automata[at].Around {
		if r.to.Automata[at].Waiting != none {
			return true
		}
	}
	return false
}
