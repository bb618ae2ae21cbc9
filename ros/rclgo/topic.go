//go:build rclgo

package rclgo

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/tiiuae/rclgo/pkg/rclgo"

	"gonao/ros"
)

// publisher sends serialized messages: best effort at once; reliable, which may wait for a slow reader, in its own
// goroutine.
type publisher struct {
	node  *node
	topic string
	rcl   *rclgo.Publisher
	out   *mailbox[[]byte] // nil: send at once

	mu     sync.Mutex
	closed bool
	queued int      // messages in out or on their way
	bytes  int      // size of the waiting messages
	spare  [][]byte // buffers to use again
	failed error    // error of a message sent later
}

const (
	// sendQueue and sendBytes are how much waits for a slow reader before new messages
	// are dropped.
	sendQueue = 64
	sendBytes = 8 << 20
	// spareBuffers are kept to be used again.
	spareBuffers = 4
	// farewell is how long a closing publisher waits for its messages to be sent, and
	// again for its readers to have them.
	farewell = time.Second
)

// Publisher announces a topic.
func (n *node) Publisher(s ros.TopicSpec) (ros.RawPublisher, error) {
	support, err := newBytesSupport(s.Type)
	if errors.Is(err, errNoSupport) {
		n.leaveOut("topic", s.Name, s.Type, err)
		return absent{err}, nil
	}
	if err != nil {
		return nil, err
	}
	p := &publisher{node: n, topic: s.Name}
	err = n.waiter.whileOpen(func() error {
		p.rcl, err = n.rcl.NewPublisher(s.Name, support, &rclgo.PublisherOptions{Qos: profile(s.QoS)})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rcl publisher: %w", err)
	}
	if s.QoS.Reliable {
		p.out = newMailbox(max(sendQueue, s.QoS.Depth), p.sendLater)
	}
	return p, nil
}

// Publish sends one message, or queues it; the error may be that of an earlier message.
func (p *publisher) Publish(data []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errClosed
	}
	if p.out == nil || p.queued == 0 && p.readers() == 0 { // then there is nothing to wait for
		return p.send(data)
	}
	if p.queued > 0 && p.bytes+len(data) > sendBytes {
		return ros.ErrWouldBlock
	}
	var kept []byte
	if last := len(p.spare) - 1; last >= 0 {
		kept, p.spare = p.spare[last], p.spare[:last]
	}
	kept = append(kept[:0], data...)
	if !p.out.offer(kept) {
		p.spare = append(p.spare, kept)
		return ros.ErrWouldBlock
	}
	p.queued++
	p.bytes += len(data)
	err := p.failed
	p.failed = nil
	return err
}

func (p *publisher) send(data []byte) error {
	if err := p.rcl.PublishSerialized(data); err != nil {
		return fmt.Errorf("rcl: %w", err)
	}
	return nil
}

func (p *publisher) sendLater(data []byte) {
	err := p.send(data)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queued--
	p.bytes -= len(data)
	if len(p.spare) < spareBuffers {
		p.spare = append(p.spare, data)
	}
	if err != nil && !p.closed {
		p.failed = err
	}
}

// Subscribers is the number of readers matched now.
func (p *publisher) Subscribers() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return 0
	}
	return p.readers()
}

// readers is called with mu held.
func (p *publisher) readers() int {
	count, err := p.rcl.GetSubscriptionCount()
	if err != nil {
		return 0
	}
	return count
}

// Close sends the queued messages and removes the publisher. It waits at most farewell for a stopped reader.
func (p *publisher) Close() error {
	p.mu.Lock()
	was := p.closed
	p.closed = true
	p.mu.Unlock()
	if was {
		return nil
	}
	if p.out != nil {
		if p.out.finish(farewell) {
			p.node.lastWords(p.rcl)
		} else {
			left := p.out.drop() + 1
			p.node.log.Warn("messages not sent before the end: a reliable subscriber is too slow or stopped", "topic", p.topic, "lost", left)
		}
	}
	err := p.node.waiter.remove(func() {}, p.rcl.Close)
	if p.out != nil {
		ended(p.out.drained, farewell) // the end of the publisher ends a send that waits
	}
	return err
}

// lastWords waits until readers have received everything, since not every middleware does so when a writer is removed.
func (n *node) lastWords(p *rclgo.Publisher) {
	n.open.RLock()
	defer n.open.RUnlock()
	if !n.closed {
		acked(p, farewell)
	}
}

// arrival is a serialized message and when it was sent; the zero Time: not known.
type arrival struct {
	data []byte
	sent time.Time
}

// subscriber receives serialized messages.
type subscriber struct {
	node *node
	rcl  *rclgo.Subscription
	in   *mailbox[arrival]
	once sync.Once
	err  error

	mu     sync.Mutex
	closed bool
}

// Subscriber receives a topic.
func (n *node) Subscriber(spec ros.TopicSpec, deliver ros.Deliver) (ros.RawSubscriber, error) {
	support, err := newBytesSupport(spec.Type)
	if errors.Is(err, errNoSupport) {
		n.leaveOut("topic", spec.Name, spec.Type, err)
		return absent{err}, nil
	}
	if err != nil {
		return nil, err
	}
	depth := max(spec.QoS.Depth, 1)
	if spec.QoS.KeepAll {
		depth = 0
	}
	s := &subscriber{node: n, in: newMailbox(depth, func(a arrival) { deliver(a.data, a.sent) })}
	err = n.waiter.add(func() error {
		s.rcl, err = n.rcl.NewSubscription(spec.Name, support, &rclgo.SubscriptionOptions{Qos: profile(spec.QoS)}, s.take)
		if err != nil {
			return fmt.Errorf("rcl subscription: %w", err)
		}
		n.waiter.subscriptions = append(n.waiter.subscriptions, s.rcl)
		return nil
	})
	if err != nil {
		s.in.close()
		return nil, err
	}
	return s, nil
}

func (s *subscriber) take(r *rclgo.Subscription) {
	data, info, err := r.TakeSerializedMessage()
	if err != nil {
		return // a wake-up for another reader, or the message has expired
	}
	a := arrival{data: data}
	if info != nil && info.SourceTimestamp.UnixNano() > 0 {
		a.sent = info.SourceTimestamp
	}
	s.in.put(a)
}

// Publishers is the number of writers matched now.
func (s *subscriber) Publishers() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0
	}
	count, err := s.rcl.GetPublisherCount()
	if err != nil {
		return 0
	}
	return count
}

// Close returns when the last callback has; a callback must not call it.
func (s *subscriber) Close() error {
	s.once.Do(func() {
		s.mu.Lock()
		s.closed = true
		s.mu.Unlock()
		w := s.node.waiter
		s.err = w.remove(func() { w.subscriptions = without(w.subscriptions, s.rcl) }, s.rcl.Close)
		s.in.close()
	})
	return s.err
}
