package ros

// EventKind says what happened to an endpoint.
type EventKind int

// What can happen to an endpoint.
const (
	EventMatched           EventKind = iota + 1 // an endpoint of the other side was found
	EventUnmatched                              // one has gone
	EventIncompatibleQoS                        // one is kept apart by its QoS
	EventDeadlineMissed                         // no message within the deadline
	EventLivelinessLost                         // a publisher gave no sign of life within its lease
	EventLivelinessChanged                      // a subscriber's publisher died or came to life; Total counts the living
	EventMessageLost                            // a message did not arrive
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
