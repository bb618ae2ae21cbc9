package cyclone

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"gonao/ros"
)

// Graph returns the graph from DDS discovery and ros_discovery_info.
func (b *backend) Graph() (ros.Graph, error) {
	g := newGraph()
	b.peers.look(func() { g.endpoints, g.processes = maps.Clone(b.peers.endpoints), maps.Clone(b.peers.processes) })
	nodes := g.nodes(b.discovery.participants(g.processes, ""))
	for _, e := range g.endpoints {
		g.add(e)
	}
	return g.with(nodes), nil
}

// Neighbours is the part of Graph that a node of this process meets.
func (b *backend) Neighbours(name string) (ros.Graph, error) {
	g := newGraph()
	var nodes []ros.NodeInfo
	b.peers.look(func() {
		g.endpoints, g.processes = b.peers.endpoints, b.peers.processes
		namesakes := b.discovery.participants(g.processes, name)
		nodes = g.nodes(namesakes)
		for _, n := range namesakes[0].nodes { // ours
			for _, id := range slices.Concat(n.readers, n.writers) {
				if own := g.endpoints[id]; own != nil {
					g.add(own)
					g.addOthers(*b.peers.topics[own.topic].side(!own.writer), b.discovery)
				}
			}
		}
	})
	return g.with(nodes), nil
}

// addOthers adds endpoints whose node is not in g yet.
func (g *graph) addOthers(all []*info, d *discovery) {
	for _, other := range all {
		if _, there := g.nodeOf[other.guid]; !there {
			g.nodeOf[other.guid] = d.nodeOf(other.guid)
			g.add(other)
		}
	}
}

// participants are ours, the first, and the others that are still there, with all
// their nodes, or those called name only.
func (d *discovery) participants(alive map[gid]origin, name string) []participantEntities {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.forgetLocked(alive)
	all := []participantEntities{d.own.named(name)}
	for g, o := range d.others {
		if _, there := alive[g]; there {
			all = append(all, o.named(name))
		}
	}
	return all
}

// named is a copy with the nodes of a name, all for "".
func (p *participantEntities) named(name string) participantEntities {
	out := participantEntities{gid: p.gid}
	for _, n := range p.nodes {
		if name == "" || n.fullName() == name {
			out.nodes = append(out.nodes, &nodeEntities{
				namespace: n.namespace, name: n.name,
				readers: slices.Clone(n.readers), writers: slices.Clone(n.writers),
			})
		}
	}
	return out
}

// forgetAfter is how long the state of a participant that is not there is kept.
const forgetAfter = 2 * time.Second

type graph struct {
	topics, services map[string]*ros.TopicInfo
	endpoints        map[gid]*info
	processes        map[gid]origin
	nodeOf           map[gid]string // full name, by endpoint
}

func newGraph() graph {
	return graph{topics: map[string]*ros.TopicInfo{}, services: map[string]*ros.TopicInfo{}, nodeOf: map[gid]string{}}
}

func (g *graph) with(nodes []ros.NodeInfo) ros.Graph {
	return ros.Graph{Nodes: nodes, Topics: sorted(g.topics), Services: sorted(g.services)}
}

// split returns the ROS name of a DDS topic and its kind ("rt", "rq", "rr").
func split(topic string) (kind, name string, ok bool) {
	kind, name, ok = strings.Cut(topic, "/")
	name = "/" + name
	switch kind {
	case requestPrefix:
		name = strings.TrimSuffix(name, "Request")
	case replyPrefix:
		name = strings.TrimSuffix(name, "Reply")
	case topicPrefix:
	default:
		return "", "", false
	}
	return kind, name, ok
}

func (g *graph) add(e *info) {
	kind, name, ok := split(e.topic)
	if !ok {
		return
	}
	table, typ := g.topics, e.rosType
	if kind != topicPrefix {
		table = g.services
		typ = strings.TrimSuffix(strings.TrimSuffix(typ, "_Request"), "_Response")
	}
	t := table[name]
	if t == nil {
		t = &ros.TopicInfo{Name: name}
		table[name] = t
	}
	t.Endpoints = append(t.Endpoints, g.endpoint(e))
	if !slices.Contains(t.Types, typ) {
		t.Types = append(t.Types, typ)
		slices.Sort(t.Types)
	}
	switch {
	case kind == replyPrefix: // the request's endpoint stands for both
	case e.writer == (kind == topicPrefix): // on a request topic the client writes and the server reads
		t.Publishers++
	default:
		t.Subscribers++
	}
}

func (g *graph) endpoint(e *info) ros.EndpointInfo {
	return ros.EndpointInfo{
		Node: g.nodeOf[e.guid], Type: e.rosType, Hash: e.hash, Writer: e.writer, QoS: e.qos,
		GID: e.guid, Participant: e.participant, RMW: rmwOf(e.participant, g.processes[e.participant]),
	}
}

func (g *graph) nodes(participants []participantEntities) []ros.NodeInfo {
	var out []ros.NodeInfo
	for _, p := range participants {
		for _, n := range p.nodes {
			where := g.processes[p.gid]
			i := ros.NodeInfo{
				Namespace: n.namespace, Name: n.name, Participant: p.gid, Host: where.host, PID: where.pid,
			}
			for _, e := range slices.Concat(n.readers, n.writers) {
				g.nodeOf[e] = i.FullName()
			}
			i.Publishes, i.Calls = g.names(n.writers)
			i.Subscribes, i.Serves = g.names(n.readers)
			out = append(out, i)
		}
	}
	slices.SortFunc(out, func(a, b ros.NodeInfo) int {
		return cmp.Or(strings.Compare(a.FullName(), b.FullName()), bytes.Compare(a.Participant[:], b.Participant[:]))
	})
	return out
}

// names are the topics, and the services by their requests, of endpoints.
func (g *graph) names(ids []gid) (topics, services []string) {
	for _, id := range ids {
		e := g.endpoints[id]
		if e == nil {
			continue // not discovered yet
		}
		kind, name, ok := split(e.topic)
		switch {
		case !ok || kind == replyPrefix:
		case kind == requestPrefix:
			services = append(services, name)
		default:
			topics = append(topics, name)
		}
	}
	slices.Sort(topics)
	slices.Sort(services)
	return slices.Compact(topics), slices.Compact(services)
}

func sorted(table map[string]*ros.TopicInfo) []ros.TopicInfo {
	out := make([]ros.TopicInfo, 0, len(table))
	for _, name := range slices.Sorted(maps.Keys(table)) {
		slices.SortFunc(table[name].Endpoints, func(a, b ros.EndpointInfo) int { return bytes.Compare(a.GID[:], b.GID[:]) })
		out = append(out, *table[name])
	}
	return out
}
