package ros

import (
	"sync"
	"time"

	"gonao/internal/latest"
)

// Watcher keeps the latest message of a topic.
type Watcher[T any] struct {
	*receiver
	clock   *Clock
	updates chan struct{}

	mu       sync.Mutex
	msg      T
	received time.Time
	any      bool
}

// Watch receives a topic and keeps its latest message. A backward jump of the clock drops it.
func Watch[T any, PT Message[T]](n *Node, topic string, opts ...Option) (*Watcher[T], error) {
	w := &Watcher[T]{}
	return w, w.OpenPort(n, topic, opts...)
}

// OpenPort subscribes to the topic, see [Open].
func (w *Watcher[T]) OpenPort(n *Node, topic string, opts ...Option) (err error) {
	w.clock, w.updates = n.Clock, make(chan struct{}, 1)
	n.Clock.OnJump(func(_, _ time.Time) { w.forget() })
	w.receiver, err = subscribe(n, topic, opts, w.put)
	return err
}

// Get returns the latest message, and false before the first.
func (w *Watcher[T]) Get() (T, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.msg, w.any
}

// Received returns the clock's time when the latest message arrived, the zero Time before the first.
func (w *Watcher[T]) Received() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.received
}

// Updates returns a channel that has one element if a message arrived since it was last read.
func (w *Watcher[T]) Updates() <-chan struct{} { return w.updates }

func (w *Watcher[T]) put(m *T) {
	now := w.clock.Now()
	w.mu.Lock()
	w.msg, w.received, w.any = *m, now, true
	w.mu.Unlock()
	latest.Notify(w.updates)
}

func (w *Watcher[T]) forget() {
	var zero T
	w.mu.Lock()
	defer w.mu.Unlock()
	w.msg, w.received, w.any = zero, time.Time{}, false
}
