package ros

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	servicemsgs "gonao/msgs/service_msgs"
	"gonao/ros/cdr"
)

// Client calls a service.
type Client[Q, A any] struct{ *caller }

// NewClient returns a client of a service. The server need not exist yet.
func NewClient[Q, A any, PQ Request[Q], PA Message[A]](n *Node, name string) (*Client[Q, A], error) {
	c := &Client[Q, A]{}
	return c, c.OpenPort(n, name)
}

// OpenPort creates the client, see [Open]; it accepts no options.
func (c *Client[Q, A]) OpenPort(n *Node, name string, _ ...Option) error {
	request, err := as[interface{ ServiceType() cdr.ServiceType }](new(Q))
	if err == nil {
		_, err = as[cdr.Message](new(A))
	}
	if err != nil {
		return fmt.Errorf("client %s: %w", name, err)
	}
	full, err := n.resolve(name)
	if err != nil {
		return fmt.Errorf("client: %w", err)
	}
	c.caller, err = newServiceCaller(n, full, request.ServiceType())
	return err
}

// Call sends a request and blocks until its reply arrives or ctx ends; a later reply is dropped. It does not wait for a
// server: see WaitForServer.
func (c *Client[Q, A]) Call(ctx context.Context, request Q) (A, error) {
	var answer, none A
	data, err := cdr.Encode(nil, any(&request).(cdr.Message))
	if err != nil {
		return none, fmt.Errorf("call %s: %w", c.name, err)
	}
	reply, err := c.call(ctx, data)
	if err != nil {
		return none, err
	}
	if err := cdr.Unmarshal(reply, any(&answer).(cdr.Message)); err != nil {
		return none, fmt.Errorf("call %s: %w", c.name, err)
	}
	return answer, nil
}

// Call sends one request to a service with a client of its own. It waits for a server and for the reply until ctx ends.
func Call[Q, A any, PQ Request[Q], PA Message[A]](ctx context.Context, n *Node, name string, request Q) (answer A, err error) {
	c, err := NewClient[Q, A, PQ, PA](n, name)
	if err != nil {
		return answer, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.WaitForServer(ctx); err != nil {
		return answer, err
	}
	return c.Call(ctx, request)
}

// RawServiceClient calls a service with messages that the caller encodes and decodes
// itself.
type RawServiceClient struct{ *caller }

// NewRawClient returns a client of a service of a type known at run time.
func NewRawClient(n *Node, name string, t cdr.ServiceType) (*RawServiceClient, error) {
	full, err := n.resolve(name)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	c, err := newServiceCaller(n, full, t)
	return &RawServiceClient{c}, err
}

// Call sends a request and blocks until its reply arrives or ctx ends. Both have the 4-byte encapsulation header.
func (c *RawServiceClient) Call(ctx context.Context, request []byte) ([]byte, error) {
	return c.call(ctx, request)
}

// caller matches replies with requests.
type caller struct {
	node *Node
	spec ServiceSpec
	name string
	raw  RawClient

	events *serviceEvents // nil for the services of actions, which publish no events

	mu      sync.Mutex
	pending map[int64]chan []byte
}

// newServiceCaller returns the caller of a service that is not part of an action.
func newServiceCaller(n *Node, name string, t cdr.ServiceType) (*caller, error) {
	c, err := newCaller(n, serviceSpec(name, t))
	if err != nil {
		return nil, err
	}
	if c.events, err = n.introspect(name, t); err != nil {
		return nil, errors.Join(fmt.Errorf("client: %w", err), c.Close())
	}
	return c, nil
}

func newCaller(n *Node, spec ServiceSpec) (*caller, error) {
	c, err := openCaller(n, spec)
	if err != nil {
		return nil, err
	}
	return c, n.own(c.raw)
}

// openCaller returns a caller, which must be closed.
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
	c.event(servicemsgs.ServiceEventInfoResponseReceived, sequence, data)
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

// send sends a request. answer, which must have room, receives the reply unless forget is called before.
func (c *caller) send(request []byte, answer chan []byte) (forget func(), err error) {
	var sequence int64
	err = c.raw.Request(request, func(s int64) {
		sequence = s
		c.mu.Lock()
		c.pending[s] = answer
		c.mu.Unlock()
		c.event(servicemsgs.ServiceEventInfoRequestSent, s, request)
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

// event publishes an event of a call, where the client has introspection.
func (c *caller) event(kind uint8, sequence int64, data []byte) {
	if c.events != nil {
		c.events.publish(kind, c.raw.ID(), sequence, data)
	}
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

// repeatEvery is the period of repeating a request that may be repeated: the server may have been restarted while DDS
// still kept the old one, whose lease lasts 10 s.
const repeatEvery = time.Second

// callAgain repeats a request until the first answer. check (may be nil) is called before each repetition; its error ends
// the call.
func (c *caller) callAgain(ctx context.Context, request []byte, check func() error) ([]byte, error) {
	answer := make(chan []byte, 1)
	again := time.NewTicker(repeatEvery)
	defer again.Stop()
	for {
		forget, err := c.send(request, answer)
		if err != nil {
			return nil, err
		}
		defer forget() // all requests stay open until one is answered
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
			case data := <-answer: // the answer came while check failed
				return data, nil
			default:
				return nil, fmt.Errorf("call %s: %w", c.name, err)
			}
		}
	}
}

var errNoServer = errors.New("no server")

// Ready reports whether a server is there now.
func (c *caller) Ready() bool { return c.raw.Ready() }

// WaitForServer blocks until a server is there. It returns an error if ctx ends before, and at once if the backend cannot
// use the service's type.
func (c *caller) WaitForServer(ctx context.Context) error {
	if err := c.neverReady(); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return c.node.waitUntil(ctx, c.name, c.raw.Ready, func() string { return c.otherType() })
}

// neverReady returns why the backend left the client out, or nil.
func (c *caller) neverReady() error {
	if left, ok := c.raw.(interface{ NeverReady() error }); ok {
		return left.NeverReady()
	}
	return nil
}

// Close closes the client. The node's Close does so too.
func (c *caller) Close() error {
	c.node.disown(c.raw)
	err := c.raw.Close()
	if c.events != nil {
		err = errors.Join(err, c.events.Close())
	}
	return err
}

// otherType returns a hint about a server of that name with another type.
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

// waitUntil blocks until ready returns true. It checks when the graph changes and at intervals. hint (may be nil) returns
// a text that is added to the error.
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
