package inproc

import (
	"context"
	"sync"
	"time"

	"gonao/ros"
)

// endpoint is the common part of publishers and subscribers. The bus's lock guards its counts.
type endpoint struct {
	bus    *Bus
	node   *node
	spec   ros.TopicSpec
	writer bool
	gid    [16]byte
	ctx    context.Context // ends with Close
	cancel context.CancelFunc

	last    time.Time // time of the last message, zero before the first
	first   chan struct{}
	matched int
	misfits int
	missed  int
	alive   int // for a subscriber: live publishers

	events sync.Mutex // serializes events
}

// newEndpoint makes an endpoint; bus.mu is held.
func (n *node) newEndpoint(spec ros.TopicSpec, writer bool) *endpoint {
	e := &endpoint{bus: n.bus, node: n, spec: spec, writer: writer, gid: n.bus.newGID(), first: make(chan struct{})}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	if d := spec.QoS.Deadline; d > 0 {
		go e.watchDeadline(d)
	}
	return e
}

func (e *endpoint) info(typ, hash string, writer bool) ros.EndpointInfo {
	i := endpointInfo(e.node, typ, hash, writer, e.gid)
	i.QoS = e.spec.QoS
	return i
}

// news are events to be delivered once the bus's lock is free.
type news []func()

func (l *news) add(e *endpoint, event ros.Event) {
	if e.spec.OnEvent == nil {
		return
	}
	event.Topic = e.spec.Name
	*l = append(*l, func() {
		e.events.Lock()
		defer e.events.Unlock()
		if e.ctx.Err() == nil {
			e.spec.OnEvent(event)
		}
	})
}

func (l news) tell() {
	for _, f := range l {
		f()
	}
}

// match counts that e and other match, or one match less; bus.mu is held.
func (l *news) match(e, other *endpoint, change int) {
	e.matched += change
	kind := ros.EventMatched
	if change < 0 {
		kind = ros.EventUnmatched
	}
	l.add(e, ros.Event{Kind: kind, Peer: other.node.info.FullName(), Total: e.matched, Change: change})
}

// live counts that one of a subscriber's publishers lives, or died; bus.mu is held.
func (l *news) live(s *endpoint, p *endpoint, change int) {
	s.alive += change
	l.add(s, ros.Event{Kind: ros.EventLivelinessChanged, Peer: p.node.info.FullName(), Total: s.alive, Change: change})
}

// meet adds the events of a new pair, matching or not; bus.mu must be held.
func (l *news) meet(p *publisher, s *subscriber) {
	if p.spec.Type != s.spec.Type {
		return
	}
	misfits := p.spec.QoS.Misfits(s.spec.QoS)
	if len(misfits) == 0 {
		l.match(p.endpoint, s.endpoint, 1)
		l.match(s.endpoint, p.endpoint, 1)
		if !p.dead {
			l.live(s.endpoint, p.endpoint, 1)
		}
		return
	}
	for _, pair := range [][2]*endpoint{{p.endpoint, s.endpoint}, {s.endpoint, p.endpoint}} {
		e, other := pair[0], pair[1]
		e.misfits++
		for i, policy := range misfits {
			event := ros.Event{Kind: ros.EventIncompatibleQoS, Policy: policy, Peer: other.node.info.FullName(), Total: e.misfits}
			if i == 0 {
				event.Change = 1
			}
			l.add(e, event)
		}
	}
}

// spoke notes that a message passed; bus.mu is held.
func (e *endpoint) spoke() {
	if e.last.IsZero() {
		close(e.first)
	}
	e.last = e.bus.clock.Now()
}

// watchDeadline counts the deadlines that pass without a message, after the first
// message, as DDS does.
func (e *endpoint) watchDeadline(d time.Duration) {
	select {
	case <-e.first:
	case <-e.ctx.Done():
		return
	}
	var missed time.Time // the last deadline missed
	for {
		e.bus.mu.Lock()
		since := e.last
		if missed.After(since) {
			since = missed
		}
		due, now := since.Add(d), e.bus.clock.Now()
		var l news
		if !now.Before(due) {
			missed = due
			e.missed++
			l.add(e, ros.Event{Kind: ros.EventDeadlineMissed, Total: e.missed, Change: 1})
		}
		e.bus.mu.Unlock()
		l.tell()
		if e.bus.clock.Sleep(e.ctx, due.Sub(now)) != nil {
			return
		}
	}
}

// close ends the endpoint's goroutines; no event is delivered afterwards.
func (e *endpoint) close() {
	e.events.Lock()
	defer e.events.Unlock()
	e.cancel()
}
