package ros

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"gonao/ros/cdr"
)

// Request is a pointer to the generated request struct of a service.
type Request[Q any] interface {
	Message[Q]
	ServiceType() cdr.ServiceType
}

// Server answers the requests of a service until it is closed.
type Server struct {
	raw RawServer
}

// Close withdraws the service; the node's Close does it too.
func (s *Server) Close() error { return s.raw.Close() }

// Serve offers a service. Requests are answered one after the other; one that
// handle refuses with an error gets no reply, and the error is logged: answers
// that are part of the service belong in the response.
func Serve[Q, A any, PQ Request[Q], PA Message[A]](
	n *Node, name string, handle func(ctx context.Context, request Q) (A, error),
) (*Server, error) {
	var zero Q
	full, err := n.resolve(name)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	s := &Server{}
	ready := make(chan struct{}) // closed once s.raw is set
	s.raw, err = n.handle.Server(serviceSpec(full, PQ(&zero).ServiceType()), func(id RequestID, data []byte) {
		<-ready
		var request Q
		if err := cdr.Unmarshal(data, PQ(&request)); err != nil {
			n.Log.Warn("request cannot be decoded", "service", full, "error", err)
			return
		}
		answer, err := handle(n.ctx, request)
		if err == nil {
			var reply []byte
			if reply, err = cdr.Encode(nil, PA(&answer)); err == nil {
				err = s.raw.Reply(id, reply)
			}
		}
		if err != nil {
			n.Log.Warn("request not answered", "service", full, "error", err)
		}
	})
	close(ready)
	if err != nil {
		return nil, fmt.Errorf("serve %s: %w", full, err)
	}
	return s, n.own(s)
}

func serviceSpec(name string, t cdr.ServiceType) ServiceSpec {
	return ServiceSpec{
		Name:        name,
		RequestType: t.Request.Name, ResponseType: t.Response.Name,
		RequestHash: t.Request.Hash, ResponseHash: t.Response.Hash,
	}
}

// Client calls a service.
type Client[Q, A any] struct {
	*caller
	encode func(Q) ([]byte, error)
	decode func([]byte) (A, error)
}

// NewClient makes a client of a service, whether it is there yet or not.
func NewClient[Q, A any, PQ Request[Q], PA Message[A]](n *Node, name string) (*Client[Q, A], error) {
	var zero Q
	full, err := n.resolve(name)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	c := &Client[Q, A]{
		encode: func(q Q) ([]byte, error) { return cdr.Encode(nil, PQ(&q)) },
		decode: func(data []byte) (a A, err error) { return a, cdr.Unmarshal(data, PA(&a)) },
	}
	c.caller, err = newCaller(n, serviceSpec(full, PQ(&zero).ServiceType()))
	return c, err
}

// Call sends a request and waits for its reply until ctx ends.
func (c *Client[Q, A]) Call(ctx context.Context, request Q) (A, error) {
	var none A
	data, err := c.encode(request)
	if err != nil {
		return none, fmt.Errorf("call %s: %w", c.name, err)
	}
	reply, err := c.call(ctx, data)
	if err != nil {
		return none, err
	}
	answer, err := c.decode(reply)
	if err != nil {
		return none, fmt.Errorf("call %s: %w", c.name, err)
	}
	return answer, nil
}

// WaitForServer returns once a server is there, or with an error when ctx ends.
func (c *Client[Q, A]) WaitForServer(ctx context.Context) error {
	return waitUntil(ctx, c.name, c.raw.Ready)
}

// caller finds the request that a reply belongs to.
type caller struct {
	name string
	raw  RawClient

	mu      sync.Mutex
	pending map[int64]chan []byte
}

func newCaller(n *Node, spec ServiceSpec) (*caller, error) {
	c := &caller{name: spec.Name, pending: map[int64]chan []byte{}}
	var err error
	c.raw, err = n.handle.Client(spec, c.reply)
	if err != nil {
		return nil, fmt.Errorf("client %s: %w", spec.Name, err)
	}
	return c, n.own(c.raw)
}

func (c *caller) reply(sequence int64, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if answer := c.pending[sequence]; answer != nil {
		select {
		case answer <- slices.Clone(data):
		default: // an earlier request of the same caller was answered first
		}
		delete(c.pending, sequence)
	}
}

// send sends a request; answer, which needs room for it, gets the reply unless
// forget is called before.
func (c *caller) send(request []byte, answer chan []byte) (forget func(), err error) {
	var sequence int64
	err = c.raw.Request(request, func(s int64) {
		sequence = s
		c.mu.Lock()
		defer c.mu.Unlock()
		c.pending[s] = answer
	})
	forget = func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.pending, sequence)
	}
	if err != nil {
		forget()
		return nil, fmt.Errorf("call %s: %w", c.name, err)
	}
	return forget, nil
}

func (c *caller) call(ctx context.Context, request []byte) ([]byte, error) {
	answer := make(chan []byte, 1)
	forget, err := c.send(request, answer)
	if err != nil {
		return nil, err
	}
	defer forget()
	select {
	case data := <-answer:
		return data, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("call %s: no answer: %w", c.name, context.Cause(ctx))
	}
}

// askAgain is how often a question that may be repeated is repeated: the server
// may have died and come back while DDS still believed in the old one, whose lease
// lasts 10 s.
const askAgain = time.Second

// callAgain asks until the first answer. check (may be nil) is called before each
// repetition and ends it with its error.
func (c *caller) callAgain(ctx context.Context, request []byte, check func() error) ([]byte, error) {
	answer := make(chan []byte, 1)
	again := time.NewTicker(askAgain)
	defer again.Stop()
	for {
		forget, err := c.send(request, answer)
		if err != nil {
			return nil, err
		}
		defer forget() // all questions stay open until one is answered
		select {
		case data := <-answer:
			return data, nil
		case <-ctx.Done():
			return nil, fmt.Errorf("call %s: no answer: %w", c.name, context.Cause(ctx))
		case <-again.C:
		}
		if check == nil {
			continue
		}
		if err := check(); err != nil {
			select {
			case data := <-answer: // its last word
				return data, nil
			default:
				return nil, fmt.Errorf("call %s: %w", c.name, err)
			}
		}
	}
}

var errNoServer = errors.New("no server")

// waitUntil looks a hundred times a second whether ready is true.
func waitUntil(ctx context.Context, name string, ready func() bool) error {
	const pause = 10 * time.Millisecond
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for !ready() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%s: %w: %w", name, errNoServer, context.Cause(ctx))
		}
	}
	return nil
}
