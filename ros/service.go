package ros

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"

	servicemsgs "gonao/msgs/service_msgs"
	"gonao/ros/cdr"
)

// Request is a pointer to the generated request struct of a service.
type Request[Q any] interface {
	Message[Q]
	ServiceType() cdr.ServiceType
}

// Server answers the requests of a service until it is closed.
type Server struct {
	node    *Node
	name    string
	own     bool // not one of the standard parts of every node
	raw     RawServer
	events  *serviceEvents
	ready   chan struct{} // closed once raw is set
	running sync.WaitGroup
}

// Close removes the service and waits for its handlers, so a handler must not call it. The node's Close does so too.
func (s *Server) Close() error {
	err := s.raw.Close()
	s.running.Wait()
	return errors.Join(err, s.events.Close())
}

// drain waits for concurrent handlers. The context has ended.
func (s *Server) drain() { s.running.Wait() }

// Concurrent makes a service answer each request in a goroutine of its own, so that a slow one does not delay the others.
// Replies may then arrive in another order.
func Concurrent() Option { return func(o *endpointOptions) { o.concurrent = true } }

// Serve offers a service. Requests are answered one after the other, unless Concurrent is given. If handle returns an
// error or panics, the request gets no reply and the error is logged; errors that are part of the service belong in the
// response. ctx ends with the node.
//
// A service queues 1000 requests, and a client 1000 replies to any client. In ROS 2, and over rclgo, the queues hold ten:
// if many clients call at once, some get no answer and must call again.
func Serve[Q, A any, PQ Request[Q], PA Message[A]](
	n *Node, name string, handle func(ctx context.Context, request Q) (A, error), opts ...Option,
) (*Server, error) {
	s := Service[Q, A]{handle: handle, opts: opts}
	err := s.OpenPort(n, name)
	return s.Server, err
}

// Outcome returns a handler for a service whose response has the fields success and message. The handler sets success if
// f returns no error; otherwise the message is the text of the error.
func Outcome[Q, A any](f func(ctx context.Context, request Q) (A, error)) func(ctx context.Context, request Q) (A, error) {
	return func(ctx context.Context, request Q) (A, error) {
		answer, err := f(ctx, request)
		fields := reflect.ValueOf(&answer).Elem()
		fields.FieldByName("Success").SetBool(err == nil)
		if err != nil {
			fields.FieldByName("Message").SetString(err.Error())
		}
		return answer, nil
	}
}

// ServeRaw offers a service whose messages the caller decodes and encodes itself; both have the 4-byte encapsulation
// header. handle owns the request.
func ServeRaw(
	n *Node, name string, t cdr.ServiceType, handle func(ctx context.Context, request []byte) ([]byte, error), opts ...Option,
) (*Server, error) {
	return serve(n, name, t, opts, func(data []byte) (answerer, error) {
		request := slices.Clone(data)
		return func(ctx context.Context) ([]byte, error) {
			reply, err := handle(ctx, request)
			if err == nil && len(reply) < cdr.HeaderSize {
				err = fmt.Errorf("reply of %d bytes: %w", len(reply), cdr.ErrShort)
			}
			return reply, err
		}, nil
	})
}

// answerer returns the reply to a decoded request.
type answerer func(ctx context.Context) ([]byte, error)

func serve(n *Node, name string, t cdr.ServiceType, opts []Option, decode func(data []byte) (answerer, error)) (*Server, error) {
	full, err := n.resolve(name)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	s := &Server{node: n, name: full, own: n.standard, ready: make(chan struct{})}
	if s.events, err = n.introspect(full, t); err != nil {
		return nil, fmt.Errorf("serve %s: %w", full, err)
	}
	concurrent := applyOptions(opts).concurrent
	s.raw, err = n.handle.Server(serviceSpec(full, t), func(id RequestID, data []byte) {
		<-s.ready
		s.events.publish(servicemsgs.ServiceEventInfoRequestReceived, id.Client, id.Sequence, data)
		answer, err := decode(data)
		if err != nil {
			n.Log.Warn("request cannot be decoded", "service", full, "error", err)
			return
		}
		if !concurrent {
			s.answer(id, answer)
			return
		}
		s.running.Go(func() { s.answer(id, answer) })
	})
	close(s.ready)
	if err != nil {
		return nil, fmt.Errorf("serve %s: %w", full, errors.Join(err, s.events.Close()))
	}
	return s, n.own(s)
}

// answer replies to one request, or logs why not.
func (s *Server) answer(id RequestID, answer answerer) {
	var reply []byte
	err := guard(func() (err error) {
		reply, err = answer(s.node.ctx)
		return err
	})
	if err == nil {
		s.events.publish(servicemsgs.ServiceEventInfoResponseSent, id.Client, id.Sequence, reply)
		err = s.raw.Reply(id, reply)
	}
	if err == nil && s.own {
		s.node.work()
	}
	var p *panicError
	switch {
	case errors.As(err, &p):
		s.node.Log.Error("request not answered: the handler panicked", "service", s.name, "panic", p.value, "stack", p.stack)
	case err != nil:
		s.node.Log.Warn("request not answered", "service", s.name, "error", err)
	}
}

// panicError is a handler's panic.
type panicError struct {
	value any
	stack string
}

func (p *panicError) Error() string { return fmt.Sprint("panic: ", p.value) }

// guard returns a panic of call as an error, so that one request does not end the process.
func guard(call func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{value: v, stack: string(debug.Stack())}
		}
	}()
	return call()
}

func serviceSpec(name string, t cdr.ServiceType) ServiceSpec {
	return ServiceSpec{
		Name:        name,
		RequestType: t.Request.Name, ResponseType: t.Response.Name,
		RequestHash: t.Request.Hash, ResponseHash: t.Response.Hash,
	}
}
