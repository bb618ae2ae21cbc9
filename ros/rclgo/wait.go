//go:build rclgo

package rclgo

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/tiiuae/rclgo/pkg/rclgo"
)

// waiter waits for a node's readers in one goroutine. rclgo's wait sets do not change
// while they wait, so each new reader starts the wait anew; what arrived meanwhile lies
// in the middleware's queues.
type waiter struct {
	context *rclgo.Context

	mu            sync.Mutex // held while the wait is changed
	subscriptions []*rclgo.Subscription
	services      []*rclgo.Service
	clients       []*rclgo.Client
	stop          context.CancelFunc // of the wait that runs, nil: none
	stopped       chan struct{}      // closed when it has ended
}

func newWaiter(c *rclgo.Context) *waiter { return &waiter{context: c} }

// change alters what is waited for, while nobody waits.
func (w *waiter) change(alter func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stop != nil {
		w.stop()
		<-w.stopped
		w.stop = nil
	}
	if err := alter(); err != nil {
		return err
	}
	if len(w.subscriptions)+len(w.services)+len(w.clients) == 0 {
		return nil
	}
	return w.start()
}

// start is called with mu held.
func (w *waiter) start() error {
	set, err := w.context.NewWaitSet()
	if err != nil {
		return fmt.Errorf("wait set: %w", err)
	}
	set.AddSubscriptions(w.subscriptions...)
	set.AddServices(w.services...)
	set.AddClients(w.clients...)
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	w.stop, w.stopped = stop, stopped
	go func() {
		defer close(stopped)
		if err := set.Run(ctx); err != nil && ctx.Err() == nil {
			slog.Error("rcl no longer waits for messages", "error", err)
		}
		if err := set.Close(); err != nil {
			slog.Warn("rcl wait set not freed", "error", err)
		}
	}()
	return nil
}

func (w *waiter) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stop != nil {
		w.stop()
		<-w.stopped
		w.stop = nil
	}
}

// without is list less one element.
func without[T comparable](list []T, gone T) []T {
	return slices.DeleteFunc(list, func(e T) bool { return e == gone })
}

// A mailbox hands what arrives to one endpoint's callback in a goroutine of its own, so
// that no callback holds up another, nor the wait.
type mailbox struct {
	mu     sync.Mutex
	wake   sync.Cond
	queue  []func()
	depth  int // the oldest is dropped beyond; 0: no limit
	closed bool
	done   chan struct{}
}

func newMailbox(depth int) *mailbox {
	b := &mailbox{depth: depth, done: make(chan struct{})}
	b.wake.L = &b.mu
	go b.run()
	return b
}

// put adds work; when the box is full the oldest makes room.
func (b *mailbox) put(work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.depth > 0 && len(b.queue) >= b.depth {
		b.queue = slices.Delete(b.queue, 0, 1)
	}
	b.queue = append(b.queue, work)
	b.wake.Signal()
}

// offer adds work unless the box is full.
func (b *mailbox) offer(work func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.depth > 0 && len(b.queue) >= b.depth {
		return false
	}
	b.queue = append(b.queue, work)
	b.wake.Signal()
	return true
}

func (b *mailbox) run() {
	defer close(b.done)
	for {
		b.mu.Lock()
		for len(b.queue) == 0 && !b.closed {
			b.wake.Wait()
		}
		if b.closed {
			b.mu.Unlock()
			return
		}
		work := b.queue[0]
		b.queue = slices.Delete(b.queue, 0, 1)
		b.mu.Unlock()
		work()
	}
}

// close returns when the last callback has; a callback must not call it.
func (b *mailbox) close() {
	b.mu.Lock()
	b.closed = true
	b.wake.Signal()
	b.mu.Unlock()
	<-b.done
}
