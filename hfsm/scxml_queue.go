package hfsm

// fifo is a queue that keeps its memory.
type fifo struct {
	events []Event
	head   int
}

func (q *fifo) push(e Event) bool {
	if len(q.events)-q.head >= maxQueued {
		return false
	}
	q.events = append(q.events, e)
	return true
}

func (q *fifo) pop() (Event, bool) {
	if q.head == len(q.events) {
		return Event{}, false
	}
	e := q.events[q.head]
	q.events[q.head] = Event{}
	q.head++
	if q.head == len(q.events) {
		q.events, q.head = q.events[:0], 0
	}
	return e, true
}

func (q *fifo) clear() {
	clear(q.events)
	q.events, q.head = q.events[:0], 0
}

func (q *fifo) empty() bool { return q.head == len(q.events) }

// scxmlQueue holds the events of a machine of the profile scxml: the two queues, and the delayed events.
type scxmlQueue struct {
	internal fifo
	external fifo
	delayed  delayedEvents
}

func (q *scxmlQueue) clear() {
	q.internal.clear()
	q.external.clear()
	q.delayed = q.delayed[:0]
}
