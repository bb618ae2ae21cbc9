package hfsm

// stateOf gives the new state with the path of an old one, or none.
func (r *reloading) stateOf(old int) int {
	switch old {
	case none:
		return none
	case 0:
		return 0
	}
	return r.model.id(r.old.model.states[old].path)
}

// states takes over which states are active, and how long.
func (r *reloading) states() {
	old, next := r.old, r.next
	r.from = none
	if old.clock.started {
		r.from = old.tree.leaf(old)
	}
	for i := range old.tree.autos {
		s := r.stateOf(old.model.automata[i].state)
		if s == none || r.model.states[s].automaton == none {
			continue
		}
		a := r.model.states[s].automaton
		r.automaton(&old.tree.autos[i], a, old.model.automata[i].grid)
	}
	if old.clock.started {
		next.tree.on[0] = old.tree.on[0]
		r.activate(0)
	}
	for i := 1; i < len(old.tree.on); i++ {
		if !old.tree.on[i] {
			continue
		}
		if s := r.stateOf(i); s != none && next.tree.on[s] {
			r.out.Kept = append(r.out.Kept, r.model.path(s))
		} else {
			r.out.Dropped = append(r.out.Dropped, old.model.path(i))
		}
	}
	r.acted()
}

// automaton takes over one automaton as new automaton a.
func (r *reloading) automaton(from *automatonState, a int, was grid) {
	to := &r.next.tree.autos[a]
	*to = *from
	to.from = r.stateOf(from.from)
	to.active = r.stateOf(from.active)
	if to.active != none && r.model.states[to.active].around != a {
		to.active = none
	}
	if to.waiting = r.edge(from.waiting); to.waiting != nil && to.waiting.domain != a {
		to.waiting = nil
	}
	if g := r.model.automata[a].grid; g != was {
		to.next = g.time(g.index(r.old.clock.at) + 1)
	}
}

// edge gives the new transition in the place of an old one, or nil.
func (r *reloading) edge(old *transition) *transition {
	if old == nil {
		return nil
	}
	e := r.old.model.edgeSnapshot(old)
	tr := r.model.findEdge(&e)
	if tr == nil || tr.target != old.target || (tr.acts == none) != (old.acts == none) || tr.exit != old.exit {
		return nil
	}
	return tr
}

func (r *reloading) acted() {
	for _, tr := range r.old.model.edges {
		if tr.acts == none {
			continue
		}
		if now := r.edge(tr); now != nil && now.acts != none {
			r.next.robot.acted[now.acts], r.next.robot.actedIn[now.acts] = r.old.robot.acted[tr.acts], r.old.robot.actedIn[tr.acts]
		}
	}
}

// activate goes on with what is inside a state that goes on, as far as it was
// active, and notes what is to be entered in place of what is no more.
func (r *reloading) activate(s int) {
	state := &r.model.states[s]
	if state.automaton != none {
		r.activateInside(state.automaton)
		return
	}
	for _, region := range state.children {
		if state.kind != ParallelState {
			break
		}
		if r.wasOn(region) {
			r.next.tree.on[region] = true
			r.activate(region)
		} else if !r.leaving(s) {
			r.entries = append(r.entries, region)
		}
	}
}

func (r *reloading) activateInside(a int) {
	auto := &r.next.tree.autos[a]
	switch {
	case auto.ended != Running:
	case auto.active != none && r.wasOn(auto.active):
		auto.live = true
		r.next.tree.on[auto.active] = true
		r.activate(auto.active)
	case auto.active != none && r.leaving(auto.active):
	default: // its state is no more, or it was not there before
		auto.active, auto.live, auto.waiting, auto.left = none, true, nil, false
		r.entries = append(r.entries, r.model.automata[a].initial)
	}
}

// wasOn says whether the state with the path of a new one was active.
func (r *reloading) wasOn(s int) bool {
	old := r.old.model.id(r.model.states[s].path)
	return old != none && r.old.tree.on[old]
}

// leaving says whether a state is within what a transition that waits has begun to
// leave: then what is not active of it has been left already.
func (r *reloading) leaving(s int) bool {
	for at := r.model.states[s].around; at != none; at = r.model.automata[at].parent {
		if r.next.tree.autos[at].waiting != nil {
			return true
		}
	}
	return false
}
