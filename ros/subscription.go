package ros

import (
	"fmt"
	"sync/atomic"
	"time"

	"gonao/ros/cdr"
)

// Subscription delivers the messages of one topic in order.
type Subscription[T any] struct {
	*receiver
	c    chan T
	lost atomic.Uint64
}

// Subscribe receives a topic. The channel holds as many messages as the QoS's depth; if it is full the oldest is
// dropped. It is never closed: select on the node's context too.
func Subscribe[T any, PT Message[T]](n *Node, topic string, opts ...Option) (*Subscription[T], error) {
	s := &Subscription[T]{}
	return s, s.OpenPort(n, topic, opts...)
}

// OpenPort subscribes to the topic, see [Open].
func (s *Subscription[T]) OpenPort(n *Node, topic string, opts ...Option) error {
	_, o, err := n.endpoint(topic, "subscription", opts)
	if err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	s.c = make(chan T, o.qos.Depth)
	s.receiver, err = subscribe(n, topic, opts, s.put)
	return err
}

// From is a message with its publisher.
type From[T any] struct {
	Message   T
	Publisher uint64 // a number of the endpoint, which no message can claim; 0 if the backend does not distinguish them
}

func (f *From[T]) message() any                      { return &f.Message }
func (f *From[T]) arrive(_ *Clock, publisher uint64) { f.Publisher = publisher }

// Arrival is a message with the time of the node's clock at which it arrived.
type Arrival[T any] struct {
	Message T
	At      time.Time
}

func (a *Arrival[T]) message() any              { return &a.Message }
func (a *Arrival[T]) arrive(c *Clock, _ uint64) { a.At = c.Now() }

// SubscribeArrivals is Subscribe for a receiver that needs the arrival time of each message.
func SubscribeArrivals[T any, PT Message[T]](n *Node, topic string, opts ...Option) (*Subscription[Arrival[T]], error) {
	s := &Subscription[Arrival[T]]{}
	return s, s.OpenPort(n, topic, opts...)
}

// envelope is a message with facts about its arrival: From and Arrival.
type envelope interface {
	message() any
	arrive(c *Clock, publisher uint64)
}

// C returns the channel of messages. Slices in them belong to the receiver.
func (s *Subscription[T]) C() <-chan T { return s.c }

// Dropped returns the number of messages that were dropped from the channel unread.
func (s *Subscription[T]) Dropped() uint64 { return s.lost.Load() }

func (s *Subscription[T]) put(m *T) {
	for {
		select {
		case s.c <- *m:
			return
		default:
		}
		select {
		case <-s.c: // drop the oldest
			s.lost.Add(1)
		default: // it was received in the meantime
		}
	}
}

// receiver is the part of a subscription that does not depend on the type.
type receiver struct {
	*eventCounter
	topic string
	raw   RawSubscriber
}

// Publishers returns the number of writers matched now.
func (r *receiver) Publishers() int { return r.raw.Publishers() }

// Topic returns the fully qualified name.
func (r *receiver) Topic() string { return r.topic }

// Close ends the subscription. The node's Close does so too.
func (r *receiver) Close() error { return r.raw.Close() }

// subscribe decodes each message, or that in an envelope, and passes it to put, which must copy it.
func subscribe[T any](n *Node, topic string, opts []Option, put func(*T)) (*receiver, error) {
	name, o, err := n.endpoint(topic, "subscription", opts)
	if err != nil {
		return nil, fmt.Errorf("subscribe: %w", err)
	}
	r := &receiver{eventCounter: &eventCounter{handle: o.onEvent}, topic: name}
	var scratch, zero T // callbacks are serialized, so one scratch is enough
	var from func(uint64)
	var publisher uint64 // publisher of the message that is delivered next
	inside := any(&scratch)
	around, enveloped := inside.(envelope)
	if enveloped {
		inside = around.message()
	}
	if enveloped || o.onePublisher > 0 {
		from = func(number uint64) { publisher = number }
	}
	body, err := as[cdr.Message](inside)
	if err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", name, err)
	}
	bad := badMessages{node: n, topic: name}
	one := onePublisher{node: n, topic: name, silent: o.onePublisher}
	raw, err := n.handle.Subscriber(TopicSpec{
		Name: name, Type: body.TypeName(), Hash: body.TypeHash(), QoS: o.qos, OnEvent: r.take, From: from,
	}, func(data []byte, _ time.Time) {
		if one.silent > 0 && !one.hears(publisher) {
			return
		}
		scratch = zero // slices of earlier messages belong to their receivers
		if err := cdr.Unmarshal(data, body); err != nil {
			bad.report(err)
			return
		}
		if enveloped {
			around.arrive(n.Clock, publisher)
		}
		put(&scratch)
	})
	if err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", name, err)
	}
	r.raw = raw
	one.raw.Store(&raw)
	if err := n.own(r.raw); err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", name, err)
	}
	return r, nil
}

// onePublisher keeps a subscription to one publisher of its topic, see [OnePublisher].
type onePublisher struct {
	node     *Node
	topic    string
	silent   time.Duration                 // time after which another publisher is accepted; 0: all are
	raw      atomic.Pointer[RawSubscriber] // nil until open
	followed uint64
	heard    time.Time // last message of the accepted publisher, on the host's clock because it concerns the sender
	dropped  Throttle
}

// hears reports whether a message of a publisher is for the subscription. The only publisher that there is is followed at once.
func (o *onePublisher) hears(publisher uint64) bool {
	now := time.Now()
	if publisher == o.followed || now.Sub(o.heard) > o.silent || o.alone() {
		o.followed, o.heard = publisher, now
		return true
	}
	if times, due := o.dropped.Count(now); due {
		o.node.Log.Warn("messages of a second publisher are not taken", "topic", o.topic, "messages", times)
	}
	return false
}

func (o *onePublisher) alone() bool {
	raw := o.raw.Load()
	return raw != nil && (*raw).Publishers() == 1
}

// badMessages logs messages that cannot be decoded, at most once a second.
type badMessages struct {
	node     *Node
	topic    string
	count    uint64
	reported time.Time
}

func (b *badMessages) report(err error) {
	b.count++
	if now := time.Now(); now.Sub(b.reported) >= time.Second {
		b.reported = now
		b.node.Log.Warn("message cannot be decoded", "topic", b.topic, "error", err, "total", b.count)
	}
}

// SubscribeRaw receives the encoded messages of a topic, with their 4-byte
// encapsulation header, of a type known by name and by its hash ("RIHS01_…"; "": not known, about which ROS 2 since
// Jazzy warns). The bytes are valid until deliver returns; it is called one message at a time.
func SubscribeRaw(n *Node, topic, typeName, typeHash string, deliver Deliver, opts ...Option) (RawSubscriber, error) {
	name, o, err := n.endpoint(topic, "subscription", opts)
	if err != nil {
		return nil, fmt.Errorf("subscribe: %w", err)
	}
	raw, err := n.handle.Subscriber(TopicSpec{Name: name, Type: typeName, Hash: typeHash, QoS: o.qos, OnEvent: o.onEvent}, deliver)
	if err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", name, err)
	}
	return ownedSubscriber{raw, n}, n.own(raw)
}

// AdvertiseRaw creates a publisher of messages that the caller encodes itself.
func AdvertiseRaw(n *Node, topic, typeName, typeHash string, opts ...Option) (RawPublisher, error) {
	name, o, err := n.endpoint(topic, "publisher", opts)
	if err != nil {
		return nil, fmt.Errorf("advertise: %w", err)
	}
	raw, err := n.handle.Publisher(TopicSpec{Name: name, Type: typeName, Hash: typeHash, QoS: o.qos, OnEvent: o.onEvent})
	if err != nil {
		return nil, fmt.Errorf("advertise %s: %w", name, err)
	}
	return raw, n.own(raw)
}
