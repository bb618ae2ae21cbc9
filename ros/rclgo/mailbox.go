//go:build rclgo

package rclgo

import (
	"slices"
	"sync"
	"time"
)

// A mailbox passes items to one handler, in order, in its own goroutine, so that a handler delays neither another handler
// nor the wait for messages.
type mailbox[T any] struct {
	handle func(T)
	depth  int // items; 0: no limit

	mu      sync.Mutex
	wake    sync.Cond
	items   []T // valid from head on
	head    int
	closed  bool
	drained chan struct{} // closed once it is closed and nothing is left
}

func newMailbox[T any](depth int, handle func(T)) *mailbox[T] {
	b := &mailbox[T]{handle: handle, depth: depth, drained: make(chan struct{})}
	b.wake.L = &b.mu
	go b.run()
	return b
}

// put adds an item; when the box is full the oldest makes room.
func (b *mailbox[T]) put(item T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.depth > 0 && len(b.items)-b.head >= b.depth {
		b.pop()
	}
	b.push(item)
}

// offer adds an item unless the box is full.
func (b *mailbox[T]) offer(item T) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.depth > 0 && len(b.items)-b.head >= b.depth {
		return false
	}
	b.push(item)
	return true
}

// push is called with mu held.
func (b *mailbox[T]) push(item T) {
	if b.closed {
		return
	}
	if b.head > 0 && len(b.items) == cap(b.items) {
		b.items = slices.Delete(b.items, 0, b.head)
		b.head = 0
	}
	b.items = append(b.items, item)
	b.wake.Signal()
}

// pop is called with mu held, when there is something.
func (b *mailbox[T]) pop() T {
	var none T
	item := b.items[b.head]
	b.items[b.head] = none
	if b.head++; b.head == len(b.items) {
		b.items, b.head = b.items[:0], 0
	}
	return item
}

func (b *mailbox[T]) run() {
	defer close(b.drained)
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		for b.head == len(b.items) {
			if b.closed {
				return
			}
			b.wake.Wait()
		}
		item := b.pop()
		b.mu.Unlock()
		b.handle(item)
		b.mu.Lock()
	}
}

// close drops the remaining items and returns when the last item is handled; a handler must not call it.
func (b *mailbox[T]) close() {
	b.drop()
	<-b.drained
}

// drop ends the mailbox, drops the remaining items and returns their number.
func (b *mailbox[T]) drop() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := len(b.items) - b.head
	b.items, b.head, b.closed = nil, 0, true
	b.wake.Signal()
	return left
}

// finish accepts nothing more and waits until all is handled, at most for a time.
func (b *mailbox[T]) finish(most time.Duration) bool {
	b.mu.Lock()
	b.closed = true
	b.wake.Signal()
	b.mu.Unlock()
	return ended(b.drained, most)
}

// ended waits for a channel to be closed, at most for a time.
func ended(c <-chan struct{}, most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-c:
		return true
	case <-timer.C:
		return false
	}
}
