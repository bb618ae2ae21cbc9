package hfsm

import (
	"slices"
	"time"
)

// delayedEvents are events that are under way, in the order in which they were sent.
type delayedEvents []delayedEvent

type delayedEvent struct {
	due          time.Duration
	event        Event
	posted       bool   // by the host
	target, kind string // where SCXML delivers it
}

// first returns the index of the first event that is due up to a time, or none. Of those due together, it is the one sent
// first.
func (d delayedEvents) first(until time.Duration) int {
	first := none
	for i := range d {
		if d[i].due <= until && (first == none || d[i].due < d[first].due) {
			first = i
		}
	}
	return first
}

// take removes an event and returns it.
func (d *delayedEvents) take(i int) delayedEvent {
	e := (*d)[i]
	*d = slices.Delete(*d, i, i+1)
	return e
}

// cancel removes the events with an id.
func (d *delayedEvents) cancel(id string) {
	*d = slices.DeleteFunc(*d, func(e delayedEvent) bool { return id != "" && e.event.SendID == id })
}
