package cyclone

/*
#include "endpoint.h"
#include <sys/eventfd.h>
*/
import "C"

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"gonao/ros"
)

// monitor passes the events of all endpoints of a participant to their handlers, in one goroutine, so that neither
// Cyclone's threads nor a publisher waits for them.
type monitor struct {
	fd    int // C adds to it
	event *os.File
	stop  atomic.Bool
	done  chan struct{}

	mu      sync.Mutex
	watched map[*watched]struct{}
}

// watched is an endpoint with a handler of events.
type watched struct {
	p      *participant
	spec   endpointSpec
	writer bool
	use    func(func(*C.struct_gn_endpoint)) // calls with the endpoint, unless it is closed

	mu     sync.Mutex // held while onEvent runs
	closed bool
	last   C.struct_gn_status
	peers  map[C.dds_instance_handle_t]gid // matched when we looked last
	misfit map[gid]bool                    // reported already
}

func newMonitor() (*monitor, error) {
	fd := C.eventfd(0, C.EFD_NONBLOCK|C.EFD_CLOEXEC)
	if fd < 0 {
		return nil, errors.New("no file descriptor is left for the events of endpoints")
	}
	m := &monitor{
		fd: int(fd), event: os.NewFile(uintptr(fd), "events of endpoints"), done: make(chan struct{}),
		watched: map[*watched]struct{}{},
	}
	go m.run()
	return m, nil
}

func (m *monitor) run() {
	defer close(m.done)
	count := make([]byte, 8)
	for {
		if _, err := m.event.Read(count); err != nil || m.stop.Load() {
			return
		}
		m.mu.Lock()
		all := slices.Collect(maps.Keys(m.watched))
		m.mu.Unlock()
		for _, w := range all {
			w.look()
		}
	}
}

// watch reports events of an endpoint, past and future.
func (m *monitor) watch(w *watched) {
	if w.spec.onEvent == nil {
		return
	}
	w.peers, w.misfit = map[C.dds_instance_handle_t]gid{}, map[gid]bool{}
	m.mu.Lock()
	m.watched[w] = struct{}{}
	m.mu.Unlock()
	_, _ = m.event.Write([]byte{1, 0, 0, 0, 0, 0, 0, 0}) // it may have happened before
}

// forget returns when the last event has been handled.
func (m *monitor) forget(w *watched) {
	m.mu.Lock()
	delete(m.watched, w)
	m.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
}

// close is for when all endpoints are gone.
func (m *monitor) close() {
	m.stop.Store(true)
	_, _ = m.event.Write([]byte{1, 0, 0, 0, 0, 0, 0, 0})
	<-m.done
	_ = m.event.Close()
}

// look reports the events since the last call.
func (w *watched) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	var now C.struct_gn_status
	var here map[C.dds_instance_handle_t]gid
	w.use(func(e *C.struct_gn_endpoint) {
		if C.gn_happened(e, &now) {
			here = w.matched(e)
		}
	})
	if here == nil {
		return
	}
	last := w.last
	w.last = now
	w.tellMatches(here)
	if now.misfits != last.misfits {
		w.tellMisfits(now)
	}
	w.tellCount(ros.EventDeadlineMissed, now.deadlines, last.deadlines)
	w.tellCount(ros.EventLivelinessLost, now.died, last.died)
	w.tellCount(ros.EventLivelinessChanged, now.alive, last.alive)
	w.tellCount(ros.EventMessageLost, now.lost, last.lost)
}

func (w *watched) tell(e ros.Event) {
	_, e.Topic, _ = split(w.spec.topic)
	w.spec.onEvent(e)
}

func (w *watched) tellCount(kind ros.EventKind, now, last C.uint32_t) {
	if now != last {
		w.tell(ros.Event{Kind: kind, Total: int(now), Change: int(now) - int(last)})
	}
}

// matched are the endpoints of the other side.
func (w *watched) matched(e *C.struct_gn_endpoint) map[C.dds_instance_handle_t]gid {
	const most = 1024
	var handles [most]C.dds_instance_handle_t
	here := map[C.dds_instance_handle_t]gid{}
	for _, h := range handles[:max(C.gn_peers(e, C.bool(w.writer), &handles[0], most), 0)] {
		g, known := w.peers[h]
		if !known {
			var c C.struct_gn_guid
			if !C.gn_peer_guid(e, C.bool(w.writer), h, &c) {
				continue // gone already
			}
			for i, b := range c.v {
				g[i] = byte(b)
			}
		}
		here[h] = g
	}
	return here
}

func (w *watched) tellMatches(here map[C.dds_instance_handle_t]gid) {
	total := len(w.peers)
	for h, g := range w.peers {
		if _, still := here[h]; !still {
			total--
			w.tell(ros.Event{Kind: ros.EventUnmatched, Peer: w.p.discovery.nodeOf(g), Total: total, Change: -1})
		}
	}
	for h, g := range here {
		if _, old := w.peers[h]; !old {
			total++
			w.tell(ros.Event{Kind: ros.EventMatched, Peer: w.p.discovery.nodeOf(g), Total: total, Change: 1})
		}
	}
	w.peers = here
}

// tellMisfits logs the endpoints with incompatible QoS, each once.
func (w *watched) tellMisfits(now C.struct_gn_status) {
	type misfit struct {
		guid   gid
		policy string
	}
	var found []misfit
	all := w.p.peers
	all.look(func() {
		maps.DeleteFunc(w.misfit, func(g gid, _ bool) bool { return all.endpoints[g] == nil })
		topic := all.topics[w.spec.topic]
		if topic == nil {
			return
		}
		for _, other := range *topic.side(!w.writer) {
			if other.typ != w.spec.typ || w.misfit[other.guid] {
				continue
			}
			offered, requested := w.spec.qos, other.qos
			if !w.writer {
				offered, requested = requested, offered
			}
			for _, policy := range offered.Misfits(requested) {
				found = append(found, misfit{other.guid, policy})
				w.misfit[other.guid] = true
			}
		}
	})
	if len(found) == 0 {
		found = []misfit{{policy: policyName(now.policy)}}
	}
	for i, f := range found {
		e := ros.Event{Kind: ros.EventIncompatibleQoS, Policy: f.policy, Total: int(now.misfits), Peer: w.p.discovery.nodeOf(f.guid)}
		if i == 0 {
			e.Change = 1
		}
		w.tell(e)
	}
}

// policyName is a DDS policy that ROS sets, or its number.
func policyName(id C.uint32_t) string {
	switch id {
	case C.DDS_RELIABILITY_QOS_POLICY_ID:
		return ros.PolicyReliability
	case C.DDS_DURABILITY_QOS_POLICY_ID:
		return ros.PolicyDurability
	case C.DDS_DEADLINE_QOS_POLICY_ID:
		return ros.PolicyDeadline
	case C.DDS_LIVELINESS_QOS_POLICY_ID:
		return ros.PolicyLiveliness
	}
	return fmt.Sprint("DDS policy ", uint32(id))
}
