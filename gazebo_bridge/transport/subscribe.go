package transport

import (
	"context"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
)

// Message is a message of a topic.
type Message struct {
	Topic string // without the partition
	Type  string // such as gz.msgs.Double
	Data  []byte // the receiver's
}

// Into decodes the message into one of its type, which is reset first.
func (m *Message) Into(to proto.Message) error {
	if _, short, ok := gzmsgs.Split(m.Type); !ok || short != gzmsgs.Name(to) {
		return fmt.Errorf("topic %s: message of type %s: expected %s", m.Topic, m.Type, gzmsgs.Name(to))
	}
	if err := proto.Unmarshal(m.Data, to); err != nil {
		return fmt.Errorf("topic %s: no %s: %w", m.Topic, m.Type, err)
	}
	return nil
}

// Subscription receives the messages of a topic.
type Subscription struct {
	node     *Node
	name     string
	typeName string
	handle   func(Message)
}

type subscribers []*Subscription

// Subscribe subscribes to the messages of a topic that have a type, by its name in either generation;
// the empty type is any. The handler runs on the node's own goroutine, one message after another, and
// must neither wait nor call Close. Publishers may come later, go and come back.
func (n *Node) Subscribe(topic, typeName string, handle func(Message)) (*Subscription, error) {
	name, err := n.options.full(topic)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closing.Err() != nil {
		return nil, ErrClosed
	}
	s := &Subscription{node: n, name: name, typeName: typeName, handle: handle}
	if len(n.subscriptions[name]) == 0 {
		n.wire.subscribe(name)
	}
	n.subscriptions[name] = append(slices.Clone(n.subscriptions[name]), s)
	n.sendDiscovery(n.topicBeacon, &gzmsgs.Discovery{
		Type: gzmsgs.Discovery_SUBSCRIBE, DiscContents: &gzmsgs.Discovery_Sub{Sub: &gzmsgs.Discovery_Subscriber{Topic: name}},
	})
	for _, o := range n.catalog.of(false)[name] {
		o.greeted = 0
		n.attach(o)
	}
	return s, nil
}

// A subscription is announced to a publisher at each of its first announcements, since a datagram may
// be lost, and then at every tenth.
const (
	greetings  = 3
	greetEvery = 10
)

// attach connects to a publisher whose topic is subscribed, and announces the subscription: publishers
// in C++ send nothing before they know a subscriber.
func (n *Node) attach(o *offer) {
	if len(n.subscriptions[o.name]) == 0 {
		return
	}
	for _, s := range n.subscriptions[o.name] {
		if s.typeName != "" && !gzmsgs.Same(s.typeName, o.typeName) {
			topic, _ := n.options.short(o.name)
			n.logOnce("type "+o.name+" "+o.typeName, "gazebo transport: a topic has another type than expected",
				"topic", topic, "type", o.typeName, "expected", s.typeName)
		}
	}
	if n.connections.add(o.address) {
		n.wire.connect(o.address)
	}
	if o.greeted < greetings || o.greeted%greetEvery == 0 {
		n.greet(gzmsgs.Discovery_NEW_CONNECTION, o)
	}
	o.greeted++
}

// greet announces to a publisher that this node subscribes, or no longer does.
func (n *Node) greet(what gzmsgs.Discovery_Type, o *offer) {
	n.announce(n.topicBeacon, what, &gzmsgs.Discovery_Publisher{
		Topic: o.name, Address: o.address, ProcessUuid: n.identity.process, NodeUuid: n.identity.node,
		Scope: gzmsgs.Discovery_Publisher_ALL,
		PubType: &gzmsgs.Discovery_Publisher_MsgPub{MsgPub: &gzmsgs.Discovery_Publisher_MessagePublisher{
			Ctrl: o.process, MsgType: o.typeName,
		}},
	})
}

// AwaitPublisher blocks until the topic has a publisher.
func (s *Subscription) AwaitPublisher(ctx context.Context) error {
	return s.node.await(ctx, func() bool { return len(s.node.catalog.of(false)[s.name]) > 0 })
}

// Close closes the subscription. A message that is being handled is handled to its end.
func (s *Subscription) Close() {
	n := s.node
	n.mu.Lock()
	defer n.mu.Unlock()
	before := len(n.subscriptions[s.name])
	rest := slices.DeleteFunc(slices.Clone(n.subscriptions[s.name]), func(other *Subscription) bool { return other == s })
	if len(rest) == before {
		return // closed already
	}
	if len(rest) > 0 {
		n.subscriptions[s.name] = rest
		return
	}
	delete(n.subscriptions, s.name)
	n.wire.unsubscribe(s.name)
	for _, o := range n.catalog.of(false)[s.name] {
		n.greet(gzmsgs.Discovery_END_CONNECTION, o)
	}
}

// message handles a publisher's message. ZeroMQ passes topics that begin with a subscribed topic; only
// the topic itself is passed on.
func (n *Node) message(frames [][]byte) {
	m, err := parseMessage(frames)
	n.mu.Lock()
	if err != nil {
		n.counts.broken++
		n.logOnce("message", "gazebo transport: a publisher sent what is not a message", "error", err)
	}
	all := n.subscriptions[m.topic]
	n.mu.Unlock()
	topic, _ := n.options.short(m.topic)
	for _, s := range all {
		if s.typeName == "" || gzmsgs.Same(s.typeName, m.typeName) {
			s.handle(Message{Topic: topic, Type: m.typeName, Data: m.data})
		}
	}
}
