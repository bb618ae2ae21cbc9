package ros

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gonao/ros/cdr"
)

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

// Call sends a request and waits for its reply until ctx ends; a reply that comes
// later is dropped. It does not wait for a server: WaitForServer does.
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

// RawServiceClient calls a service with messages that the caller encodes and decodes
// itself.
type RawServiceClient struct{ *caller }

// NewRawClient makes a client of a service of a type known at run time.
func NewRawClient(n *Node, name string, t cdr.ServiceType) (*RawServiceClient, error) {
	full, err := n.resolve(name)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	c, err := newCaller(n, serviceSpec(full, t))
	return &RawServiceClient{c}, err
}

// Call sends a request and waits for its reply until ctx ends. Both have the 4-byte
// encapsulation header.
func (c *RawServiceClient) Call(ctx context.Context, request []byte) ([]byte, error) {
	return c.call(ctx, request)
}

// caller finds the request that a reply belongs to.
type caller struct {
	node *Node
	spec ServiceSpec
	name string
	raw  RawClient

	mu      sync.Mutex
	pending map[int64]chan []byte
}

func newCaller(n *Node, spec ServiceSpec) (*caller, error) {
	c, err := openCaller(n, spec)
	if err != nil {
		return nil, err
	}
	return c, n.own(c.raw)
}

// openCaller makes a caller that whoever asked for it closes.
func openCaller(n *Node, spec ServiceSpec) (*caller, error) {
	c := &caller{node: n, spec: spec, name: spec.Name, pending: map[int64]chan []byte{}}
	var err error
	c.raw, err = n.handle.Client(spec, c.reply)
	if err != nil {
		return nil, fmt.Errorf("client %s: %w", spec.Name, err)
	}
	return c, nil
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
	case <-c.node.ctx.Done():
		return nil, fmt.Errorf("call %s: node %s has ended: %w", c.name, c.node.FullName(), context.Cause(c.node.ctx))
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

// Ready tells whether a server is there now.
func (c *caller) Ready() bool { return c.raw.Ready() }

// WaitForServer returns once a server is there, or with an error when ctx ends.
func (c *caller) WaitForServer(ctx context.Context) error {
	return c.node.waitUntil(ctx, c.name, c.raw.Ready, func() string { return c.otherType() })
}

// Close ends the client; the node's Close does it too.
func (c *caller) Close() error { return c.raw.Close() }

// otherType tells of a server of the name that speaks another type.
func (c *caller) otherType() string {
	g, err := c.node.Graph()
	if err != nil {
		return ""
	}
	want := strings.TrimSuffix(c.spec.RequestType, "_Request")
	for _, s := range g.Services {
		if s.Name == c.name && s.Publishers > 0 && !slices.Contains(s.Types, want) {
			return fmt.Sprintf(" of type %s, but one of %s", want, strings.Join(s.Types, ", "))
		}
	}
	return ""
}

// waitUntil returns once ready is true, which it looks at when the graph changes and
// every now and then. hint (may be nil) adds to the error what was there instead.
func (n *Node) waitUntil(ctx context.Context, name string, ready func() bool, hint func() string) error {
	if ready() {
		return nil
	}
	const pause = 20 * time.Millisecond // endpoints match a little after they are discovered
	tick := time.NewTicker(pause)
	defer tick.Stop()
	changed := make(chan struct{}, 1)
	defer n.backend.NotifyGraph(changed)()
	for !ready() {
		select {
		case <-changed:
		case <-tick.C:
		case <-n.ctx.Done():
			return fmt.Errorf("%s: node %s has ended: %w", name, n.FullName(), context.Cause(n.ctx))
		case <-ctx.Done():
			more := ""
			if hint != nil {
				more = hint()
			}
			return fmt.Errorf("%s: %w%s: %w", name, errNoServer, more, context.Cause(ctx))
		}
	}
	return nil
}
