//go:build rclgo

package rclgo

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/tiiuae/rclgo/pkg/rclgo"

	"gonao/ros"
)

// node is a node of rcl.
type node struct {
	backend *backend
	rcl     *rclgo.Node
	waiter  *waiter
	once    sync.Once
	err     error
}

// Close removes the node with its endpoints.
func (n *node) Close() error {
	n.once.Do(func() {
		n.waiter.close()
		n.err = n.rcl.Close()
		n.backend.mu.Lock()
		defer n.backend.mu.Unlock()
		n.backend.nodes = without(n.backend.nodes, n)
	})
	return n.err
}

// profile is a QoS as rcl has it.
func profile(q ros.QoS) rclgo.QosProfile {
	p := rclgo.NewDefaultQosProfile()
	p.Depth = max(q.Depth, 1)
	if q.KeepAll {
		p.History = rclgo.HistoryKeepAll
	}
	if !q.Reliable {
		p.Reliability = rclgo.ReliabilityBestEffort
	}
	p.Durability = rclgo.DurabilityVolatile
	if q.TransientLocal {
		p.Durability = rclgo.DurabilityTransientLocal
	}
	p.Deadline, p.Lifespan = q.Deadline, q.Lifespan
	p.Liveliness, p.LivelinessLeaseDuration = rclgo.LivelinessAutomatic, q.Lease
	if q.ManualLiveliness {
		p.Liveliness = rclgo.LivelinessManualByTopic
	}
	return p
}

// qosOf is rcl's QoS as ours; a duration of more than a century is none.
func qosOf(p rclgo.QosProfile) ros.QoS {
	const infinite = 100 * 365 * 24 * time.Hour
	finite := func(d time.Duration) time.Duration {
		if d < 0 || d > infinite {
			return 0
		}
		return d
	}
	return ros.QoS{
		Reliable:         p.Reliability == rclgo.ReliabilityReliable,
		TransientLocal:   p.Durability == rclgo.DurabilityTransientLocal,
		KeepAll:          p.History == rclgo.HistoryKeepAll,
		Depth:            p.Depth,
		Deadline:         finite(p.Deadline),
		Lifespan:         finite(p.Lifespan),
		ManualLiveliness: p.Liveliness == rclgo.LivelinessManualByTopic,
		Lease:            finite(p.LivelinessLeaseDuration),
	}
}

// leaveOut says that an endpoint cannot be, for lack of its type's library.
func leaveOut(what, name, typ string, err error) {
	slog.Warn("left out: the type support is not installed", what, name, "type", typ, "error", err)
}

// publisher sends serialized messages. A best-effort one sends at once; a reliable one
// may have to wait for a slow reader, so it sends from a goroutine of its own.
type publisher struct {
	rcl *rclgo.Publisher
	out *mailbox // nil: send at once

	mu     sync.Mutex
	closed bool
	spare  [][]byte // buffers to use again
	failed error    // of a message sent later
}

// sendQueue is how many messages wait for a slow reader before new ones are dropped.
const sendQueue = 64

// Publisher announces a topic.
func (n *node) Publisher(s ros.TopicSpec) (ros.RawPublisher, error) {
	support, err := newBytesSupport(s.Type)
	if errors.Is(err, errNoSupport) {
		leaveOut("topic", s.Name, s.Type, err)
		return absent{}, nil
	}
	if err != nil {
		return nil, err
	}
	rcl, err := n.rcl.NewPublisher(s.Name, support, &rclgo.PublisherOptions{Qos: profile(s.QoS)})
	if err != nil {
		return nil, fmt.Errorf("rcl publisher: %w", err)
	}
	p := &publisher{rcl: rcl}
	if s.QoS.Reliable {
		p.out = newMailbox(max(sendQueue, s.QoS.Depth))
	}
	return p, nil
}

// Publish sends one message.
func (p *publisher) Publish(data []byte) error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return errClosed
	}
	if err := p.failed; err != nil {
		p.failed = nil
		p.mu.Unlock()
		return err
	}
	if p.out == nil {
		defer p.mu.Unlock()
		return p.send(data)
	}
	var kept []byte
	if last := len(p.spare) - 1; last >= 0 {
		kept, p.spare = p.spare[last], p.spare[:last]
	}
	kept = append(kept[:0], data...)
	p.mu.Unlock()
	if !p.out.offer(func() { p.sendLater(kept) }) {
		return ros.ErrWouldBlock
	}
	return nil
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
	p.spare = append(p.spare, data)
	if err != nil {
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
	count, err := p.rcl.GetSubscriptionCount()
	if err != nil {
		return 0
	}
	return count
}

// Close withdraws the publisher.
func (p *publisher) Close() error {
	p.mu.Lock()
	was := p.closed
	p.closed = true
	p.mu.Unlock()
	if was {
		return nil
	}
	if p.out != nil {
		p.out.close()
	}
	return p.rcl.Close()
}

var errClosed = errors.New("closed")

// subscriber takes serialized messages.
type subscriber struct {
	node *node
	rcl  *rclgo.Subscription
	in   *mailbox
	once sync.Once
	err  error

	mu     sync.Mutex
	closed bool
}

// Subscriber receives a topic.
func (n *node) Subscriber(spec ros.TopicSpec, deliver func([]byte)) (ros.RawSubscriber, error) {
	support, err := newBytesSupport(spec.Type)
	if errors.Is(err, errNoSupport) {
		leaveOut("topic", spec.Name, spec.Type, err)
		return absent{}, nil
	}
	if err != nil {
		return nil, err
	}
	depth := max(spec.QoS.Depth, 1)
	if spec.QoS.KeepAll {
		depth = 0
	}
	s := &subscriber{node: n, in: newMailbox(depth)}
	err = n.waiter.change(func() error {
		s.rcl, err = n.rcl.NewSubscription(spec.Name, support, &rclgo.SubscriptionOptions{Qos: profile(spec.QoS)},
			func(r *rclgo.Subscription) {
				data, _, err := r.TakeSerializedMessage()
				if err != nil {
					return // somebody else's wake, or the message has expired
				}
				s.in.put(func() { deliver(data) })
			})
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
		s.err = s.node.waiter.change(func() error {
			s.node.waiter.subscriptions = without(s.node.waiter.subscriptions, s.rcl)
			return s.rcl.Close()
		})
		s.in.close()
	})
	return s.err
}

// absent stands for an endpoint whose type is not installed.
type absent struct{}

func (absent) Publish([]byte) error              { return nil }
func (absent) Subscribers() int                  { return 0 }
func (absent) Publishers() int                   { return 0 }
func (absent) Reply(ros.RequestID, []byte) error { return errNoSupport }
func (absent) Request([]byte, func(int64)) error { return errNoSupport }
func (absent) Ready() bool                       { return false }
func (absent) Close() error                      { return nil }
