package cyclone

/*
#include "endpoint.h"
#cgo nocallback gn_misfit
*/
import "C"

import (
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
)

// reader is a DDS reader with the goroutine that empties it.
type reader struct {
	topic string
	gid   gid
	event *os.File // counts arrivals; Go's poller waits for it
	stop  atomic.Bool
	done  chan struct{}
	once  sync.Once

	mu       sync.RWMutex          // held while somebody else than run uses the endpoint
	endpoint *C.struct_gn_endpoint // nil once closed
}

// newReader calls deliver with each sample and its writer's handle, one at a time.
func newReader(p *participant, spec endpointSpec, deliver func(data []byte, writer uint64)) (*reader, error) {
	e, err := newEndpoint(p.entity, spec, false)
	if err != nil {
		return nil, err
	}
	r := &reader{
		endpoint: e,
		topic:    spec.topic,
		gid:      entityGID(e.entity),
		event:    os.NewFile(uintptr(e.event), fmt.Sprintf("event of %s", spec.topic)),
		done:     make(chan struct{}),
	}
	go r.run(deliver)
	return r, nil
}

func (r *reader) run(deliver func(data []byte, writer uint64)) {
	defer close(r.done)
	count := make([]byte, 8)
	for {
		if _, err := r.event.Read(count); err != nil || r.stop.Load() {
			return
		}
		if policy := C.gn_misfit(r.endpoint); policy != 0 {
			slog.Warn("a publisher is not heard: its QoS offers less than the subscriber asks for",
				"topic", r.topic, "policy", policyName(policy))
		}
		for !r.stop.Load() {
			var writer C.dds_instance_handle_t
			s := C.gn_take(r.endpoint, &writer)
			if s == nil {
				break
			}
			deliver(sampleBytes(s), uint64(writer))
			C.gn_release(s)
		}
	}
}

// policyName is a DDS policy that ROS sets, or its number.
func policyName(id C.uint32_t) string {
	switch id {
	case C.DDS_RELIABILITY_QOS_POLICY_ID:
		return "reliability"
	case C.DDS_DURABILITY_QOS_POLICY_ID:
		return "durability"
	}
	return fmt.Sprint("DDS policy ", uint32(id))
}

// Publishers is the number of writers matched now.
func (r *reader) Publishers() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.endpoint == nil {
		return 0
	}
	return int(C.gn_matched(r.endpoint))
}

// Close returns when the last callback has; a callback must not call it.
func (r *reader) Close() error {
	var err error
	r.once.Do(func() {
		r.stop.Store(true)
		if _, err = r.event.Write([]byte{1, 0, 0, 0, 0, 0, 0, 0}); err != nil {
			return
		}
		<-r.done
		r.mu.Lock()
		C.gn_endpoint_free(r.endpoint) // its listener writes to the event until here
		r.endpoint = nil
		r.mu.Unlock()
		err = r.event.Close()
	})
	return err
}
