package hfsm

import (
	"time"

	"gonao/hfsm/chart"
)

// maxEvents is how many events a machine keeps, and how many it takes from one
// tick to the next.
const maxEvents = 64

// eventQueue is the ring of the last events. Nothing is ever taken out of it: each
// automaton knows up to where it has seen them.
type eventQueue struct {
	ring    [maxEvents]Event
	next    uint64 // sequence of the next event, from 1
	mark    uint64 // next when the transition that is being taken began
	posted  int    // by the host since the last tick
	current Event  // that of the transition being looked at or taken; without a name: none
}

func (q *eventQueue) reset() {
	*q = eventQueue{next: 1, mark: 1}
}

// push adds an event.
func (q *eventQueue) push(e Event) {
	q.ring[q.next%maxEvents] = e
	q.next++
}

// Post gives the machine an event, which its automata see in their next ticks. It
// is false when 64 have come since the last tick: the event is lost.
func (m *Machine) Post(e Event) bool {
	if m.model.profile == chart.SCXML {
		return m.postSCXML(e)
	}
	if m.events.posted == maxEvents {
		return false
	}
	m.events.posted++
	m.events.push(e)
	m.recordEvent(&e)
	return true
}

// raise is the action of that name.
func (m *Machine) raise(name string) {
	m.events.push(Event{Name: name, Kind: Internal})
}

// CurrentEvent gives the event of the transition that is being looked at or taken,
// or nil.
func (m *Machine) CurrentEvent() *Event {
	if m.events.current.Name == "" {
		return nil
	}
	return &m.events.current
}

// enabledByEvents is enabled for a state that waits for events when there are new
// ones.
func (m *Machine) enabledByEvents(transitions []transition, a int) *transition {
	for i := range transitions {
		tr := &transitions[i]
		if !m.mayTake(tr, a) {
			continue
		}
		if tr.events == nil {
			m.see(nil)
			if tr.guard == nil || tr.guard(m) {
				return tr
			}
		} else if m.awaited(tr, a) {
			return tr
		}
		if m.problem != nil {
			return nil
		}
	}
	m.see(nil)
	return nil
}

// awaited finds the first new event that a transition waits for and its guard
// takes.
func (m *Machine) awaited(tr *transition, a int) bool {
	first := m.autos[a].seen
	if m.events.next > maxEvents {
		first = max(first, m.events.next-maxEvents)
	}
	for n := max(first, 1); n < m.events.next; n++ {
		e := &m.events.ring[n%maxEvents]
		if !chart.MatchesEvent(tr.events, e.Name) {
			continue
		}
		m.see(e)
		if tr.guard == nil || tr.guard(m) {
			return true
		}
		if m.problem != nil {
			return false
		}
	}
	return false
}

// see makes an event the current one; nil for none.
func (m *Machine) see(e *Event) {
	if e == nil || e.Name == "" {
		if m.events.current.Name == "" {
			return
		}
		m.events.current = Event{}
	} else {
		m.events.current = *e
	}
	for _, s := range m.sessions {
		if s != nil {
			s.Event(m.CurrentEvent())
		}
	}
}

// delayedEvent is one that was sent with a delay.
type delayedEvent struct {
	due   time.Duration // on the caller's clock
	event Event
}

// deliver posts the delayed events whose time has come, in the order of their times.
func (m *Machine) deliver() {
	for {
		first := none
		for i := range m.delayed {
			if m.delayed[i].due <= m.now && (first == none || m.delayed[i].due < m.delayed[first].due) {
				first = i
			}
		}
		if first == none {
			return
		}
		m.openForEvent()
		m.events.push(m.delayed[first].event)
		m.delayed = append(m.delayed[:first], m.delayed[first+1:]...)
	}
}
