package transport

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
)

// GoneError is the error of a call whose server went away.
type GoneError struct{ Why string }

func (e *GoneError) Error() string { return "the server went away: " + e.Why }

// ErrRefused is the error of a call that the server refused.
var ErrRefused = errors.New("the server refused")

// call is a request that waits for its response.
type call struct {
	process string // of the server
	done    chan struct{}
	answer  response
	err     error
}

// fail ends the call with an error. The caller holds mu and removes the call from the node's list.
func (c *call) fail(err error) {
	c.err = err
	close(c.done)
}

// Call calls a service and blocks until its answer comes or ctx ends. A service that is not there yet
// is waited for.
func (n *Node) Call(ctx context.Context, service, requestType, responseType string, data []byte) ([]byte, error) {
	answer, err := n.call(ctx, service, requestType, responseType, data)
	if err != nil {
		return nil, fmt.Errorf("service %s: %w", service, err)
	}
	return answer, nil
}

func (n *Node) call(ctx context.Context, service, requestType, responseType string, data []byte) ([]byte, error) {
	name, err := n.options.full(service)
	if err != nil {
		return nil, err
	}
	server, err := n.server(ctx, name, requestType, responseType)
	if err != nil {
		return nil, err
	}
	oneWay := isEmpty(responseType)
	c := &call{process: server.process, done: make(chan struct{})}
	r := request{
		service: name, address: n.wire.responsesAt, receiver: n.identity.process, node: n.identity.node, id: uuid(),
		data: data, requestType: server.typeName, responseType: server.answers,
	}
	n.mu.Lock()
	if n.closing.Err() != nil {
		n.mu.Unlock()
		return nil, ErrClosed
	}
	if !oneWay {
		n.calls[r.id] = c
	}
	n.mu.Unlock()
	n.wire.to(server.address, r.frames())
	if oneWay {
		return nil, nil
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		n.mu.Lock()
		delete(n.calls, r.id)
		n.mu.Unlock()
		return nil, fmt.Errorf("no answer: %w", ctx.Err())
	}
	switch {
	case c.err != nil:
		return nil, c.err
	case !c.answer.ok:
		return nil, ErrRefused
	}
	return c.answer.data, nil
}

// isEmpty reports whether a type of responses is that of a one-way service.
func isEmpty(typeName string) bool { return strings.HasSuffix(typeName, ".msgs.Empty") }

// server blocks until a process serves a service with these types.
func (n *Node) server(ctx context.Context, name, requestType, responseType string) (offer, error) {
	n.sendDiscovery(n.serviceBeacon, &gzmsgs.Discovery{
		Type: gzmsgs.Discovery_SUBSCRIBE, DiscContents: &gzmsgs.Discovery_Sub{Sub: &gzmsgs.Discovery_Subscriber{Topic: name}},
	})
	var found, other offer
	err := n.await(ctx, func() bool {
		ok := false
		for _, o := range n.catalog.of(true)[name] { // the newest last: before it there may be one that was killed
			if gzmsgs.Same(o.typeName, requestType) && gzmsgs.Same(o.answers, responseType) {
				found, ok = *o, true
			} else {
				other = *o
			}
		}
		return ok
	})
	switch {
	case err == nil:
		return found, nil
	case other.name != "":
		return offer{}, fmt.Errorf("it takes %s and answers %s: expected %s and %s", other.typeName, other.answers, requestType, responseType)
	}
	return offer{}, fmt.Errorf("nobody serves it in the partition %s: %w", n.options.Partition, err)
}

// Ask calls a service with messages. The answer is reset first.
func (n *Node) Ask(ctx context.Context, g gzmsgs.Generation, service string, question, answer proto.Message) error {
	data, err := marshal(question)
	if err != nil {
		return err
	}
	data, err = n.Call(ctx, service, g.Type(question), g.Type(answer), data)
	if err != nil {
		return err
	}
	if err := proto.Unmarshal(data, answer); err != nil {
		return fmt.Errorf("service %s: the answer is no %s: %w", service, gzmsgs.Name(answer), err)
	}
	return nil
}

// response handles the answer to one of our calls.
func (n *Node) response(frames [][]byte) {
	r, err := parseResponse(frames)
	n.mu.Lock()
	defer n.mu.Unlock()
	if err != nil {
		n.counts.broken++
		n.logOnce("response", "gazebo transport: a server sent what is not a response", "error", err)
		return
	}
	if c := n.calls[r.id]; c != nil {
		delete(n.calls, r.id)
		c.answer = r
		close(c.done)
	}
}
