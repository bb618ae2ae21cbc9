// Package inproc is a ROS in one process, for tests: what a node publishes has
// been decoded by every subscriber when Publish returns, and time stands still
// until the test moves it. Run in a testing/synctest bubble, nodes step in a
// fixed order: Advance, synctest.Wait, look.
package inproc

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

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
}

// NewBus makes a bus whose clock stands at time.Unix(0, 0).
func NewBus() *Bus {
	clock := ros.NewSimClock()
	clock.Set(time.Unix(0, 0))
	return &Bus{clock: clock, topics: map[string]*topic{}, services: map[string]*service{}}
}

// Clock is the time of all nodes on the bus.
func (b *Bus) Clock() *ros.Clock { return b.clock }

// Advance moves the time by d.
func (b *Bus) Advance(d time.Duration) { b.clock.Set(b.clock.Now().Add(d)) }

// Partition loses all replies to the clients of a node until it is called with
// another name; "" is nobody.
func (b *Bus) Partition(node string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.deaf = node
}

// ReceiveBuffer is 0: there is no socket.
func (b *Bus) ReceiveBuffer() int { return 0 }

// Close does nothing: nodes and endpoints have their own.
func (b *Bus) Close() error { return nil }

// CreateNode puts a node on the bus.
func (b *Bus) CreateNode(namespace, name string) (ros.NodeHandle, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := &node{bus: b, info: ros.NodeInfo{Namespace: namespace, Name: name}}
	b.nodes = append(b.nodes, n)
	return n, nil
}

// Graph tells who is on the bus.
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
		g.Topics = append(g.Topics, ros.TopicInfo{
			Name: name, Types: slices.Sorted(maps.Keys(t.types())), Publishers: len(t.publishers), Subscribers: len(t.subscribers),
		})
	}
	for name, s := range b.services {
		info := ros.TopicInfo{Name: name, Types: []string{s.typ}, Subscribers: len(s.clients)}
		if s.server != nil {
			info.Publishers = 1
		}
		g.Services = append(g.Services, info)
	}
	byName := func(a, b ros.TopicInfo) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortFunc(g.Topics, byName)
	slices.SortFunc(g.Services, byName)
	return g, nil
}

// NotifyGraph reports who comes and goes.
func (b *Bus) NotifyGraph(chan<- struct{}) (stop func()) { return func() {} }

// node is a name on the bus.
type node struct {
	bus  *Bus
	info ros.NodeInfo // guarded by bus.mu
}

// Close takes the node off the bus.
func (n *node) Close() error {
	n.bus.mu.Lock()
	defer n.bus.mu.Unlock()
	n.bus.nodes = slices.DeleteFunc(n.bus.nodes, func(o *node) bool { return o == n })
	return nil
}

// removeOne takes one occurrence of name out of a node's list.
func removeOne(list *[]string, name string) {
	if i := slices.Index(*list, name); i >= 0 {
		*list = slices.Delete(*list, i, i+1)
	}
}
