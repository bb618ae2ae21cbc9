package body

// This part of the package ends a read that waits when a context ends, for connections whose reads take no context.

import (
	"context"
	"net"
	"time"
)

// Waker wakes the reads of one connection. It is for one goroutine.
type Waker struct {
	Conn net.Conn

	done  <-chan struct{} // of the context
	stop  func() bool     // ends the wait for its end
	woken chan struct{}   // closed when the read has been woken
}

// AtEndOf makes the end of ctx wake a read that waits, in place of an earlier context: the read's deadline has passed then.
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

// Stop ends what AtEndOf began.
func (w *Waker) Stop() {
	if w.stop != nil && !w.stop() {
		<-w.woken // or its deadline would replace the next
	}
	w.done, w.stop = nil, nil
}
