package cyclone

/*
#include "endpoint.h"
*/
import "C"

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// reader is a DDS reader with the goroutine that empties it.
type reader struct {
	topic string
	gid   gid
	event *os.File // added to when samples arrive; Go's poller waits for it
	stop  atomic.Bool
	done  chan struct{}
	once  sync.Once

	mu       sync.RWMutex          // held while a goroutine other than run uses the endpoint
	endpoint *C.struct_gn_endpoint // nil after close

	p       *participant
	watched *watched
}

// source is where a sample comes from.
type source struct {
	reader *reader
	writer uint64 // handle
	sentNs int64  // since 1970, on the clock of the writer's host; 0: unknown
	call   call   // of rmw_fastrtps; zero for all other samples
}

func (s source) sent() time.Time {
	if s.sentNs <= 0 {
		return time.Time{}
	}
	return time.Unix(0, s.sentNs)
}

// participant returns the participant that sent the sample, and false if that participant has left.
func (s source) participant() (gid, bool) {
	var g C.struct_gn_guid
	found := false
	s.reader.use(func(e *C.struct_gn_endpoint) {
		found = bool(C.gn_peer_guid(e, false, C.dds_instance_handle_t(s.writer), &g))
	})
	return participantOf(*(*gid)(unsafe.Pointer(&g))), found
}

// newReader calls deliver with each sample, one at a time.
func newReader(p *participant, spec endpointSpec, deliver func(data []byte, from source)) (*reader, error) {
	e, err := newEndpoint(p, spec, false)
	if err != nil {
		return nil, err
	}
	r := &reader{
		endpoint: e,
		topic:    spec.topic,
		gid:      entityGID(e.entity),
		event:    os.NewFile(uintptr(e.event), fmt.Sprintf("event of %s", spec.topic)),
		done:     make(chan struct{}),
		p:        p,
	}
	r.watched = &watched{p: p, spec: spec, use: r.use}
	p.monitor.watch(r.watched)
	go r.run(deliver)
	return r, nil
}

func (r *reader) run(deliver func(data []byte, from source)) {
	defer close(r.done)
	conn, err := r.event.SyscallConn()
	if err != nil {
		return
	}
	// Go's poller reports each arrival as an edge, whatever the counter is: so the event
	// is never read, which saves two system calls a message.
	_ = conn.Read(func(uintptr) (ended bool) {
		var s *C.struct_gn_sample
		atomic.StoreUint32((*uint32)(unsafe.Pointer(&r.endpoint.woken)), 0) // before taking: a later sample wakes us again
		for !r.stop.Load() {
			var from C.struct_gn_source
			if s = r.takeNext(s, &from); s == nil {
				return false
			}
			deliver(sampleBytes(s), source{reader: r, writer: uint64(from.writer), sentNs: int64(from.sent_ns), call: goCall(from.call)})
		}
		if s != nil {
			C.gn_release(s)
		}
		return true
	})
}

// takeNext releases a sample, unless it is nil, and returns the next one; nil if there is none. It waits for a slot,
// because each reader inside C occupies a thread, and on a busy computer dozens of readers would be there at once. Go
// never ends a thread.
func (r *reader) takeNext(last *C.struct_gn_sample, from *C.struct_gn_source) *C.struct_gn_sample {
	r.p.turns <- struct{}{}
	defer func() { <-r.p.turns }()
	if last != nil {
		C.gn_release(last)
	}
	return C.gn_take(r.endpoint, from)
}

func (r *reader) use(f func(*C.struct_gn_endpoint)) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.endpoint != nil {
		f(r.endpoint)
	}
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
		r.p.monitor.forget(r.watched)
		r.mu.Lock()
		C.gn_endpoint_free(r.endpoint) // its listener writes to the event until here
		r.endpoint = nil
		r.mu.Unlock()
		err = r.event.Close()
	})
	return err
}
