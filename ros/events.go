package ros

import "sync"

// EventKind is the kind of an event of an endpoint.
type EventKind int

// The kinds of events.
//
// EventMessageLost is rare. Cyclone DDS 0.10 reports it only if its reader refuses a message for an older time stamp
// or a weaker owner, which no QoS of ROS requests; it does not report packets that never arrived, nor a full history. So
// detect gaps by the numbers or stamps in the messages, not by this event.
const (
	EventMatched           EventKind = iota + 1 // an endpoint of the other side was found
	EventUnmatched                              // an endpoint of the other side has disappeared
	EventIncompatibleQoS                        // an endpoint of the other side does not match by its QoS
	EventDeadlineMissed                         // no message within the deadline
	EventLivelinessLost                         // a publisher did not assert its liveliness within its lease
	EventLivelinessChanged                      // a subscriber's publisher died or came to life; Total counts the living
	EventMessageLost                            // DDS reported a message that did not arrive
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
	Policy string // for EventIncompatibleQoS: PolicyReliability, …
	Peer   string // full name of the other side's node, "" when not known
	// Total counts the events of the kind; for EventMatched, EventUnmatched and
	// EventLivelinessChanged it is how many of the other side are there now.
	Total  int
	Change int // change of Total since the last event of this kind
}

// EventCounts counts the events of an endpoint so far.
type EventCounts struct {
	Matched         int // endpoints of the other side there are now
	Incompatible    int // endpoints that did not match by their QoS
	DeadlinesMissed int
	LivelinessLost  int // for a publisher: how often its lease expired
	Alive           int // for a subscriber: publishers alive now
	Lost            int // for a subscriber: messages that DDS reported as lost
}

// eventCounter counts the events of one endpoint and passes them on.
type eventCounter struct {
	handle func(Event) // may be nil

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

// Events returns the counts of the endpoint's events so far.
func (c *eventCounter) Events() EventCounts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts
}
