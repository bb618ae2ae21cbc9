package cyclone

/*
#include "endpoint.h"
*/
import "C"

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

// writer is a DDS writer. Its lock keeps it alive while somebody writes.
type writer struct {
	gid gid

	mu       sync.RWMutex
	endpoint *C.struct_gn_endpoint // nil once closed
}

func newWriter(p *participant, spec endpointSpec) (*writer, error) {
	e, err := newEndpoint(p.entity, spec, true)
	if err != nil {
		return nil, err
	}
	return &writer{gid: entityGID(e.entity), endpoint: e}, nil
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

// Publish sends one message without waiting for anybody.
func (w *writer) Publish(data []byte) error { return w.send(data, nil) }

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
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.endpoint != nil {
		C.gn_endpoint_free(w.endpoint)
		w.endpoint = nil
	}
	return nil
}
