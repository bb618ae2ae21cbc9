//go:build rclgo

package rclgo

/*
#include "graph.h"
*/
import "C"

import (
	"sync"
	"time"

	"gonao/internal/latest"
)

// watch notifies all watchers when the graph changes. rcl's notice belongs to a node, so the watch moves to another when its node
// closes; one goroutine waits for all, since a notice wakes only one waiter.
type watch struct {
	mu     sync.Mutex // held while moving
	waits  *C.struct_gr_watch
	node   *node
	exited chan struct{} // closed when the wait has ended

	asked sync.Mutex
	tell  map[*chan<- struct{}]bool
}

// on begins to wait through a node, unless it already waits through another.
func (w *watch) on(n *node) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waits != nil || n == nil {
		return nil
	}
	waits := C.gr_watch_new(nodePointer(n.rcl))
	if waits == nil {
		return rclError("watch of the graph", C.RCL_RET_ERROR)
	}
	w.waits, w.node, w.exited = waits, n, make(chan struct{})
	go w.run(waits, w.exited)
	return nil
}

// settle is the pause after a change, for changes come in crowds.
const settle = 5 * time.Millisecond

func (w *watch) run(waits *C.struct_gr_watch, exited chan<- struct{}) {
	defer close(exited)
	for ok := true; ok; ok = bool(C.gr_watch_wait(waits)) {
		w.changed() // at first too: something may have changed before the wait
		time.Sleep(settle)
	}
}

// changed puts an element into each channel that has room.
func (w *watch) changed() {
	w.asked.Lock()
	defer w.asked.Unlock()
	for c := range w.tell {
		latest.Notify(*c)
	}
}

// off ends the wait through a node, and reports whether there was one.
func (w *watch) off(n *node) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waits == nil || w.node != n {
		return false
	}
	C.gr_watch_stop(w.waits)
	<-w.exited
	C.gr_watch_free(w.waits)
	w.waits, w.node = nil, nil
	return true
}

// NotifyGraph reports changes of the graph.
func (b *backend) NotifyGraph(changed chan<- struct{}) (stop func()) {
	w := &b.watch
	w.asked.Lock()
	defer w.asked.Unlock()
	if w.tell == nil {
		w.tell = map[*chan<- struct{}]bool{}
	}
	w.tell[&changed] = true
	return func() {
		w.asked.Lock()
		defer w.asked.Unlock()
		delete(w.tell, &changed)
	}
}
