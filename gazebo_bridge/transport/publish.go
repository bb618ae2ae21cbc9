package transport

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
)

// Publisher sends messages on a topic.
type Publisher struct {
	node     *Node
	name     string
	typeName string
}

// Advertise returns a publisher of a topic, whose name begins with a slash, with messages of a type.
// A topic is published at most once per node.
func (n *Node) Advertise(topic, typeName string) (*Publisher, error) {
	name, err := n.options.full(topic)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closing.Err() != nil {
		return nil, ErrClosed
	}
	if n.publishers[name] != nil {
		return nil, fmt.Errorf("topic %s: this node publishes it already", topic)
	}
	p := &Publisher{node: n, name: name, typeName: typeName}
	n.publishers[name] = p
	n.announce(n.topicBeacon, gzmsgs.Discovery_ADVERTISE, p.offer())
	return p, nil
}

func (p *Publisher) offer() *gzmsgs.Discovery_Publisher {
	return &gzmsgs.Discovery_Publisher{
		Topic: p.name, Address: p.node.wire.publisherAt, ProcessUuid: p.node.identity.process, NodeUuid: p.node.identity.node,
		Scope: gzmsgs.Discovery_Publisher_ALL,
		PubType: &gzmsgs.Discovery_Publisher_MsgPub{MsgPub: &gzmsgs.Discovery_Publisher_MessagePublisher{
			Ctrl: p.node.identity.process, MsgType: p.typeName,
		}},
	}
}

// Publish publishes a message. It does not wait; data belongs to the publisher from now on.
func (p *Publisher) Publish(data []byte) error {
	if p.node.closing.Err() != nil {
		return ErrClosed
	}
	m := message{topic: p.name, address: p.node.wire.publisherAt, data: data, typeName: p.typeName}
	p.node.wire.publish(&m)
	return nil
}

// Send publishes a message in the encoding of protobuf.
func (p *Publisher) Send(m proto.Message) error {
	data, err := marshal(m)
	if err != nil {
		return err
	}
	return p.Publish(data)
}

// Subscribed reports whether the topic has a subscriber.
func (p *Publisher) Subscribed() bool {
	p.node.mu.Lock()
	defer p.node.mu.Unlock()
	return p.subscribed()
}

func (p *Publisher) subscribed() bool {
	for filter := range p.node.filters {
		if strings.HasPrefix(p.name, filter) {
			return true
		}
	}
	return false
}

// AwaitSubscriber blocks until the topic has a subscriber, which receives all messages from then on.
func (p *Publisher) AwaitSubscriber(ctx context.Context) error {
	return p.node.await(ctx, p.subscribed)
}

// Close closes the publisher.
func (p *Publisher) Close() {
	n := p.node
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.publishers[p.name] == p && n.closing.Err() == nil {
		delete(n.publishers, p.name)
		n.announce(n.topicBeacon, gzmsgs.Discovery_UNADVERTISE, p.offer())
	}
}

// subscribed records a subscription or its end, which ZeroMQ reports.
func (n *Node) subscribed(filter string, yes bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if yes {
		n.filters[filter] = true
	} else {
		delete(n.filters, filter)
	}
	n.notify()
}
