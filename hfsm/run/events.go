package run

import (
	"fmt"
	"strings"
	"time"

	"gonao/hfsm"
)

// maxEvents is how many events a machine keeps, and how many it takes from one
// tick to the next.
const maxEvents = 64

// Events is the ring of the last events. Nothing is taken out of it: each automaton
// knows up to where it has seen them.
type Events struct {
	Next    uint64 // sequence of the next event, from 1
	Mark    uint64 // what the transition that is being taken has seen
	Current Event  // that of the transition being looked at or taken; without a name: none

	ring    [maxEvents]Event
	posted  int // by the host since the last tick
	delayed []delayed
}

// Clear forgets all events.
func (q *Events) Clear() { *q = Events{Next: 1} }

// Post adds an event of the host's; false when too many have come since the last tick.
func (q *Events) Post(e Event) bool {
	if q.posted == maxEvents {
		return false
	}
	q.posted++
	q.push(e)
	return true
}

// Raise adds an event of the machine's own.
func (q *Events) Raise(name string) { q.push(Event{Name: name, Kind: hfsm.Internal}) }

func (q *Events) push(e Event) {
	q.ring[q.Next%maxEvents] = e
	q.Next++
}

// After makes the next new event of these names the current one and gives its number:
// the first that automaton a has not seen and that comes after event n. 0: there is
// none. "a" is also "a.b", "*" is any.
func (q *Events) After(n uint64, a *Automaton, names ...string) uint64 {
	first := max(n+1, a.Seen, 1)
	if q.Next > maxEvents {
		first = max(first, q.Next-maxEvents)
	}
	for n := first; n < q.Next; n++ {
		if e := &q.ring[n%maxEvents]; matches(names, e.Name) {
			q.Current = *e
			return n
		}
	}
	return 0
}

// matches says whether an event is one of those named.
func matches(names []string, event string) bool {
	for _, name := range names {
		if name == "*" || name == event {
			return true
		}
		if len(event) > len(name) && event[len(name)] == '.' && strings.HasPrefix(event, name) {
			return true
		}
	}
	return false
}

// maxDelayed is how many events of a machine may be under way.
const maxDelayed = 64

// delayed is an event that was sent with a delay.
type delayed struct {
	due   time.Duration // on the caller's clock
	event Event
}

// Send adds an event that the machine sends itself.
func (q *Events) Send(e Event) { q.push(e) }

// Later sends the machine an event after a time.
func (q *Events) Later(c *Core, after time.Duration, e Event) error {
	if len(q.delayed) == maxDelayed {
		return fmt.Errorf("machine %s: event %s: %d events are under way already", c.Name, e.Name, maxDelayed)
	}
	q.delayed = append(q.delayed, delayed{c.Start + c.At + after, e})
	return nil
}

// deliver adds the delayed events whose time has come, in the order of their times.
func (q *Events) deliver(now time.Duration) {
	for {
		first := None
		for i := range q.delayed {
			if q.delayed[i].due <= now && (first == None || q.delayed[i].due < q.delayed[first].due) {
				first = i
			}
		}
		if first == None {
			return
		}
		q.push(q.delayed[first].event)
		q.delayed = append(q.delayed[:first], q.delayed[first+1:]...)
	}
}

// Cancel takes back the delayed events with an id.
func (q *Events) Cancel(id string) {
	kept := q.delayed[:0]
	for _, d := range q.delayed {
		if d.event.SendID != id || id == "" {
			kept = append(kept, d)
		}
	}
	q.delayed = kept
}
