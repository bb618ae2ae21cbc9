package ros

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"gonao/ros/cdr"
)

// Message is a pointer to a generated message struct.
type Message[T any] interface {
	*T
	cdr.Message
}

// Publisher sends messages of one type to one topic. Its methods may be called
// from any goroutine.
type Publisher[T any] struct {
	*eventCounter
	topic  string
	raw    RawPublisher
	drops  dropCounter
	own    bool // not one of the standard parts of every node
	always bool // write even without readers: for late ones (TransientLocal) or a deadline

	mu   sync.Mutex
	msg  T           // the message being sent; a field, so that Publish allocates nothing
	wire cdr.Message // &msg
	buf  []byte      // reused for small messages

	size int // size of the last message
}

// worthBorrowing is the size in bytes from which a copy costs more than a loan.
const worthBorrowing = 16 << 10

// space is where the next message is encoded, which will be about as long as the
// last: p.buf, or a loan, which belongs to the backend once it is sent.
func (p *Publisher[T]) space() (dst []byte, own bool) {
	if lender, ok := p.raw.(Lender); ok && p.size >= worthBorrowing {
		return lender.Borrow(p.size), false
	}
	return p.buf[:0], true
}

// Advertise creates a publisher of a topic.
func Advertise[T any, PT Message[T]](n *Node, topic string, opts ...Option) (*Publisher[T], error) {
	p := &Publisher[T]{}
	if err := p.OpenPort(n, topic, opts...); err != nil {
		return nil, err
	}
	return p, nil
}

// OpenPort creates the publisher, see [Open].
func (p *Publisher[T]) OpenPort(n *Node, topic string, opts ...Option) (err error) {
	if p.wire, err = as[cdr.Message](&p.msg); err != nil {
		return fmt.Errorf("advertise %s: %w", topic, err)
	}
	name, o, err := n.endpoint(topic, "publisher", opts)
	if err != nil {
		return fmt.Errorf("advertise: %w", err)
	}
	p.eventCounter, p.topic, p.own = &eventCounter{handle: o.onEvent}, name, n.standard
	p.always = o.qos.TransientLocal || o.qos.Deadline > 0 || o.qos.ManualLiveliness
	p.drops = dropCounter{node: n, topic: name, clock: time.Now}
	p.raw, err = n.handle.Publisher(TopicSpec{
		Name: name, Type: p.wire.TypeName(), Hash: p.wire.TypeHash(), QoS: o.qos, OnEvent: p.take,
	})
	if err == nil {
		err = n.own(p)
	}
	if err != nil {
		return fmt.Errorf("advertise %s: %w", name, err)
	}
	return nil
}

// Publish sends one message. It copies m's bytes before it returns, does not allocate in Go once its buffer has grown
// to the message's size, and never waits for a reader: a message for which a reliable reader is too far behind is
// dropped, counted (Dropped) and logged at most once a second.
func (p *Publisher[T]) Publish(m T) error {
	if p.own {
		p.drops.node.work()
	}
	if !p.always && p.raw.Subscribers() == 0 {
		return nil // no reader
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.msg = m
	dst, own := p.space()
	buf, err := cdr.Encode(dst, p.wire)
	var zero T
	p.msg = zero // keeps no slice of the caller's alive
	if err != nil {
		return fmt.Errorf("publish %s: %w", p.topic, err)
	}
	if p.size = len(buf); own && p.size < worthBorrowing {
		p.buf = buf
	}
	err = p.raw.Publish(buf)
	if errors.Is(err, ErrWouldBlock) {
		p.drops.add()
		return nil
	}
	if err != nil {
		return fmt.Errorf("publish %s: %w", p.topic, err)
	}
	return nil
}

// Subscribers returns the number of readers matched now.
func (p *Publisher[T]) Subscribers() int { return p.raw.Subscribers() }

// AssertLiveliness asserts the publisher's liveliness without a message, for ManualLiveliness.
func (p *Publisher[T]) AssertLiveliness() error {
	a, ok := p.raw.(Asserter)
	if !ok {
		return nil
	}
	if err := a.AssertLiveliness(); err != nil {
		return fmt.Errorf("assert liveliness on %s: %w", p.topic, err)
	}
	return nil
}

// Dropped returns the number of messages lost because a reliable reader was too far behind.
func (p *Publisher[T]) Dropped() uint64 { return p.drops.total() }

// Topic returns the fully qualified name.
func (p *Publisher[T]) Topic() string { return p.topic }

// Close removes the publisher. The node's Close does so too.
func (p *Publisher[T]) Close() error {
	p.drops.flush()
	return p.raw.Close()
}

// dropCounter counts lost messages and logs them at most once a second.
type dropCounter struct {
	node  *Node
	topic string
	clock func() time.Time // wall time: reports are for people

	mu              sync.Mutex
	count, unspoken uint64
	reported        time.Time
}

func (d *dropCounter) add() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count++
	d.unspoken++
	if now := d.clock(); now.Sub(d.reported) >= time.Second {
		d.reported = now
		d.say()
	}
}

func (d *dropCounter) flush() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.unspoken > 0 {
		d.say()
	}
}

func (d *dropCounter) say() {
	d.node.Log.Warn("messages dropped: a reliable subscriber is too slow or stopped",
		"topic", d.topic, "dropped", d.unspoken, "total", d.count)
	d.unspoken = 0
}

func (d *dropCounter) total() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.count
}
