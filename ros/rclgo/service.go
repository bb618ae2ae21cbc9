//go:build rclgo

package rclgo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tiiuae/rclgo/pkg/rclgo"
	"github.com/tiiuae/rclgo/pkg/rclgo/types"

	"gonao/ros"
	"gonao/ros/cdr"
)

// serviceDepth is how many requests or replies wait for their callback.
const serviceDepth = 100

// exact removes the bytes after the message: some middlewares report more bytes than they wrote when they serialize a
// struct.
func (b *backend) exact(typeName string, data []byte) []byte {
	m, err := b.types.Message(typeName)
	if err != nil {
		return data // an unknown type keeps its bytes
	}
	var r cdr.Reader
	if err := r.Open(data); err != nil {
		return data // the decoder will report it
	}
	m.UnmarshalCDR(&r)
	if r.Err() != nil {
		return data
	}
	return data[:len(data)-r.Remaining()]
}

// maxOpen is how many requests one endpoint keeps that have no reply yet; the oldest is
// forgotten beyond. Those for results of actions may wait for long.
const maxOpen = 1000

// server answers requests.
type server struct {
	node *node
	rcl  *rclgo.Service
	in   *mailbox[request]
	once sync.Once
	err  error

	open   sync.RWMutex // held while a reply is sent
	closed bool

	mu      sync.Mutex
	next    uint64
	waiting map[uint64]rclgo.ServiceResponseSender // by the handle of the request
}

// request waits for the server's callback.
type request struct {
	id   ros.RequestID
	data []byte
}

// Server offers a service.
func (n *node) Server(spec ros.ServiceSpec, handle func(ros.RequestID, []byte)) (ros.RawServer, error) {
	support, err := newServiceSupport(spec.RequestType, spec.ResponseType)
	if errors.Is(err, errNoSupport) {
		n.leaveOut("service", spec.Name, spec.RequestType, err)
		return absent{err}, nil
	}
	if err != nil {
		return nil, err
	}
	s := &server{node: n, waiting: map[uint64]rclgo.ServiceResponseSender{}}
	s.in = newMailbox(serviceDepth, func(q request) { handle(q.id, n.backend.exact(spec.RequestType, q.data)) })
	take := func(info *rclgo.ServiceInfo, got types.Message, sender rclgo.ServiceResponseSender) {
		m := got.(*message)
		if m.err != nil {
			n.log.Warn("request not understood", "service", spec.Name, "error", m.err)
			return
		}
		s.in.put(request{s.expect(info, sender), m.data})
	}
	err = n.waiter.add(func() error {
		if s.rcl, err = n.rcl.NewService(spec.Name, support, nil, take); err != nil {
			return fmt.Errorf("rcl service: %w", err)
		}
		n.waiter.services = append(n.waiter.services, s.rcl)
		return nil
	})
	if err != nil {
		s.in.close()
		return nil, err
	}
	return s, nil
}

// expect keeps the way back to the client of a request.
func (s *server) expect(info *rclgo.ServiceInfo, sender rclgo.ServiceResponseSender) ros.RequestID {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	s.waiting[s.next] = sender
	delete(s.waiting, s.next-maxOpen) // a refused request gets no reply
	return ros.RequestID{Sequence: info.RequestID.SequenceNumber, Handle: s.next}
}

// Reply answers one request.
func (s *server) Reply(id ros.RequestID, response []byte) error {
	s.open.RLock()
	defer s.open.RUnlock()
	s.mu.Lock()
	sender := s.waiting[id.Handle]
	delete(s.waiting, id.Handle)
	s.mu.Unlock()
	switch {
	case s.closed:
		return errClosed
	case sender == nil:
		return errForgotten
	}
	m := &message{data: response}
	if err := sender.SendResponse(m); err != nil {
		return fmt.Errorf("rcl reply: %w", err)
	}
	return m.err
}

var errForgotten = fmt.Errorf("answered already, or %d later requests are waiting too", maxOpen)

// Close returns when the last callback has; a callback must not call it.
func (s *server) Close() error {
	s.once.Do(func() {
		s.in.close()
		s.open.Lock()
		defer s.open.Unlock()
		s.closed = true
		w := s.node.waiter
		s.err = w.remove(func() { w.services = without(w.services, s.rcl) }, s.rcl.Close)
	})
	return s.err
}

// client is a client of a service.
type client struct {
	node    *node
	spec    ros.ServiceSpec
	rcl     *rclgo.Client
	in      *mailbox[reply]
	ctx     context.Context // ends with the client
	cancel  context.CancelFunc
	asking  sync.WaitGroup
	closing sync.RWMutex // held while rcl checks for the server
	once    sync.Once
	err     error

	mu       sync.Mutex
	closed   bool
	sequence int64
	open     map[int64]context.CancelFunc // requests without a reply
}

// reply waits for the client's callback.
type reply struct {
	sequence int64
	data     []byte
}

// Client creates a client of a service.
func (n *node) Client(spec ros.ServiceSpec, deliver func(int64, []byte)) (ros.RawClient, error) {
	support, err := newServiceSupport(spec.RequestType, spec.ResponseType)
	if errors.Is(err, errNoSupport) {
		n.leaveOut("service", spec.Name, spec.RequestType, err)
		return absent{err}, nil
	}
	if err != nil {
		return nil, err
	}
	c := &client{node: n, spec: spec, open: map[int64]context.CancelFunc{}}
	c.in = newMailbox(serviceDepth, func(r reply) { deliver(r.sequence, n.backend.exact(spec.ResponseType, r.data)) })
	c.ctx, c.cancel = context.WithCancel(context.Background())
	err = n.waiter.add(func() error {
		if c.rcl, err = n.rcl.NewClient(spec.Name, support, nil); err != nil {
			return fmt.Errorf("rcl client: %w", err)
		}
		n.waiter.clients = append(n.waiter.clients, c.rcl)
		return nil
	})
	if err != nil {
		c.cancel()
		c.in.close()
		return nil, err
	}
	return c, nil
}

// Request sends one request. rclgo's Send returns with the reply, so it has a goroutine
// for each question that is open.
func (c *client) Request(request []byte, expect func(int64)) error {
	m := &message{data: slices.Clone(request)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return errClosed
	}
	c.sequence++
	sequence := c.sequence
	ctx, forget := context.WithCancel(c.ctx)
	if oldest, there := c.open[sequence-maxOpen]; there {
		oldest() // a given-up request is not reported
	}
	c.open[sequence] = forget
	expect(sequence)
	c.asking.Go(func() {
		defer c.settle(sequence)
		c.ask(ctx, sequence, m)
	})
	return nil
}

func (c *client) settle(sequence int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[sequence]()
	delete(c.open, sequence)
}

// ask blocks until the reply arrives or ctx ends.
func (c *client) ask(ctx context.Context, sequence int64, m *message) {
	got, _, err := c.rcl.Send(ctx, m)
	if err = errors.Join(err, m.err); err != nil {
		if ctx.Err() == nil {
			c.node.log.Warn("request not sent", "service", c.spec.Name, "error", err)
		}
		return
	}
	answer := got.(*message)
	if answer.err != nil {
		c.node.log.Warn("reply not understood", "service", c.spec.Name, "error", answer.err)
		return
	}
	c.in.put(reply{sequence, answer.data})
}

// ID is not known: rclgo keeps it.
func (c *client) ID() uint64 { return 0 }

// Ready reports whether a server is there to answer.
func (c *client) Ready() bool {
	c.closing.RLock()
	defer c.closing.RUnlock()
	c.node.open.RLock()
	defer c.node.open.RUnlock()
	return c.ctx.Err() == nil && !c.node.closed && available(c.node.rcl, c.rcl)
}

// Close returns when the last callback has; a callback must not call it.
func (c *client) Close() error {
	c.once.Do(func() {
		c.mu.Lock()
		c.closed = true
		c.mu.Unlock()
		c.cancel()
		c.asking.Wait()
		c.closing.Lock()
		defer c.closing.Unlock()
		w := c.node.waiter
		c.err = w.remove(func() { w.clients = without(w.clients, c.rcl) }, c.rcl.Close)
		c.in.close()
	})
	return c.err
}
