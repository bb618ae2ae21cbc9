package inproc

import (
	"slices"
	"sync"

	"gonao/ros"
)

// topic is guarded by its bus's lock.
type topic struct {
	publishers  []*publisher
	subscribers []*subscriber
}

func (t *topic) types() map[string]bool {
	types := map[string]bool{}
	for _, p := range t.publishers {
		types[p.spec.Type] = true
	}
	for _, s := range t.subscribers {
		types[s.spec.Type] = true
	}
	return types
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

// matches tells whether DDS would connect the two.
func matches(p, s ros.TopicSpec) bool {
	return p.Type == s.Type && len(p.QoS.Misfits(s.QoS)) == 0
}

type publisher struct {
	bus     *Bus
	node    *node
	spec    ros.TopicSpec
	history [][]byte // what late readers get, guarded by bus.mu
}

// Publisher announces a topic.
func (n *node) Publisher(spec ros.TopicSpec) (ros.RawPublisher, error) {
	n.bus.mu.Lock()
	defer n.bus.mu.Unlock()
	p := &publisher{bus: n.bus, node: n, spec: spec}
	t := n.bus.topicNamed(spec.Name)
	t.publishers = append(t.publishers, p)
	n.info.Publishes = append(n.info.Publishes, spec.Name)
	return p, nil
}

// Publish has called every subscriber when it returns.
func (p *publisher) Publish(data []byte) error {
	p.bus.mu.Lock()
	if p.spec.QoS.TransientLocal {
		p.history = append(p.history, slices.Clone(data))
		if over := len(p.history) - p.spec.QoS.Depth; over > 0 && !p.spec.QoS.KeepAll {
			p.history = p.history[over:]
		}
	}
	var to []*subscriber
	for _, s := range p.bus.topicNamed(p.spec.Name).subscribers {
		if matches(p.spec, s.spec) {
			to = append(to, s)
		}
	}
	p.bus.mu.Unlock()
	for _, s := range to {
		s.call(data)
	}
	return nil
}

// Subscribers is the number of readers matched now.
func (p *publisher) Subscribers() int {
	p.bus.mu.Lock()
	defer p.bus.mu.Unlock()
	n := 0
	for _, s := range p.bus.topicNamed(p.spec.Name).subscribers {
		if matches(p.spec, s.spec) {
			n++
		}
	}
	return n
}

func (p *publisher) Close() error {
	p.bus.mu.Lock()
	defer p.bus.mu.Unlock()
	t := p.bus.topicNamed(p.spec.Name)
	if i := slices.Index(t.publishers, p); i >= 0 {
		t.publishers = slices.Delete(t.publishers, i, i+1)
		removeOne(&p.node.info.Publishes, p.spec.Name)
	}
	return nil
}

type subscriber struct {
	bus     *Bus
	node    *node
	spec    ros.TopicSpec
	deliver func([]byte)

	mu     sync.Mutex // one call at a time
	closed bool
}

func (s *subscriber) call(data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.deliver(data)
	}
}

// Subscriber receives a topic, first what transient local publishers kept.
func (n *node) Subscriber(spec ros.TopicSpec, deliver func([]byte)) (ros.RawSubscriber, error) {
	n.bus.mu.Lock()
	s := &subscriber{bus: n.bus, node: n, spec: spec, deliver: deliver}
	t := n.bus.topicNamed(spec.Name)
	t.subscribers = append(t.subscribers, s)
	n.info.Subscribes = append(n.info.Subscribes, spec.Name)
	var old [][]byte
	for _, p := range t.publishers {
		if spec.QoS.TransientLocal && matches(p.spec, spec) {
			old = append(old, p.history...)
		}
	}
	n.bus.mu.Unlock()
	for _, data := range old {
		s.call(data)
	}
	return s, nil
}

// Publishers is the number of writers matched now.
func (s *subscriber) Publishers() int {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	n := 0
	for _, p := range s.bus.topicNamed(s.spec.Name).publishers {
		if matches(p.spec, s.spec) {
			n++
		}
	}
	return n
}

func (s *subscriber) Close() error {
	s.bus.mu.Lock()
	t := s.bus.topicNamed(s.spec.Name)
	if i := slices.Index(t.subscribers, s); i >= 0 {
		t.subscribers = slices.Delete(t.subscribers, i, i+1)
		removeOne(&s.node.info.Subscribes, s.spec.Name)
	}
	s.bus.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}
