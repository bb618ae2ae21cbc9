package hfsm

import "time"

// robot holds the state of the profile robot in addition to the tree, and its step.
type robot struct {
	acted  []time.Duration // for transitions that leave no state: elapsed when they were last taken, or neverActed
	held   int             // activities that the leaving of states waits for
	faults int             // automata with a fault that has not been dealt with
}

// neverActed is the time of a transition that has not been taken since its state was entered.
const neverActed = -1

// toward returns the child of s that is target or contains it.
func (m *Model) toward(s, target int) int {
	for at := target; ; at = m.states[at].parent {
		if m.states[at].parent == s {
			return at
		}
	}
}

// enter enters a state and its content, outermost first and in the order of the document: the states that lead to target,
// and elsewhere by history. After a fault, nothing more is entered.
func (r *robot) enter(m *Machine, s int, how Entry, spent time.Duration, target int) {
	state := &m.model.states[s]
	if state.plain { // as most states that a transition enters: it takes half the time
		m.tree.on[s] = true
		m.tree.autos[state.around].occupy(s, m.clock.at, spent)
		return
	}
	if !r.activate(m, s, how, spent) {
		return
	}
	switch {
	case state.automaton != none && s < target && target <= state.last:
		r.enter(m, m.model.toward(s, target), Anew, 0, target)
	case state.automaton != none:
		child, how, spent := r.remembered(m, state.automaton)
		r.enter(m, child, how, spent, none)
	case state.kind == ParallelState:
		for _, region := range state.children {
			r.enter(m, region, how, 0, target)
		}
	}
}

// remembered returns the state with which an automaton begins by its history.
func (r *robot) remembered(m *Machine, a int) (s int, how Entry, spent time.Duration) {
	auto := &m.tree.autos[a]
	switch {
	case !m.tree.continues(m, a):
		return m.model.automata[a].initial, Anew, 0
	case m.model.automata[a].history == keep || auto.over:
		return auto.active, Anew, 0
	}
	return auto.active, Resumed, auto.spent
}

// continues reports whether an automaton goes back to the state it was in.
func (t *tree) continues(m *Machine, a int) bool {
	auto := &t.autos[a]
	return auto.active != none && auto.ended == Running && m.model.automata[a].history != restart
}

// activate makes a state active and starts its activities. spent is the time it has been active before. It returns false
// when its content must not be entered.
func (r *robot) activate(m *Machine, s int, how Entry, spent time.Duration) bool {
	state := &m.model.states[s]
	m.tree.on[s] = true
	if state.parent != none && m.model.states[state.parent].automaton != none {
		m.tree.autos[state.around].occupy(s, m.clock.at, spent)
	}
	for i := range state.trans {
		if acts := state.trans[i].acts; acts != none && how != Resumed {
			r.acted[acts] = neverActed
		}
	}
	if err := r.begun(m, state, how); err != nil {
		r.blame(m, max(state.around, 0), err)
		return false
	}
	if state.automaton != none {
		auto := &m.tree.autos[state.automaton]
		auto.live, auto.waiting, auto.seen = true, nil, m.events.mark
		auto.next, auto.last, auto.step = m.clock.at, none, 0 // it ticks at once, in the tick that enters it
	}
	if state.begin != nil && !m.tree.continues(m, state.automaton) {
		if err := state.begin(m); err != nil {
			m.tree.autos[state.automaton].ended = Running
			r.blame(m, state.automaton, err)
			return false
		}
	}
	if state.kind == EndState {
		r.leave(m, s)
		r.end(m, state.around, state.ended)
		return false
	}
	return true
}

// occupy makes a state, which has been active for a while before, the active state of its automaton at a time.
func (auto *automatonState) occupy(s int, at, spent time.Duration) {
	auto.active, auto.ended, auto.over, auto.left, auto.settled = s, Running, false, false, 0
	auto.entered, auto.spent = at-spent, spent
}

// begun runs the entry of a state.
func (r *robot) begun(m *Machine, state *state, how Entry) error {
	if state.entry != nil {
		if err := state.entry(m, how); err != nil {
			return err
		}
	}
	if len(state.do) > 0 {
		return m.activities.startActivities(m, state, how)
	}
	return nil
}
