// Package inproc is ROS in one process, for tests: when Publish returns, every subscriber has decoded the message, and
// time stands still until the test advances it. In a testing/synctest bubble, nodes step in a fixed order: Advance,
// synctest.Wait, compare.
package inproc

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"gonao/internal/latest"
	"gonao/ros"
)

// Bus connects the nodes that are created on it. It implements ros.Backend.
type Bus struct {
	clock *ros.Clock

	mu       sync.Mutex
	topics   map[string]*topic
	services map[string]*service
	nodes    []*node
	clients  uint64
	calls    int64
	deaf     string // the node that replies do not reach
	gids     uint64 // endpoints made so far
	notify   map[chan<- struct{}]struct{}
}

// NewBus returns a bus whose clock stands at time.Unix(0, 0).
func NewBus() *Bus {
	clock := ros.NewSimClock()
	clock.Set(time.Unix(0, 0))
	return &Bus{clock: clock, topics: map[string]*topic{}, services: map[string]*service{}, notify: map[chan<- struct{}]struct{}{}}
}

// Clock is the time of all nodes on the bus.
func (b *Bus) Clock() *ros.Clock { return b.clock }

// Advance moves the time by d.
func (b *Bus) Advance(d time.Duration) { b.clock.Set(b.clock.Now().Add(d)) }

// Partition drops all replies to the clients of a node until it is called with another name; "" is not a node.
func (b *Bus) Partition(node string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.deaf = node
}

// ReceiveBuffer returns 0, because there is no socket.
func (b *Bus) ReceiveBuffer() int { return 0 }

// Close does nothing: nodes and endpoints have their own.
func (b *Bus) Close() error { return nil }

// CreateNode puts a node on the bus.
func (b *Bus) CreateNode(namespace, name string) (ros.NodeHandle, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := &node{bus: b, info: ros.NodeInfo{Namespace: namespace, Name: name}}
	b.nodes = append(b.nodes, n)
	b.changed()
	return n, nil
}

// Graph returns the nodes and endpoints on the bus.
func (b *Bus) Graph() (ros.Graph, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var g ros.Graph
	for _, n := range b.nodes {
		i := n.info
		for _, list := range []*[]string{&i.Publishes, &i.Subscribes, &i.Serves, &i.Calls} {
			*list = slices.Compact(slices.Sorted(slices.Values(*list)))
		}
		g.Nodes = append(g.Nodes, i)
	}
	slices.SortFunc(g.Nodes, func(a, b ros.NodeInfo) int { return strings.Compare(a.FullName(), b.FullName()) })
	for name, t := range b.topics {
		if len(t.publishers)+len(t.subscribers) == 0 {
			continue
		}
		info := ros.TopicInfo{Name: name, Publishers: len(t.publishers), Subscribers: len(t.subscribers)}
		types := map[string]bool{}
		for _, e := range t.endpoints() {
			types[e.spec.Type] = true
			info.Endpoints = append(info.Endpoints, e.info(e.spec.Type, e.spec.Hash, e.writer))
		}
		info.Types = slices.Sorted(maps.Keys(types))
		g.Topics = append(g.Topics, info)
	}
	for name, s := range b.services {
		if info := s.info(name); info.Publishers+info.Subscribers > 0 {
			g.Services = append(g.Services, info)
		}
	}
	for _, list := range [][]ros.TopicInfo{g.Topics, g.Services} {
		for _, info := range list {
			slices.SortFunc(info.Endpoints, func(a, b ros.EndpointInfo) int { return bytes.Compare(a.GID[:], b.GID[:]) })
		}
	}
	byName := func(a, b ros.TopicInfo) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortFunc(g.Topics, byName)
	slices.SortFunc(g.Services, byName)
	return g, nil
}

// NotifyGraph reports changes of the graph.
func (b *Bus) NotifyGraph(changed chan<- struct{}) (stop func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notify[changed] = struct{}{}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.notify, changed)
	}
}

// changed notifies all watchers; bus.mu must be held.
func (b *Bus) changed() {
	for c := range b.notify {
		latest.Notify(c)
	}
}

// newGID numbers endpoints; bus.mu is held.
func (b *Bus) newGID() (g [16]byte) {
	b.gids++
	binary.BigEndian.PutUint64(g[8:], b.gids)
	return g
}

// node is a name on the bus.
type node struct {
	bus  *Bus
	info ros.NodeInfo // guarded by bus.mu
}

// Close removes the node from the bus.
func (n *node) Close() error {
	n.bus.mu.Lock()
	defer n.bus.mu.Unlock()
	n.bus.changed()
	n.bus.nodes = slices.DeleteFunc(n.bus.nodes, func(o *node) bool { return o == n })
	return nil
}

// removeOne removes one occurrence of name from a node's list.
func removeOne(list *[]string, name string) {
	if i := slices.Index(*list, name); i >= 0 {
		*list = slices.Delete(*list, i, i+1)
	}
}
