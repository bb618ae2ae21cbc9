package hfsm

import (
	"time"

	"gonao/hfsm/chart"
)

// maxEvents is how many events a machine keeps, and how many it takes from one
// tick to the next.
const maxEvents = 64

// eventQueue is the ring of the last events. Nothing is ever taken out of it: each
// automaton holds the number up to which it has seen them.
type eventQueue struct {
	ring    [maxEvents]Event
	next    uint64 // sequence of the next event, from 1
	mark    uint64 // next when the transition that is being taken began
	posted  int    // by the host since the last tick
	delayed []delayedEvent
	current Event // that of the transition being looked at or taken; without a name: none
}

func (q *eventQueue) reset() {
	*q = eventQueue{next: 1, mark: 1}
}

// push adds an event.
func (q *eventQueue) push(e Event) {
	q.ring[q.next%maxEvents] = e
	q.next++
}

// Post adds an event, which the automata see in their next ticks. It returns
// false when 64 have come since the last tick: the event is lost.
func (m *Machine) Post(e Event) bool {
	if m.model.profile == chart.SCXML {
		return m.scxml.queue.post(m, e)
	}
	if m.events.posted == maxEvents {
		return false
	}
	m.events.posted++
	m.events.push(e)
	m.trace.recordEvent(m, &e)
	return true
}

// raise is the action of that name.
func (q *eventQueue) raise(m *Machine, name string) {
	q.push(Event{Name: name, Kind: Internal})
}

// event returns the event of the transition that is being looked at or taken, or nil.
func (q *eventQueue) event() *Event {
	if q.current.Name == "" {
		return nil
	}
	return &q.current
}

// enabledByEvents is enabled for a state that waits for events when there are new
// ones.
func (r *robot) enabledByEvents(m *Machine, transitions []transition, a int) *transition {
	for i := range transitions {
		tr := &transitions[i]
		if !r.mayTake(m, tr, a) {
			continue
		}
		if tr.events == nil {
			m.events.see(m, nil)
			if tr.guard == nil || tr.guard(m) {
				return tr
			}
		} else if r.awaited(m, tr, a) {
			return tr
		}
		if m.scripts.problem != nil {
			return nil
		}
	}
	m.events.see(m, nil)
	return nil
}

// awaited finds the first new event that a transition waits for and its guard
// takes.
func (r *robot) awaited(m *Machine, tr *transition, a int) bool {
	first := m.tree.autos[a].seen
	if m.events.next > maxEvents {
		first = max(first, m.events.next-maxEvents)
	}
	for n := max(first, 1); n < m.events.next; n++ {
		e := &m.events.ring[n%maxEvents]
		if !chart.MatchesEvent(tr.events, e.Name) {
			continue
		}
		m.events.see(m, e)
		if tr.guard == nil || tr.guard(m) {
			return true
		}
		if m.scripts.problem != nil {
			return false
		}
	}
	return false
}

// see makes an event the current one; nil for none.
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

// delayedEvent is one that was sent with a delay.
type delayedEvent struct {
	due   time.Duration // on the caller's clock
	event Event
}

// deliver posts the delayed events whose time has come, in the order of their times.
func (q *eventQueue) deliver(m *Machine) {
	for {
		first := none
		for i := range q.delayed {
			if q.delayed[i].due <= m.clock.now && (first == none || q.delayed[i].due < q.delayed[first].due) {
				first = i
			}
		}
		if first == none {
			return
		}
		m.trace.openForEvent(m)
		q.push(q.delayed[first].event)
		q.delayed = append(q.delayed[:first], q.delayed[first+1:]...)
	}
}
