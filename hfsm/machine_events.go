package hfsm

import (
	"slices"
	"time"

	"gonao/hfsm/chart"
)

// maxEvents is the number of events that a machine keeps, and that it accepts between two ticks.
const maxEvents = 64

// eventQueue is the ring of the last events. Nothing is ever taken out of it: events have numbers,
// from 1, and each automaton keeps the number of the next event that it looks at (seen).
//
//	oldest kept    old            turn            next
//	  | all have    | some have    | looked at     | comes next
//
// At a grid time, the turn goes from the first event that some automaton has not looked at to the
// last (turn.instant): for each, the automata that are due look at it once, outer ones first. An
// automaton without a transition for the event passes it, the others consume it; both set seen to the
// event after it (pass, consume). If the event of an inner automaton takes a transition of an outer
// automaton, seen of the outer one changes too (robot.follow), and an automaton that a transition enters starts where the one
// that took it is (mark, set by robot.complete): nothing is looked at twice, and nothing that came
// after the entry is lost. In the end, old goes to the least seen, and the events on its way that
// nobody consumed are recorded with the reason (retire).
type eventQueue struct {
	ring    [maxEvents]Event
	fates   [maxEvents]fate
	next    uint64 // sequence of the next event, from 1
	old     uint64 // all automata have looked at the events before this one
	turn    uint64 // the event that is looked at, or 0
	mark    uint64 // the first event that an automaton which is entered looks at
	posted  int    // by the host since the last tick
	delayed delayedEvents
	coming  int   // those of them that the host posted
	current Event // event of the transition being tried or taken; no name: none
}

// fate is what happened to an event.
type fate struct {
	at       time.Duration // when it came, since the first entry
	consumed bool          // by an automaton
	missed   Missed        // why an automaton that looked at it did not consume it, or 0
	edge     int32         // the transition that waited for it then, or none
}

// Missed is why no automaton consumed an event.
type Missed uint8

// The reasons, of which the last that holds counts.
const (
	MissedUnawaited Missed = iota + 1 // no transition of an active state waited for it
	MissedGuard                       // the guard of the transition that waited for it did not hold
	MissedTime                        // its time was not up
	MissedOverrun                     // 64 later events came before an automaton looked at it
)

var missedWords = [...]string{MissedUnawaited: "unawaited", MissedGuard: "guard", MissedTime: "time", MissedOverrun: "overrun"}

// String returns the reason as one word.
func (w Missed) String() string { return wordOf(missedWords[:], int(w), "no reason") }

// ParseMissed returns the reason that String writes as word.
func ParseMissed(word string) (Missed, bool) {
	i := slices.Index(missedWords[:], word)
	return Missed(max(i, 0)), i > 0
}

// first returns the number of the oldest event that is kept.
func (q *eventQueue) first() uint64 { return max(q.next, maxEvents+1) - maxEvents }

func (q *eventQueue) reset() {
	*q = eventQueue{next: 1, mark: 1, old: 1, delayed: q.delayed[:0]}
}

// push adds an event.
func (q *eventQueue) push(m *Machine, e Event) {
	i := q.next % maxEvents
	if q.next-q.old == maxEvents {
		if f := &q.fates[i]; !f.consumed {
			f.missed = MissedOverrun
			m.trace.recordMissed(m, &q.ring[i], f)
		}
		q.old++
	}
	q.ring[i], q.fates[i] = e, fate{at: m.clock.at, edge: none}
	q.next++
}

// Post adds an event that came right after the last Tick: the automata look at it at their next
// grid times. It returns false when 64 have come since the last tick: the event is lost.
func (m *Machine) Post(e Event) bool {
	return m.profile.post(m, e)
}

// PostAt adds an event that comes at a time of the caller's clock: the automata look at it at
// their first grid times from then on, whenever Tick works them off. A time that is not after the
// last Tick is that of Post. In the profile scxml it is Post.
func (m *Machine) PostAt(e Event, at time.Duration) bool {
	if m.clock.started && at <= m.clock.now {
		return m.Post(e)
	}
	return m.profile.postAt(m, e, at)
}

// origin returns the time of the first entry, or 0 before it.
func (c *clock) origin() time.Duration {
	if !c.started {
		return 0
	}
	return c.start
}

// event returns the event of the transition that is being looked at or taken, or nil.
func (q *eventQueue) event() *Event {
	if q.current.Name == "" {
		return nil
	}
	return &q.current
}

// unseen returns the number of the first event, n or later, that an automaton whose grid time is t has not looked at, or
// 0.
func (q *eventQueue) unseen(m *Machine, t time.Duration, n uint64) uint64 {
	first := q.next
	for i := range m.tree.autos {
		a := &m.tree.autos[i]
		if a.live && a.ended == Running && (a.next <= t || a.last == t) {
			first = min(first, max(a.seen, n))
		}
	}
	if first == q.next {
		return 0
	}
	return first
}

// due reports whether an automaton ticks at time t for the present event: it has not looked at it, or has looked at none
// of the new events.
func (q *eventQueue) due(auto *automatonState, t time.Duration) bool {
	if q.turn >= auto.seen {
		return t >= auto.next || auto.last == t
	}
	return t >= auto.next && auto.seen == q.next
}

// pass skips the present event. With single steps, an automaton skips all events in a state that waits for none.
func (q *eventQueue) pass(m *Machine, auto *automatonState) {
	auto.seen = q.turn + 1
	if m.model.single && !m.model.states[auto.active].events {
		auto.seen = q.next
	}
}

// consume marks the event that is looked at as consumed by an automaton.
func (q *eventQueue) consume(auto *automatonState) {
	auto.seen = q.turn + 1
	q.fates[q.turn%maxEvents].consumed = true
}

// retire records the events that no automaton will look at again and that were not consumed.
func (q *eventQueue) retire(m *Machine) {
	old := q.next
	for i := range m.tree.autos {
		if a := &m.tree.autos[i]; a.live && a.ended == Running {
			old = min(old, a.seen)
		}
	}
	for ; q.old < old; q.old++ {
		i := q.old % maxEvents
		if f := &q.fates[i]; !f.consumed {
			f.missed = max(f.missed, MissedUnawaited)
			m.trace.recordMissed(m, &q.ring[i], f)
		}
	}
}

// enabledByEvent is enabled for a state that waits for events when there is one to look at.
func (r *robot) enabledByEvent(m *Machine, transitions []transition, a int) *transition {
	q := &m.events
	e, f := &q.ring[q.turn%maxEvents], &q.fates[q.turn%maxEvents]
	m.trace.openForEvent(m)
	for i := range transitions {
		tr := &transitions[i]
		awaited := tr.events != nil
		if awaited && !chart.MatchesEvent(tr.events, e.Name) {
			continue
		}
		if !r.mayTake(m, tr, a) {
			f.note(awaited, MissedTime, tr)
			continue
		}
		if awaited {
			q.see(m, e)
		} else {
			q.see(m, nil)
		}
		if tr.guard == nil || tr.guard(m) {
			return tr
		}
		if m.scripts.problem != nil {
			return nil
		}
		f.note(awaited, MissedGuard, tr)
	}
	q.see(m, nil)
	return nil
}

// note keeps why a transition that waits for the event is not taken.
func (f *fate) note(awaited bool, why Missed, tr *transition) {
	if awaited {
		f.missed, f.edge = why, int32(tr.id)
	}
}

// see sets the current event; may be nil.
func (q *eventQueue) see(m *Machine, e *Event) {
	if e == nil || e.Name == "" {
		if q.current.Name == "" {
			return
		}
		q.current = Event{}
	} else {
		q.current = *e
	}
	for _, s := range m.scripts.sessions {
		if s != nil {
			s.Event(q.event())
		}
	}
}

// deliver adds the events that are due, in the order of their times.
func (q *eventQueue) deliver(m *Machine, until time.Duration) {
	for first := q.delayed.first(until); first != none; first = q.delayed.first(until) {
		m.trace.openForEvent(m)
		d := q.delayed.take(first)
		q.push(m, d.event)
		q.fates[(q.next-1)%maxEvents].at = d.due
		if d.posted {
			q.coming--
		}
	}
}
