package cyclone

/*
#include "endpoint.h"
*/
import "C"

import (
	"errors"
	"sync"
	"unsafe"
)

var errClosed = errors.New("closed")

// writer is a DDS writer. Its lock keeps it alive during a write.
type writer struct {
	gid gid

	mu       sync.RWMutex
	endpoint *C.struct_gn_endpoint // nil after close
	lent     *C.struct_gn_sample   // returned by Borrow; nil when nothing is lent

	p       *participant
	watched *watched
}

func newWriter(p *participant, spec endpointSpec) (*writer, error) {
	e, err := newEndpoint(p, spec, true)
	if err != nil {
		return nil, err
	}
	w := &writer{gid: entityGID(e.entity), endpoint: e, p: p}
	w.watched = &watched{p: p, spec: spec, writer: true, use: w.use}
	p.monitor.watch(w.watched)
	return w, nil
}

func (w *writer) use(f func(*C.struct_gn_endpoint)) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.endpoint != nil {
		f(w.endpoint)
	}
}

// AssertLiveliness asserts the writer's liveliness.
func (w *writer) AssertLiveliness() error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.endpoint == nil {
		return errClosed
	}
	if rc := C.dds_assert_liveliness(w.endpoint.entity); rc != 0 {
		return rcError(rc)
	}
	return nil
}

// send writes two pieces as one sample.
func (w *writer) send(head, body []byte) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.endpoint == nil {
		return errClosed
	}
	return write(w.endpoint, head, body)
}

// sendCall writes a request or a reply as rmw_fastrtps does.
func (w *writer) sendCall(c call, body []byte) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.endpoint == nil {
		return errClosed
	}
	return writeCall(w.endpoint, c, body)
}

// readers returns the readers matched now.
func (w *writer) readers() (all []gid) {
	w.use(func(e *C.struct_gn_endpoint) {
		const most = 1024
		var handles [most]C.dds_instance_handle_t
		for _, h := range handles[:max(C.gn_peers(e, true, &handles[0], most), 0)] {
			var c C.struct_gn_guid
			if C.gn_peer_guid(e, true, h, &c) {
				all = append(all, *(*gid)(unsafe.Pointer(&c)))
			}
		}
	})
	return all
}

// Borrow lends C's memory, so that a large message is encoded where it is sent from. The memory stays the writer's and is
// lent again until it is published.
func (w *writer) Borrow(size int) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.endpoint == nil {
		return nil
	}
	if w.lent != nil && int(w.lent.room) < size {
		C.gn_release(w.lent)
		w.lent = nil
	}
	if w.lent == nil {
		if w.lent = C.gn_sample_lend(w.endpoint._type, C.size_t(size)); w.lent == nil {
			return nil
		}
	}
	return unsafe.Slice(sampleData(w.lent), int(w.lent.room))[:0]
}

// Publish sends one message without waiting for readers.
func (w *writer) Publish(data []byte) error {
	w.mu.RLock()
	borrowed := w.lent != nil && unsafe.SliceData(data) == sampleData(w.lent)
	w.mu.RUnlock()
	if borrowed {
		return w.sendLent(len(data))
	}
	return w.send(data, nil)
}

func (w *writer) sendLent(size int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.endpoint == nil || w.lent == nil {
		return errClosed
	}
	sample := w.lent
	w.lent = nil // the write consumes it
	return writeError(C.gn_write_lent(w.endpoint, sample, C.size_t(size)))
}

// Subscribers is the number of readers matched now.
func (w *writer) Subscribers() int {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.endpoint == nil {
		return 0
	}
	return int(C.gn_matched(w.endpoint))
}

func (w *writer) Close() error {
	w.p.monitor.forget(w.watched)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lent != nil {
		C.gn_release(w.lent)
		w.lent = nil
	}
	if w.endpoint != nil {
		C.gn_endpoint_free(w.endpoint)
		w.endpoint = nil
	}
	return nil
}
