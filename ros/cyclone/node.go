package cyclone

import (
	"fmt"
	"slices"

	"gonao/ros"
)

// node is an entry in the participant's list of nodes.
type node struct {
	p     *participant
	entry *nodeEntities // guarded by p.discovery.mu
}

// CreateNode announces a node.
func (b *backend) CreateNode(namespace, name string) (ros.NodeHandle, error) {
	n := &node{p: b.participant, entry: &nodeEntities{namespace: namespace, name: name}}
	return n, b.discovery.change(func(own *participantEntities) { own.nodes = append(own.nodes, n.entry) })
}

// Close removes the node; its endpoints have their own Close.
func (n *node) Close() error {
	return n.p.discovery.change(func(own *participantEntities) {
		own.nodes = slices.DeleteFunc(own.nodes, func(e *nodeEntities) bool { return e == n.entry })
	})
}

func (n *node) addWriter(g gid) error {
	return n.p.discovery.change(func(*participantEntities) { n.entry.writers = append(n.entry.writers, g) })
}

func (n *node) addReader(g gid) error {
	return n.p.discovery.change(func(*participantEntities) { n.entry.readers = append(n.entry.readers, g) })
}

// remove forgets endpoints.
func (n *node) remove(gone ...gid) error {
	is := func(g gid) bool { return slices.Contains(gone, g) }
	return n.p.discovery.change(func(*participantEntities) {
		n.entry.writers = slices.DeleteFunc(n.entry.writers, is)
		n.entry.readers = slices.DeleteFunc(n.entry.readers, is)
	})
}

func topicSpec(s ros.TopicSpec) (endpointSpec, error) {
	typ, err := ddsType(s.Type)
	return endpointSpec{
		topic: topicPrefix + s.Name, typ: typ, hash: s.Hash, qos: s.QoS, onEvent: s.OnEvent,
	}, err
}

// publisher is a writer that the node announces.
type publisher struct {
	*writer
	node *node
}

// Publisher announces a topic. Its writer never waits for a reliable reader
// (max_blocking_time 0, which is not matched on).
func (n *node) Publisher(s ros.TopicSpec) (ros.RawPublisher, error) {
	spec, err := topicSpec(s)
	if err != nil {
		return nil, err
	}
	w, err := newWriter(n.p, spec)
	if err != nil {
		return nil, err
	}
	return &publisher{writer: w, node: n}, n.addWriter(w.gid)
}

func (p *publisher) Close() error {
	if err := p.node.remove(p.gid); err != nil {
		return fmt.Errorf("withdraw publisher: %w", err)
	}
	return p.writer.Close()
}

// subscriber is a reader that the node announces.
type subscriber struct {
	*reader
	node *node
}

// Subscriber receives a topic.
func (n *node) Subscriber(s ros.TopicSpec, deliver ros.Deliver) (ros.RawSubscriber, error) {
	spec, err := topicSpec(s)
	if err != nil {
		return nil, err
	}
	r, err := newReader(n.p, spec, func(data []byte, from source) {
		if s.From != nil {
			s.From(from.writer)
		}
		deliver(data, from.sent())
	})
	if err != nil {
		return nil, err
	}
	return &subscriber{reader: r, node: n}, n.addReader(r.gid)
}

func (s *subscriber) Close() error {
	if err := s.node.remove(s.gid); err != nil {
		return fmt.Errorf("withdraw subscriber: %w", err)
	}
	return s.reader.Close()
}
