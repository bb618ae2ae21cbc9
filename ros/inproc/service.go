package inproc

import (
	"fmt"
	"slices"
	"strings"

	"gonao/ros"
)

// service is guarded by its bus's lock.
type service struct {
	typ     string
	server  *server
	clients map[uint64]*client
}

// serviceNamed finds or makes a service; bus.mu is held.
func (b *Bus) serviceNamed(spec ros.ServiceSpec) *service {
	s := b.services[spec.Name]
	if s == nil {
		s = &service{typ: strings.TrimSuffix(spec.RequestType, "_Request"), clients: map[uint64]*client{}}
		b.services[spec.Name] = s
	}
	return s
}

type server struct {
	bus    *Bus
	node   *node
	spec   ros.ServiceSpec
	handle func(ros.RequestID, []byte)
}

// Server offers a service; a second one of the same name is refused.
func (n *node) Server(spec ros.ServiceSpec, handle func(ros.RequestID, []byte)) (ros.RawServer, error) {
	n.bus.mu.Lock()
	defer n.bus.mu.Unlock()
	s := n.bus.serviceNamed(spec)
	if s.server != nil {
		return nil, fmt.Errorf("service %s: another node serves it already", spec.Name)
	}
	s.server = &server{bus: n.bus, node: n, spec: spec, handle: handle}
	n.info.Serves = append(n.info.Serves, spec.Name)
	return s.server, nil
}

// Reply has called the client when it returns.
func (s *server) Reply(id ros.RequestID, response []byte) error {
	s.bus.mu.Lock()
	c := s.bus.serviceNamed(s.spec).clients[id.Client]
	lost := c == nil || s.bus.deaf == c.node.info.Name
	s.bus.mu.Unlock()
	if !lost {
		c.deliver(id.Sequence, slices.Clone(response))
	}
	return nil
}

func (s *server) Close() error {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	if v := s.bus.serviceNamed(s.spec); v.server == s {
		v.server = nil
		removeOne(&s.node.info.Serves, s.spec.Name)
	}
	return nil
}

type client struct {
	bus     *Bus
	node    *node
	spec    ros.ServiceSpec
	id      uint64
	deliver func(int64, []byte)
}

// Client asks a service.
func (n *node) Client(spec ros.ServiceSpec, deliver func(int64, []byte)) (ros.RawClient, error) {
	n.bus.mu.Lock()
	defer n.bus.mu.Unlock()
	n.bus.clients++
	c := &client{bus: n.bus, node: n, spec: spec, id: n.bus.clients, deliver: deliver}
	n.bus.serviceNamed(spec).clients[c.id] = c
	n.info.Calls = append(n.info.Calls, spec.Name)
	return c, nil
}

// Request has called the server when it returns; its reply may come before.
func (c *client) Request(request []byte, expect func(int64)) error {
	c.bus.mu.Lock()
	c.bus.calls++
	sequence := c.bus.calls
	srv := c.bus.serviceNamed(c.spec).server
	c.bus.mu.Unlock()
	expect(sequence)
	if srv != nil {
		srv.handle(ros.RequestID{Client: c.id, Sequence: sequence}, slices.Clone(request))
	}
	return nil
}

// Ready tells whether a server is there.
func (c *client) Ready() bool {
	c.bus.mu.Lock()
	defer c.bus.mu.Unlock()
	return c.bus.serviceNamed(c.spec).server != nil
}

func (c *client) Close() error {
	c.bus.mu.Lock()
	defer c.bus.mu.Unlock()
	clients := c.bus.serviceNamed(c.spec).clients
	if clients[c.id] != nil {
		delete(clients, c.id)
		removeOne(&c.node.info.Calls, c.spec.Name)
	}
	return nil
}
