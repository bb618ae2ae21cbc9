package inproc

import (
	"encoding/binary"
	"slices"
	"sync"
	"time"

	"gonao/ros"
)

// topic is guarded by its bus's lock.
type topic struct {
	publishers  []*publisher
	subscribers []*subscriber
}

func (t *topic) endpoints() []*endpoint {
	var all []*endpoint
	for _, p := range t.publishers {
		all = append(all, p.endpoint)
	}
	for _, s := range t.subscribers {
		all = append(all, s.endpoint)
	}
	return all
}

// topicNamed finds or makes a topic; bus.mu is held.
func (b *Bus) topicNamed(name string) *topic {
	t := b.topics[name]
	if t == nil {
		t = &topic{}
		b.topics[name] = t
	}
	return t
}

// matches reports whether DDS would connect the two.
func matches(p, s ros.TopicSpec) bool {
	return p.Type == s.Type && len(p.QoS.Misfits(s.QoS)) == 0
}

type publisher struct {
	*endpoint
	history []kept // messages for late readers, guarded by bus.mu
	dead    bool   // its lease ran out, guarded by bus.mu
	sign    time.Time
	deaths  int
}

// kept is a message for late readers.
type kept struct {
	data []byte
	at   time.Time
}

// Publisher announces a topic.
func (n *node) Publisher(spec ros.TopicSpec) (ros.RawPublisher, error) {
	n.bus.mu.Lock()
	p := &publisher{endpoint: n.newEndpoint(spec, true), sign: n.bus.clock.Now()}
	t := n.bus.topicNamed(spec.Name)
	t.publishers = append(t.publishers, p)
	n.info.Publishes = append(n.info.Publishes, spec.Name)
	var l news
	for _, s := range t.subscribers {
		l.meet(p, s)
	}
	n.bus.changed()
	n.bus.mu.Unlock()
	l.tell()
	if spec.QoS.ManualLiveliness && spec.QoS.Lease > 0 {
		go p.watchLease(spec.QoS.Lease)
	}
	return p, nil
}

// Publish has called every subscriber when it returns.
func (p *publisher) Publish(data []byte) error {
	p.bus.mu.Lock()
	now := p.bus.clock.Now()
	if p.spec.QoS.TransientLocal {
		p.history = append(p.history, kept{slices.Clone(data), now})
		if over := len(p.history) - p.spec.QoS.Depth; over > 0 && !p.spec.QoS.KeepAll {
			p.history = p.history[over:]
		}
	}
	p.spoke()
	l := p.lives()
	var to []*subscriber
	for _, s := range p.bus.topicNamed(p.spec.Name).subscribers {
		if matches(p.spec, s.spec) {
			to = append(to, s)
			s.spoke()
		}
	}
	p.bus.mu.Unlock()
	l.tell()
	for _, s := range to {
		s.call(p, data, now)
	}
	return nil
}

// AssertLiveliness asserts the publisher's liveliness.
func (p *publisher) AssertLiveliness() error {
	p.bus.mu.Lock()
	l := p.lives()
	p.bus.mu.Unlock()
	l.tell()
	return nil
}

// lives notes a sign of life; bus.mu is held.
func (p *publisher) lives() (l news) {
	p.sign = p.bus.clock.Now()
	if p.dead {
		p.dead = false
		for _, s := range p.readers() {
			l.live(s.endpoint, p.endpoint, 1)
		}
	}
	return l
}

// readers are the subscribers matched; bus.mu is held.
func (p *publisher) readers() []*subscriber {
	var out []*subscriber
	for _, s := range p.bus.topicNamed(p.spec.Name).subscribers {
		if matches(p.spec, s.spec) {
			out = append(out, s)
		}
	}
	return out
}

// watchLease marks the publisher as dead if it is silent for its lease.
func (p *publisher) watchLease(lease time.Duration) {
	for {
		p.bus.mu.Lock()
		now := p.bus.clock.Now()
		rest := p.sign.Add(lease).Sub(now)
		var l news
		if rest <= 0 {
			if !p.dead {
				p.dead = true
				p.deaths++
				l.add(p.endpoint, ros.Event{Kind: ros.EventLivelinessLost, Total: p.deaths, Change: 1})
				for _, s := range p.readers() {
					l.live(s.endpoint, p.endpoint, -1)
				}
			}
			rest = lease
		}
		p.bus.mu.Unlock()
		l.tell()
		if p.bus.clock.Sleep(p.ctx, rest) != nil {
			return
		}
	}
}

// Subscribers is the number of readers matched now.
func (p *publisher) Subscribers() int {
	p.bus.mu.Lock()
	defer p.bus.mu.Unlock()
	return p.matched
}

func (p *publisher) Close() error {
	p.close()
	p.bus.mu.Lock()
	var l news
	t := p.bus.topicNamed(p.spec.Name)
	if i := slices.Index(t.publishers, p); i >= 0 {
		for _, s := range p.readers() {
			l.match(s.endpoint, p.endpoint, -1)
			if !p.dead {
				l.live(s.endpoint, p.endpoint, -1)
			}
		}
		t.publishers = slices.Delete(t.publishers, i, i+1)
		removeOne(&p.node.info.Publishes, p.spec.Name)
		p.bus.changed()
	}
	p.bus.mu.Unlock()
	l.tell()
	return nil
}

type subscriber struct {
	*endpoint
	deliver ros.Deliver

	mu     sync.Mutex // serializes calls
	closed bool
}

func (s *subscriber) call(from *publisher, data []byte, sent time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		if s.spec.From != nil {
			s.spec.From(binary.BigEndian.Uint64(from.gid[8:]))
		}
		s.deliver(data, sent)
	}
}

// Subscriber subscribes to a topic and delivers first the messages that transient local publishers kept.
func (n *node) Subscriber(spec ros.TopicSpec, deliver ros.Deliver) (ros.RawSubscriber, error) {
	n.bus.mu.Lock()
	s := &subscriber{endpoint: n.newEndpoint(spec, false), deliver: deliver}
	t := n.bus.topicNamed(spec.Name)
	t.subscribers = append(t.subscribers, s)
	n.info.Subscribes = append(n.info.Subscribes, spec.Name)
	var old []func()
	var l news
	for _, p := range t.publishers {
		l.meet(p, s)
		if spec.QoS.TransientLocal && matches(p.spec, spec) {
			for _, k := range p.fresh() {
				old = append(old, func() { s.call(p, k.data, k.at) })
			}
		}
	}
	if len(old) > 0 {
		s.spoke()
	}
	n.bus.changed()
	n.bus.mu.Unlock()
	l.tell()
	for _, call := range old {
		call()
	}
	return s, nil
}

// fresh returns the part of the history within its lifespan; bus.mu must be held.
func (p *publisher) fresh() []kept {
	lifespan := p.spec.QoS.Lifespan
	if lifespan <= 0 {
		return p.history
	}
	now := p.bus.clock.Now()
	return slices.DeleteFunc(slices.Clone(p.history), func(k kept) bool { return now.Sub(k.at) > lifespan })
}

// Publishers is the number of writers matched now.
func (s *subscriber) Publishers() int {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	return s.matched
}

func (s *subscriber) Close() error {
	s.close()
	s.bus.mu.Lock()
	var l news
	t := s.bus.topicNamed(s.spec.Name)
	if i := slices.Index(t.subscribers, s); i >= 0 {
		for _, p := range t.publishers {
			if matches(p.spec, s.spec) {
				l.match(p.endpoint, s.endpoint, -1)
			}
		}
		t.subscribers = slices.Delete(t.subscribers, i, i+1)
		removeOne(&s.node.info.Subscribes, s.spec.Name)
		s.bus.changed()
	}
	s.bus.mu.Unlock()
	l.tell()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
