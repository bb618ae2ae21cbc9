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
