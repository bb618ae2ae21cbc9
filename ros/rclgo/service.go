//go:build rclgo

package rclgo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/tiiuae/rclgo/pkg/rclgo"
	"github.com/tiiuae/rclgo/pkg/rclgo/types"

	"gonao/ros"
	"gonao/ros/cdr"
)

// serviceDepth is how many requests or replies wait for their callback.
const serviceDepth = 100

// exact cuts what follows the message: some middlewares tell more bytes than they have
// written when they turn a struct into bytes.
func (b *backend) exact(typeName string, data []byte) []byte {
	m, err := b.types.Message(typeName)
	if err != nil {
		return data // a type that we do not know keeps its bytes
	}
	var r cdr.Reader
	if err := r.Open(data); err != nil {
		return data // whoever decodes it will say so
	}
	m.UnmarshalCDR(&r)
	if r.Err() != nil {
		return data
	}
	return data[:len(data)-r.Remaining()]
}

// server answers requests.
type server struct {
	node *node
	rcl  *rclgo.Service
	in   *mailbox
	once sync.Once
	err  error

	mu      sync.Mutex
	next    uint64
	waiting map[uint64]rclgo.ServiceResponseSender // by the handle of the request
}

// Server offers a service.
func (n *node) Server(spec ros.ServiceSpec, handle func(ros.RequestID, []byte)) (ros.RawServer, error) {
	support, err := newServiceSupport(spec.RequestType, spec.ResponseType)
	if errors.Is(err, errNoSupport) {
		leaveOut("service", spec.Name, spec.RequestType, err)
		return absent{}, nil
	}
	if err != nil {
		return nil, err
	}
	s := &server{node: n, in: newMailbox(serviceDepth), waiting: map[uint64]rclgo.ServiceResponseSender{}}
	take := func(info *rclgo.ServiceInfo, request types.Message, sender rclgo.ServiceResponseSender) {
		m := request.(*message)
		if m.err != nil {
			slog.Warn("request not understood", "service", spec.Name, "error", m.err)
			return
		}
		id := s.expect(info, sender)
		s.in.put(func() { handle(id, n.backend.exact(spec.RequestType, m.data)) })
	}
	err = n.waiter.change(func() error {
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
	return ros.RequestID{Sequence: info.RequestID.SequenceNumber, Handle: s.next}
}

// Reply answers one request.
func (s *server) Reply(id ros.RequestID, response []byte) error {
	s.mu.Lock()
	sender, there := s.waiting[id.Handle]
	delete(s.waiting, id.Handle)
	s.mu.Unlock()
	if !there {
		return errClosed
	}
	m := &message{data: response}
	if err := sender.SendResponse(m); err != nil {
		return fmt.Errorf("rcl reply: %w", err)
	}
	return m.err
}

// Close returns when the last callback has; a callback must not call it.
func (s *server) Close() error {
	s.once.Do(func() {
		s.in.close()
		s.mu.Lock()
		clear(s.waiting)
		s.mu.Unlock()
		s.err = s.node.waiter.change(func() error {
			s.node.waiter.services = without(s.node.waiter.services, s.rcl)
			return s.rcl.Close()
		})
	})
	return s.err
}

// client asks.
type client struct {
	node     *node
	spec     ros.ServiceSpec
	rcl      *rclgo.Client
	in       *mailbox
	deliver  func(int64, []byte)
	sequence atomic.Int64
	ctx      context.Context // ends with the client
	cancel   context.CancelFunc
	asking   sync.WaitGroup
	once     sync.Once
	err      error
}

// Client asks a service.
func (n *node) Client(spec ros.ServiceSpec, deliver func(int64, []byte)) (ros.RawClient, error) {
	support, err := newServiceSupport(spec.RequestType, spec.ResponseType)
	if errors.Is(err, errNoSupport) {
		leaveOut("service", spec.Name, spec.RequestType, err)
		return absent{}, nil
	}
	if err != nil {
		return nil, err
	}
	c := &client{node: n, spec: spec, in: newMailbox(serviceDepth), deliver: deliver}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	err = n.waiter.change(func() error {
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
	if c.ctx.Err() != nil {
		return errClosed
	}
	sequence := c.sequence.Add(1)
	expect(sequence)
	m := &message{data: append([]byte(nil), request...)}
	c.asking.Go(func() {
		reply, _, err := c.rcl.Send(c.ctx, m)
		if err = errors.Join(err, m.err); err != nil {
			if c.ctx.Err() == nil {
				slog.Warn("request not sent", "service", c.spec.Name, "error", err)
			}
			return
		}
		answer := reply.(*message)
		if answer.err != nil {
			slog.Warn("reply not understood", "service", c.spec.Name, "error", answer.err)
			return
		}
		c.in.put(func() { c.deliver(sequence, c.node.backend.exact(c.spec.ResponseType, answer.data)) })
	})
	return nil
}

// Ready tells whether a server is there to answer.
func (c *client) Ready() bool { return c.ctx.Err() == nil && c.node.serves(c.spec.Name) }

// Close returns when the last callback has; a callback must not call it.
func (c *client) Close() error {
	c.once.Do(func() {
		c.cancel()
		c.asking.Wait()
		c.err = c.node.waiter.change(func() error {
			c.node.waiter.clients = without(c.node.waiter.clients, c.rcl)
			return c.rcl.Close()
		})
		c.in.close()
	})
	return c.err
}
