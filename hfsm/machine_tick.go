package hfsm

import (
	"fmt"
	"time"
)

// maxGridTimes is how many grid times one tick works off.
const maxGridTimes = 1 << 20

// advance works off the grid times up to the machine's time.
func (r *robot) advance(m *Machine) (err error) {
	n := &m.turn
	if !m.clock.started {
		m.enter()
		m.events.deliver(m, 0)
		m.scripts.begin()
		r.begin(m)
	}
	n.until = m.clock.now - m.clock.start
	if m.clock.wake == 0 {
		m.clock.wake = r.rest(m, none)
	}
	for count := 0; m.status == Running && !n.cut(); count++ {
		t := max(m.clock.wake, m.clock.at)
		if t > n.until {
			break
		}
		if count == maxGridTimes {
			jump := fmt.Errorf("machine %s: a tick %v after the one before; its time stands still for %v of it", m.model.name, n.until-m.trace.last, n.until-t)
			m.trace.recordError(m, none, jump)
			m.clock.start += n.until - t
			m.rebase(n.until - t)
			return jump
		}
		if loop := n.instant(m, t); err == nil {
			err = loop
		}
	}
	if n.cut() {
		m.clock.wake = 0
		m.trace.recordPause(m, n.taken+1)
		return err
	}
	if len(m.events.delayed) > 0 && m.status == Running {
		m.events.deliver(m, n.until)
	}
	return err
}

// pass ticks each active automaton that is due at time t, the outer ones first and regions in the order of the file. It
// follows the states that are active at each point: if a transition has changed the state of an outer automaton, the pass
// continues inside that one. It also computes the time of the next pass.
func (r *robot) pass(m *Machine, t time.Duration) {
	m.clock.wake = forever
	for a := 0; a != none; {
		auto, changed := &m.tree.autos[a], a
		if auto.live {
			due := t >= auto.next
			if m.events.turn != 0 {
				due = m.events.due(auto, t)
			}
			switch {
			case !due:
			case auto.settled == m.values.version && auto.rests && m.events.turn == 0 && auto.waiting == nil && auto.ended == Running:
				auto.advance(m, a, t)
			default:
				changed = r.tick(m, a, t)
			}
			if changed == a {
				m.clock.wake = min(m.clock.wake, auto.next)
			}
		}
		if m.turn.cut() {
			return
		}
		a = m.tree.following(m.model, changed)
	}
}

// following returns the automaton that comes after a in a pass: the first one inside its active state, unless it waits or
// has ended, otherwise the one after its content; none at the end.
func (t *tree) following(m *Model, a int) int {
	auto := &t.autos[a]
	if auto.live && auto.active != none && auto.ended == Running && auto.waiting == nil {
		if inside := m.inside[auto.active]; inside != none {
			return inside
		}
	}
	return m.automata[a].after
}

// tick runs one tick of automaton a at time t, which is one of its grid times or that of its entry, or handles one more
// event at the same time. First comes a transition that has waited for activities to stop, then those that may be taken,
// then a step of the activities. It returns the automaton whose state has changed if that is an outer one, otherwise a.
func (r *robot) tick(m *Machine, a int, t time.Duration) int {
	auto := &m.tree.autos[a]
	first := t >= auto.next // otherwise only one more event
	if first {
		auto.advance(m, a, t)
	}
	if auto.waiting != nil && (!first || m.turn.late(auto) || !r.waited(m, a)) {
		return a
	}
	if m.scripts.some {
		m.scripts.begin()
	}
	if !first && (auto.ended != Running || !m.model.states[auto.active].events) {
		auto.seen = m.events.turn + 1
		return a
	}
	for moved := first; ; moved = true {
		tr, ok := r.choose(m, a, t)
		if !ok {
			return a
		}
		if tr != nil {
			r.follow(m, a, tr)
			if tr.domain < a {
				return tr.domain
			}
			if auto.waiting != nil {
				return a
			}
			if !m.model.single {
				continue // those of the new state
			}
		}
		if moved || tr != nil {
			r.stay(m, a)
		}
		return a
	}
}

// advance sets that automaton a has ticked at time t, and when it ticks next.
func (auto *automatonState) advance(m *Machine, a int, t time.Duration) {
	auto.last, m.clock.at = t, t
	if auto.step > 0 && auto.next == t { // most ticks need no division
		auto.next = t + auto.step
		return
	}
	auto.align(&m.model.automata[a].grid, t)
}

// align sets that the automaton ticks next at the first time of its grid after t.
func (auto *automatonState) align(g *grid, t time.Duration) {
	auto.next, auto.step = g.time(g.index(t)+1), g.period
}

// choose returns the transition that automaton a takes next, or nil. ok is false if the automaton does nothing more in
// this tick: a guard has failed, or the budget is empty.
func (r *robot) choose(m *Machine, a int, t time.Duration) (tr *transition, ok bool) {
	auto := &m.tree.autos[a]
	if auto.ended != Running {
		return nil, true
	}
	tr = r.enabled(m, auto.active, a)
	switch {
	case m.scripts.problem != nil:
		r.blame(m, a, m.scripts.takeError())
		r.settle(m)
		return nil, false
	case tr == nil:
		if m.events.turn >= auto.seen {
			m.events.pass(m, auto)
		}
	case m.turn.spent():
		m.turn.blocked = true
		if m.turn.cut() {
			auto.next, auto.step = t, 0 // the automaton continues at t
		} else {
			auto.last = none // it continues at its next grid time, also with the events that it has not looked at
		}
		return nil, false
	}
	return tr, true
}

// follow takes a transition of automaton a; the transition consumes its event.
func (r *robot) follow(m *Machine, a int, tr *transition) {
	m.turn.budget--
	m.turn.taken++
	auto := &m.tree.autos[a]
	if tr.events != nil {
		m.events.consume(auto)
	}
	if tr.domain != a {
		domain := &m.tree.autos[tr.domain]
		domain.seen = max(domain.seen, auto.seen) // events that it has not looked at are older
	}
	r.take(m, tr)
	if r.faults > 0 {
		r.settle(m)
	}
}

// stay steps the activities of automaton a's state, and those of a itself if it is a region.
func (r *robot) stay(m *Machine, a int) {
	auto, region := &m.tree.autos[a], m.model.automata[a].region
	busy := auto.ended == Running && m.model.states[auto.active].busy()
	if !busy && region == none && r.faults == 0 {
		return
	}
	late := m.turn.late(auto)
	if region != none {
		m.activities.step(m, region, late)
	}
	if auto.ended == Running && m.model.states[auto.active].busy() { // the region's may have ended it
		m.activities.step(m, auto.active, late)
	}
	if r.faults > 0 {
		r.settle(m)
	}
}

// late reports whether an automaton has another grid time in this tick. Activities use the caller's time and are stepped
// only at the last one.
func (n *turn) late(auto *automatonState) bool { return auto.next <= n.until }

// rest brings all active automata to time t, up to which nothing happened. It returns the time at which
// the first of them is due after that.
func (r *robot) rest(m *Machine, t time.Duration) (wake time.Duration) {
	wake = forever
	for a := 0; a != none; a = m.tree.following(m.model, a) {
		auto := &m.tree.autos[a]
		if !auto.live {
			continue
		}
		if t >= auto.next {
			g := &m.model.automata[a].grid
			auto.last = max(auto.next, g.time(g.index(t)))
			auto.align(g, t)
			m.clock.at = max(m.clock.at, auto.last)
			if auto.active != none && auto.ended == Running && auto.waiting == nil {
				auto.seen = m.events.next // a tick in which it looked at one has a record
			}
		}
		wake = min(wake, auto.next)
	}
	return wake
}

// enabled returns the first transition of a state that may be taken now, or nil.
func (r *robot) enabled(m *Machine, s, a int) *transition {
	state := &m.model.states[s]
	if state.events && m.events.turn >= m.tree.autos[a].seen {
		return r.enabledByEvent(m, state.trans, a)
	}
	if m.events.current.Name != "" {
		m.events.see(m, nil)
	}
	auto := &m.tree.autos[a]
	if auto.settled == m.values.version {
		return nil
	}
	m.values.beyond = m.scripts.some // a script may read anything
	for i := range state.silent {
		l := &state.silent[i]
		if l.waits && !r.mayTake(m, l.tr, a) {
			m.values.beyond = true // its time will come
			continue
		}
		if l.guard == nil || l.guard(m) {
			return l.tr
		}
		if m.scripts.problem != nil {
			return nil
		}
	}
	if !m.values.beyond {
		auto.settled, auto.rests = m.values.version, !state.busy() && m.model.automata[a].region == none
	}
	return nil
}

// mayTake reports whether the time of a transition has passed, and, if it leaves no state, whether it has not been taken
// at this grid time: a transition with an event may be taken for each event.
func (r *robot) mayTake(m *Machine, tr *transition, a int) bool {
	since := m.tree.elapsed(m.clock.at, a)
	if tr.acts != none && r.acted[tr.acts] >= 0 {
		since -= r.acted[tr.acts]
		if since == 0 && tr.events == nil {
			return false
		}
	}
	return since >= tr.after
}

// elapsed returns the time the active state of an automaton has been active.
func (t *tree) elapsed(at time.Duration, a int) time.Duration { return at - t.autos[a].entered }
