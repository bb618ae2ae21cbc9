package studio

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"gonao/internal/latest"
	"gonao/ros"
	"gonao/studio/foxglove"
)

// bridge shows the topics and services of the graph to the clients of the server. A topic is subscribed only while a
// client is. One goroutine, run, owns all of it.
type bridge struct {
	node    *ros.Node
	server  *foxglove.Server
	types   *types
	points  *breakpoints
	wait    time.Duration // for the answer of a service
	changes foxglove.Role // required of a client whose call may change something
	around  func(func())  // calls functions that may change something, see [ShowGraph]; nil: direct calls

	wake     chan struct{} // holds a token when something is to be compared with the graph
	topics   map[string]*topic
	services map[string]*service
	graph    func(ros.Graph) // called with each graph; may be nil
}

// topic is a topic of ROS and its channel.
type topic struct {
	key     typeKey
	qos     ros.QoS
	channel *foxglove.Channel
	hash    string
	raw     ros.RawSubscriber // nil without viewers
	used    ros.QoS           // of raw
}

func newBridge(n *ros.Node, wait time.Duration) *bridge {
	b := &bridge{node: n, wait: wait, changes: foxglove.Driver, wake: make(chan struct{}, 1), topics: map[string]*topic{}, services: map[string]*service{}}
	b.types = newTypes(n, b.look)
	return b
}

// look makes run compare again; it never blocks.
func (b *bridge) look() {
	latest.Notify(b.wake)
}

// graphPause is the least time between two comparisons with a graph that keeps changing.
const graphPause = 100 * time.Millisecond

// run follows the graph and the clients until ctx ends.
func (b *bridge) run(ctx context.Context) {
	changed := b.node.GraphChanged()
	pause := ros.NewSystemClock()
	b.compare()
	for {
		select {
		case <-ctx.Done():
			b.closeAll()
			return
		case <-changed:
			b.compare()
			b.server.GraphChanged()
			select { // changes collect in this time; a new viewer does not wait
			case <-ctx.Done():
			case <-pause.After(graphPause):
			case <-b.wake:
				b.look()
			}
		case <-b.wake:
			b.compare()
		}
	}
}

// compare creates and removes channels, services and subscriptions for the graph and the clients.
func (b *bridge) compare() {
	g, err := b.node.Graph()
	if err != nil {
		return // the backend is closing
	}
	if b.graph != nil {
		b.graph(g) // robots and actions are updated before a browser sees their topics
	}
	b.compareTopics(g)
	b.compareServices(g)
}

func (b *bridge) compareTopics(g ros.Graph) {
	seen := map[string]bool{}
	for i := range g.Topics {
		if info := &g.Topics[i]; info.Publishers > 0 && len(info.Types) == 1 {
			if b.showTopic(info) {
				seen[info.Name] = true
			}
		}
	}
	for name, t := range b.topics {
		if !seen[name] {
			t.close()
			t.channel.Remove()
			delete(b.topics, name)
		}
	}
	for name, t := range b.topics {
		b.follow(name, t)
	}
}

// showTopic adds the channel of a topic. It returns false while its type is not known.
func (b *bridge) showTopic(info *ros.TopicInfo) bool {
	key, nodes := typeOf(info)
	qos := offered(info)
	t := b.topics[info.Name]
	if t != nil && t.key == key {
		t.qos = qos
		return true
	}
	text, ok := b.types.find(key, nodes)
	if !ok {
		return false
	}
	if t != nil {
		t.close()
		t.channel.Remove()
	}
	b.topics[info.Name] = &topic{key: key, qos: qos, hash: text.hash, channel: b.server.AddChannel(foxglove.ChannelConfig{
		Topic: info.Name, Encoding: "cdr", SchemaName: key.name, Schema: text.schema, SchemaEncoding: "ros2msg",
		Bulk: isImage(key.name), Keep: keep(qos), Latched: qos.TransientLocal, OnSubscribers: b.look,
	})}
	return true
}

// follow subscribes to a topic while it has viewers.
func (b *bridge) follow(name string, t *topic) {
	watched := t.channel.Subscribers() > 0
	if t.raw != nil && (!watched || t.used != t.qos) {
		t.close()
	}
	if !watched || t.raw != nil {
		return
	}
	channel, clock := t.channel, b.node.Clock
	raw, err := ros.SubscribeRaw(b.node, name, t.key.name, t.hash, func(data []byte, _ time.Time) {
		channel.Publish(clock.Now(), slices.Clone(data))
	}, ros.WithQoS(t.qos))
	if err != nil {
		b.node.Log.Warn("topic not subscribed", "topic", name, "error", err)
		return
	}
	t.raw, t.used = raw, t.qos
}

// close ends the subscription.
func (t *topic) close() {
	if t.raw != nil {
		t.raw.Close() //nolint:errcheck // it ends either way
		t.raw = nil
		t.channel.Forget()
	}
}

func (b *bridge) closeAll() {
	for _, t := range b.topics {
		t.close()
		t.channel.Remove()
	}
	for _, s := range b.services {
		s.close()
	}
}

// typeOf returns the type of a topic as its publishers announce it, and the nodes that can describe it.
func typeOf(info *ros.TopicInfo) (typeKey, []string) {
	key := typeKey{name: info.Types[0]}
	var nodes []string
	for _, e := range info.Endpoints {
		if !e.Writer {
			continue
		}
		key.hash = cmp.Or(key.hash, e.Hash)
		if e.Node != "" && !slices.Contains(nodes, e.Node) {
			nodes = append(nodes, e.Node)
		}
	}
	slices.Sort(nodes)
	return key, nodes
}

// offered returns the QoS that matches all publishers of a topic: their weakest offer, and the deepest history.
func offered(info *ros.TopicInfo) ros.QoS {
	q := ros.QoS{Reliable: true, TransientLocal: true}
	writers := 0
	for _, e := range info.Endpoints {
		if e.Writer {
			writers++
			q.Reliable = q.Reliable && e.QoS.Reliable
			q.TransientLocal = q.TransientLocal && e.QoS.TransientLocal
			q.Depth = max(q.Depth, e.QoS.Depth)
		}
	}
	switch {
	case writers == 0: // the backend does not list endpoints
		return ros.QoS{Depth: 10}
	case q.TransientLocal:
		q.Depth = min(max(q.Depth, 1), 1000)
	default:
		q.Depth = min(max(q.Depth, 10), 100)
	}
	return q
}

// keep returns how many messages of a topic are queued for a slow viewer: 1, the newest, if it may lose messages.
func keep(q ros.QoS) int {
	if !q.Reliable {
		return 1
	}
	return q.Depth
}

// isImage reports whether the messages of a type are so large that they are sent after all others.
func isImage(typeName string) bool {
	return strings.HasPrefix(typeName, "sensor_msgs/") && strings.HasSuffix(typeName, "Image") ||
		strings.HasSuffix(typeName, "/PointCloud2")
}
