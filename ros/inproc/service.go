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

// info is the service as the graph shows it; bus.mu is held.
func (s *service) info(name string) ros.TopicInfo {
	info := ros.TopicInfo{Name: name, Types: []string{s.typ}, Subscribers: len(s.clients)}
	add := func(n *node, spec ros.ServiceSpec, gids [2][16]byte, server bool) {
		info.Endpoints = append(info.Endpoints,
			endpointInfo(n, spec.RequestType, spec.RequestHash, !server, gids[0]),
			endpointInfo(n, spec.ResponseType, spec.ResponseHash, server, gids[1]))
	}
	if s.server != nil {
		info.Publishers = 1
		add(s.server.node, s.server.spec, s.server.gids, true)
	}
	for _, c := range s.clients {
		add(c.node, c.spec, c.gids, false)
	}
	return info
}

func endpointInfo(n *node, typ, hash string, writer bool, gid [16]byte) ros.EndpointInfo {
	return ros.EndpointInfo{
		Node: n.info.FullName(), Type: typ, Hash: hash, Writer: writer, GID: gid, QoS: ros.QoS{Reliable: true, Depth: 10},
	}
}

type server struct {
	gids   [2][16]byte // ids of requests and replies
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
	s.server = &server{gids: [2][16]byte{n.bus.newGID(), n.bus.newGID()}, bus: n.bus, node: n, spec: spec, handle: handle}
	n.info.Serves = append(n.info.Serves, spec.Name)
	n.bus.changed()
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
		s.bus.changed()
		removeOne(&s.node.info.Serves, s.spec.Name)
	}
	return nil
}

type client struct {
	gids    [2][16]byte // ids of requests and replies
	bus     *Bus
	node    *node
	spec    ros.ServiceSpec
	id      uint64
	deliver func(int64, []byte)
}

// Client creates a client of a service.
func (n *node) Client(spec ros.ServiceSpec, deliver func(int64, []byte)) (ros.RawClient, error) {
	n.bus.mu.Lock()
	defer n.bus.mu.Unlock()
	n.bus.clients++
	c := &client{gids: [2][16]byte{n.bus.newGID(), n.bus.newGID()}, bus: n.bus, node: n, spec: spec, id: n.bus.clients, deliver: deliver}
	n.bus.serviceNamed(spec).clients[c.id] = c
	n.info.Calls = append(n.info.Calls, spec.Name)
	n.bus.changed()
	return c, nil
}

// Request has called the server when it returns; its reply may come before.
func (c *client) Request(request []byte, expect func(int64)) error {
	c.bus.mu.Lock()
	c.bus.calls++
	sequence := c.bus.calls
	srv := c.server()
	c.bus.mu.Unlock()
	expect(sequence)
	if srv != nil {
		srv.handle(ros.RequestID{Client: c.id, Sequence: sequence}, slices.Clone(request))
	}
	return nil
}

// ID is the Client of our requests.
func (c *client) ID() uint64 { return c.id }

// Ready reports whether a server is there.
func (c *client) Ready() bool {
	c.bus.mu.Lock()
	defer c.bus.mu.Unlock()
	return c.server() != nil
}

// server returns the server with the client's types; bus.mu must be held.
func (c *client) server() *server {
	srv := c.bus.serviceNamed(c.spec).server
	if srv == nil || srv.spec.RequestType != c.spec.RequestType || srv.spec.ResponseType != c.spec.ResponseType {
		return nil
	}
	return srv
}

func (c *client) Close() error {
	c.bus.mu.Lock()
	defer c.bus.mu.Unlock()
	clients := c.bus.serviceNamed(c.spec).clients
	if clients[c.id] != nil {
		delete(clients, c.id)
		c.bus.changed()
		removeOne(&c.node.info.Calls, c.spec.Name)
	}
	return nil
}
