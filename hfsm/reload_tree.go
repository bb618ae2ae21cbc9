package hfsm

// state returns the new state with the path of an old one, or none.
func (r *reloading) state(old int) int {
	if old != none {
		if s, ok := r.model.byPath[r.old.model.states[old].path]; ok {
			return s
		}
	}
	return none
}

// edge returns the new transition at the place of an old one, or nil.
func (r *reloading) edge(was *transition) *transition {
	if was == nil {
		return nil
	}
	now := r.model.findEdge(r.old.model.edgeName(was))
	if now == nil || now.target != was.target || now.exit != was.exit || (now.targets == nil) != (was.targets == nil) {
		return nil
	}
	return now
}

// states sets which states are active, and how long they have been.
func (r *reloading) states() {
	old, next := r.old, r.next
	for i := range old.model.automata {
		if s := r.state(old.model.automata[i].state); s != none && r.model.states[s].automaton != none {
			r.automaton(i, r.model.states[s].automaton)
		}
	}
	if old.clock.started {
		next.tree.on[0] = old.tree.on[0]
		r.activate(0)
	}
	for i := 1; i < len(old.tree.on); i++ {
		switch s := r.state(i); {
		case !old.tree.on[i]:
		case s != none && next.tree.on[s]:
			r.out.Kept = append(r.out.Kept, r.model.states[s].path)
		default:
			r.out.Dropped = append(r.out.Dropped, old.model.states[i].path)
		}
	}
	for _, was := range old.model.edges {
		if was.acts != none && old.robot.acted[was.acts] >= 0 {
			if now := r.edge(was); now != nil && now.acts != none {
				next.robot.acted[now.acts] = old.robot.acted[was.acts]
			}
		}
	}
}

// automaton continues old automaton i as new automaton a.
func (r *reloading) automaton(i, a int) {
	to := &r.next.tree.autos[a]
	*to = r.old.tree.autos[i]
	to.step, to.settled = 0, 0
	to.from, to.active = r.state(to.from), r.state(to.active)
	if to.active != none && r.model.states[to.active].around != a {
		to.active = none
	}
	if to.waiting = r.edge(to.waiting); to.waiting != nil && to.waiting.domain != a {
		to.waiting = nil
	}
	if r.model.automata[a].grid != r.old.model.automata[i].grid {
		to.align(&r.model.automata[a].grid, r.next.clock.at)
	}
}

// activate sets the active content of a state that continues, and records what is to be entered in place of removed
// states.
func (r *reloading) activate(s int) {
	state := &r.model.states[s]
	if state.automaton != none {
		r.activateInside(state.automaton)
		return
	}
	if state.kind != ParallelState {
		return
	}
	for _, region := range state.children {
		if r.wasOn(region) {
			r.next.tree.on[region] = true
			r.activate(region)
		} else if !r.next.tree.leaving(r.model, s) {
			r.enter = append(r.enter, region)
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
	case auto.active != none && r.next.tree.leaving(r.model, auto.active):
	default: // its state is gone, or it was not there before
		auto.active, auto.live, auto.waiting, auto.left = none, true, nil, false
		r.enter = append(r.enter, r.model.automata[a].initial)
	}
}

// wasOn reports whether the state with the path of a new one was active.
func (r *reloading) wasOn(s int) bool {
	old, ok := r.old.model.byPath[r.model.states[s].path]
	return ok && s != 0 && r.old.tree.on[old]
}

// leaving reports whether a state is among those that a waiting transition has begun to leave: its inactive parts have
// then been left already.
func (t *tree) leaving(m *Model, s int) bool {
	for at := m.states[s].around; at != none; at = m.automata[at].parent {
		if t.autos[at].waiting != nil {
			return true
		}
	}
	return false
}

// events maps the transitions in the fates of events to those of the new model.
func (r *reloading) events() {
	for i := range r.next.events.fates {
		f := &r.next.events.fates[i]
		if f.edge == none || f.missed == 0 {
			continue
		}
		was := r.old.model.edge(int(f.edge))
		f.edge = none
		if tr := r.model.findEdge(r.old.model.edgeName(was)); tr != nil {
			f.edge = int32(tr.id)
		}
	}
}
