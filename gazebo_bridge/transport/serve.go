package transport

import (
	"context"
	"fmt"

	"gonao/gazebo_bridge/gzmsgs"
)

// Service answers calls of other processes.
type Service struct {
	node        *Node
	name        string
	requestType string
	answerType  string
	handle      Handler
	queue       chan request
	stop        context.CancelFunc
}

// Handler answers a request; ok is false when it could not be done. The context ends
// with the service.
type Handler func(ctx context.Context, request []byte) (answer []byte, ok bool)

// queued is the number of requests that may wait for a service; more are refused.
const queued = 100

// Serve serves a service: it answers the calls one after another on a goroutine of its own. A
// service is served at most once per node.
func (n *Node) Serve(service, requestType, answerType string, handle Handler) (*Service, error) {
	name, err := n.options.full(service)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closing.Err() != nil {
		return nil, ErrClosed
	}
	if n.services[name] != nil {
		return nil, fmt.Errorf("service %s: this node serves it already", service)
	}
	s := &Service{
		node: n, name: name, requestType: requestType, answerType: answerType, handle: handle,
		queue: make(chan request, queued),
	}
	ctx, stop := context.WithCancel(n.closing)
	s.stop = stop
	n.services[name] = s
	n.running.Go(func() { s.work(ctx) })
	n.announce(n.serviceBeacon, gzmsgs.Discovery_ADVERTISE, s.offer())
	return s, nil
}

func (s *Service) offer() *gzmsgs.Discovery_Publisher {
	n := s.node
	return &gzmsgs.Discovery_Publisher{
		Topic: s.name, Address: n.wire.replierAt, ProcessUuid: n.identity.process, NodeUuid: n.identity.node,
		Scope: gzmsgs.Discovery_Publisher_ALL,
		PubType: &gzmsgs.Discovery_Publisher_SrvPub{SrvPub: &gzmsgs.Discovery_Publisher_ServicePublisher{
			SocketId: n.identity.replier, RequestType: s.requestType, ResponseType: s.answerType,
		}},
	}
}

// work answers until ctx ends.
func (s *Service) work(ctx context.Context) {
	defer s.stop()
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-s.queue:
			data, ok := s.handle(ctx, r.data)
			if !ok && s.node.closing.Err() != nil {
				return // interrupted is not refused: the caller sees that the node is gone
			}
			s.node.answer(&r, data, ok)
		}
	}
}

// answer sends the response, unless the call is one-way.
func (n *Node) answer(r *request, data []byte, ok bool) {
	if isEmpty(r.responseType) {
		return
	}
	a := response{service: r.service, node: r.node, id: r.id, data: data, ok: ok}
	n.wire.to(r.address, a.frames())
}

// Close closes the service. A request that is being handled is still answered.
func (s *Service) Close() {
	n := s.node
	n.mu.Lock()
	defer n.mu.Unlock()
	s.stop()
	if n.services[s.name] == s && n.closing.Err() == nil {
		delete(n.services, s.name)
		n.announce(n.serviceBeacon, gzmsgs.Discovery_UNADVERTISE, s.offer())
	}
}

// request handles a call of another process.
func (n *Node) request(frames [][]byte) {
	r, err := parseRequest(frames)
	n.mu.Lock()
	s := n.services[r.service]
	if err != nil {
		n.counts.broken++
		n.logOnce("request", "gazebo transport: somebody sent what is not a request", "error", err)
	}
	n.mu.Unlock()
	if err != nil {
		return
	}
	if s == nil || !gzmsgs.Same(r.requestType, s.requestType) || !gzmsgs.Same(r.responseType, s.answerType) {
		n.answer(&r, nil, false)
		return
	}
	select {
	case s.queue <- r:
	default:
		n.answer(&r, nil, false)
	}
}
