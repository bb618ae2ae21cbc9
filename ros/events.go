package ros

import "sync"

// EventKind says what happened to an endpoint.
type EventKind int

// What can happen to an endpoint.
//
// EventMessageLost comes as seldom as DDS tells of it. Cyclone DDS 0.10 does so only where
// its reader refuses a message for an older time stamp or a weaker owner, which no QoS of
// ROS asks for; it says nothing of packets that never came, nor of a full history. So a gap
// is seen by the numbers or stamps in the messages, not by this event.
const (
	EventMatched           EventKind = iota + 1 // an endpoint of the other side was found
	EventUnmatched                              // one has gone
	EventIncompatibleQoS                        // one is kept apart by its QoS
	EventDeadlineMissed                         // no message within the deadline
	EventLivelinessLost                         // a publisher gave no sign of life within its lease
	EventLivelinessChanged                      // a subscriber's publisher died or came to life; Total counts the living
	EventMessageLost                            // DDS told that a message did not arrive
)

var eventNames = [...]string{
	EventMatched: "matched", EventUnmatched: "unmatched", EventIncompatibleQoS: "incompatible QoS",
	EventDeadlineMissed: "deadline missed", EventLivelinessLost: "liveliness lost",
	EventLivelinessChanged: "liveliness changed", EventMessageLost: "message lost",
}

func (k EventKind) String() string {
	if k > 0 && int(k) < len(eventNames) {
		return eventNames[k]
	}
	return "no event"
}

// Event is something that happened to a publisher or a subscriber.
type Event struct {
	Kind   EventKind
	Topic  string // fully qualified
	Policy string // of EventIncompatibleQoS: PolicyReliability, …
	Peer   string // full name of the other side's node, "" when not known
	// Total counts the events of the kind; for EventMatched, EventUnmatched and
	// EventLivelinessChanged it is how many of the other side are there now.
	Total  int
	Change int // of Total, since the last event of the kind
}

// EventCounts is what has happened to an endpoint so far.
type EventCounts struct {
	Matched         int // endpoints of the other side there are now
	Incompatible    int // endpoints that were kept apart by their QoS
	DeadlinesMissed int
	LivelinessLost  int // of a publisher: how often its lease ran out
	Alive           int // of a subscriber: publishers alive now
	Lost            int // of a subscriber: messages of which DDS told that they did not arrive
}

// eventCounter counts the events of one endpoint and hands them on.
type eventCounter struct {
	handle func(Event) // nil: nobody asks

	mu     sync.Mutex
	counts EventCounts
}

func (c *eventCounter) take(e Event) {
	c.mu.Lock()
	switch e.Kind {
	case EventMatched, EventUnmatched:
		c.counts.Matched = e.Total
	case EventIncompatibleQoS:
		c.counts.Incompatible = e.Total
	case EventDeadlineMissed:
		c.counts.DeadlinesMissed = e.Total
	case EventLivelinessLost:
		c.counts.LivelinessLost = e.Total
	case EventLivelinessChanged:
		c.counts.Alive = e.Total
	case EventMessageLost:
		c.counts.Lost = e.Total
	}
	c.mu.Unlock()
	if c.handle != nil {
		c.handle(e)
	}
}

// Events is what has happened to the endpoint so far.
func (c *eventCounter) Events() EventCounts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts
}
