package hfsm

import (
	"time"

	"gonao/hfsm/expr"
)

// Guards returns what guards can read: the machine between two ticks.
func (m *Machine) Guards() Guards { return Guards{m} }

// Guards evaluates guards of a machine between two ticks. Nothing of the machine changes.
type Guards struct{ m *Machine }

// Eval returns the value that an expression, or a part of one, has in a guard of a state. event is the name of the event
// that the guard looks at.
func (g Guards) Eval(n *expr.Node, state int, event string) Value {
	m := g.m
	current := m.events.current
	defer func() { m.events.current = current }()
	m.events.current = Event{Name: event}
	frame := m.model.frames[m.model.states[state].frame]
	c := closures{textCompiler: &textCompiler{compilation: &compilation{model: m.model}}, frame: frame, state: state}
	return c.node(n).value(m)
}

// Slot returns the slot of a name that expressions of a state may read; false for guard words and for names that only
// scripts have.
func (g Guards) Slot(state int, name string) (slot int, ok bool) {
	known, ok := g.m.model.frames[g.m.model.states[state].frame].names[name]
	return known.slot, ok
}

// Holds reports whether the guard of a transition holds, which is true without a guard. known
// is false where the guard is a script, which may change its data when it runs.
func (g Guards) Holds(id int, event Event) (holds, known bool) {
	m := g.m
	t := m.model.edge(id)
	switch {
	case t.guard == nil:
		return true, true
	case t.script:
		return false, false
	}
	current := m.events.current
	defer func() { m.events.current = current }()
	m.events.current = event
	holds = t.guard(m)
	return holds, m.scripts.takeError() == nil
}

// NewEvents returns the events that the automaton around a state has not seen yet.
func (g Guards) NewEvents(state int) []Event {
	m := g.m
	around := m.model.states[state].around
	if around == none {
		return nil
	}
	var all []Event
	for n := max(m.events.old, m.tree.autos[around].seen); n < m.events.next; n++ {
		all = append(all, m.events.ring[n%maxEvents])
	}
	return all
}

// MissedEvent is an event that no automaton consumed.
type MissedEvent struct {
	Event
	At     time.Duration // when it came
	Missed Missed        // why an automaton that looked at it did not consume it, or 0
	Edge   int           // the transition that waited for it then, or -1
}

// MissedEvents returns those of the last 64 events that no automaton consumed, the oldest first.
func (g Guards) MissedEvents() (all []MissedEvent) {
	q := &g.m.events
	for n := q.first(); n < q.old; n++ {
		if f := &q.fates[n%maxEvents]; !f.consumed {
			all = append(all, MissedEvent{q.ring[n%maxEvents], f.at, f.missed, int(f.edge)})
		}
	}
	return all
}

// Remaining returns the time until a transition of an active state may be taken, 0 when it is not timed or its time has
// passed.
func (g Guards) Remaining(id int) time.Duration {
	m := g.m
	t := m.model.edge(id)
	around := m.model.states[t.source].around
	if t.after == 0 || around == none {
		return 0
	}
	since := m.tree.elapsed(m.clock.at, around)
	if t.acts != none {
		since -= max(0, m.robot.acted[t.acts])
	}
	return max(0, t.after-since)
}

// Leaving returns the decided transition, of the automata around a state, that waits until activities have stopped; ok is
// false if there is none.
func (g Guards) Leaving(state int) (id int, ok bool) {
	m := g.m
	for a := m.model.states[state].around; a != none; a = m.model.automata[a].parent {
		if w := m.tree.autos[a].waiting; w != nil {
			return int(m.model.edgeID(w)), true
		}
	}
	return none, false
}

// Ended reports whether the automaton around a state has ended.
func (g Guards) Ended(state int) bool {
	around := g.m.model.states[state].around
	return g.m.status != Running || around != none && g.m.tree.autos[around].ended != Running
}

// Due returns the time of the next tick of the automaton around a state, since the first entry.
func (g Guards) Due(state int) time.Duration {
	if around := g.m.model.states[state].around; around != none {
		return g.m.tree.autos[around].next
	}
	return 0
}

// Age returns an input's age in s, and whether it is stale; set is false for an input that was never set.
func (g Guards) Age(slot int) (age float64, stale, set bool) {
	s := &g.m.model.slots[slot]
	age = g.m.values.age(g.m, slot)
	stale = s.written != nil && s.written.StaleAfter > 0 && age > s.written.StaleAfter.Seconds()
	return age, stale, g.m.values.stamps[slot] != never
}

// Held reports whether a debugger holds an input.
func (g Guards) Held(slot int) bool { return g.m.values.pinned[slot] }

// Role returns the role of a slot.
func (g Guards) Role(slot int) Role { return g.m.model.slots[slot].role }

// At returns the time since the first entry that guards saw last: that of the grid.
func (g Guards) At() time.Duration { return g.m.clock.at }

// Remembered returns the state with which an inactive automaton continues when its parent is entered again, and the time
// spent in that state; ok is false when it begins from the start.
func (g Guards) Remembered(automaton int) (state int, spent time.Duration, ok bool) {
	m := g.m
	a := &m.tree.autos[automaton]
	if a.live || a.over || !a.left || m.model.automata[automaton].history != resume || !m.tree.continues(m, automaton) {
		return none, 0, false
	}
	return a.active, a.spent, true
}
