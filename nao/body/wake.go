package body

// This part of the package ends a blocked read when a context ends, for connections whose reads accept no context.

import (
	"context"
	"net"
	"time"
)

// Waker wakes the reads of one connection. It is for one goroutine.
type Waker struct {
	Conn net.Conn

	done  <-chan struct{} // done channel of the context
	stop  func() bool     // ends the wait for its end
	woken chan struct{}   // closed when the read has been woken
}

// AtEndOf makes a blocked read return when ctx ends, by a deadline in the past. It replaces an earlier context.
func (w *Waker) AtEndOf(ctx context.Context) {
	if ctx.Done() == w.done {
		return
	}
	w.Stop()
	if ctx.Done() == nil {
		return
	}
	woken := make(chan struct{})
	w.done, w.woken = ctx.Done(), woken
	w.stop = context.AfterFunc(ctx, func() {
		w.Conn.SetReadDeadline(time.Unix(1, 0)) //nolint:errcheck // a closed one needs no waking
		close(woken)
	})
}

// Stop undoes AtEndOf.
func (w *Waker) Stop() {
	if w.stop != nil && !w.stop() {
		<-w.woken // otherwise its deadline would replace the next one
	}
	w.done, w.stop = nil, nil
}
