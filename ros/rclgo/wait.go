//go:build rclgo

package rclgo

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/tiiuae/rclgo/pkg/rclgo"
)

// waiter waits for a node's readers in one goroutine. rclgo's wait sets cannot change while they wait, so a new reader
// restarts the wait, once for all readers added together; messages that arrive in between stay in the middleware's
// queues.
type waiter struct {
	context *rclgo.Context

	log *slog.Logger // the node's; set before the first reader is added

	// mu is also held while rcl makes or frees one of the node's endpoints, which it
	// allows to one thread at a time.
	mu            sync.Mutex
	changed       sync.Cond // the list or the waiting state
	subscriptions []*rclgo.Subscription
	services      []*rclgo.Service
	clients       []*rclgo.Client

	rounds  int                // number of waits begun
	stop    context.CancelFunc // ends the present wait; may be nil
	started bool
	closed  bool
}

func newWaiter(c *rclgo.Context) *waiter {
	w := &waiter{context: c, log: slog.Default()}
	w.changed.L = &w.mu
	return w
}

// add makes a reader and puts it on its list.
func (w *waiter) add(create func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return errClosed
	}
	if err := create(); err != nil {
		return err
	}
	if !w.started {
		w.started = true
		go w.run()
	}
	w.again()
	return nil
}

// again is called with mu held.
func (w *waiter) again() {
	if w.stop != nil {
		w.stop()
	}
	w.changed.Broadcast()
}

// remove removes a reader from its list and frees it once the wait does not use it. After the node's end, which frees all, it
// does nothing.
func (w *waiter) remove(unlist func(), free func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	unlist()
	w.again()
	w.pass()
	return free()
}

// pass returns when the wait under way has ended; it is called with mu held.
func (w *waiter) pass() {
	for round := w.rounds; w.stop != nil && w.rounds == round; {
		w.changed.Wait()
	}
}

// whileOpen makes or frees an endpoint that is not waited for.
func (w *waiter) whileOpen(f func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return errClosed
	}
	return f()
}

func (w *waiter) run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.closed {
		if len(w.subscriptions)+len(w.services)+len(w.clients) == 0 {
			w.changed.Wait()
			continue
		}
		ctx, stop := context.WithCancel(context.Background())
		set, err := w.context.NewWaitSet()
		if err == nil {
			set.AddSubscriptions(w.subscriptions...)
			set.AddServices(w.services...)
			set.AddClients(w.clients...)
			w.rounds++
			w.stop = stop
			w.mu.Unlock()
			err = set.Run(ctx)
			if err := set.Close(); err != nil {
				w.log.Warn("rcl wait set not freed", "error", err)
			}
			w.mu.Lock()
			w.stop = nil
			w.changed.Broadcast()
		}
		if err != nil && ctx.Err() == nil {
			w.log.Error("rcl does not wait for messages", "error", err)
			w.mu.Unlock()
			time.Sleep(time.Second) // before the next attempt
			w.mu.Lock()
		}
		stop()
	}
}

// close ends the wait; readers still listed are the node's to free.
func (w *waiter) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.again()
	w.pass()
}

// without returns list without one element.
func without[T comparable](list []T, gone T) []T {
	return slices.DeleteFunc(list, func(e T) bool { return e == gone })
}
