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

// Graph combines DDS discovery with ros_discovery_info.
func (b *backend) Graph() (ros.Graph, error) {
	g := graph{
		topics: map[string]*ros.TopicInfo{}, services: map[string]*ros.TopicInfo{},
		endpoints: map[gid]info{}, nodeOf: map[gid]string{},
	}
	b.peers.look(func(endpoints map[gid]info, processes map[gid]origin) {
		g.endpoints, g.processes = maps.Clone(endpoints), maps.Clone(processes)
	})
	nodes := g.nodes(b.discovery.participants(g.processes))
	for _, e := range g.endpoints {
		g.add(e)
	}
	return ros.Graph{Nodes: nodes, Topics: sorted(g.topics), Services: sorted(g.services)}, nil
}

// participants are ours and the others that are still there.
func (d *discovery) participants(alive map[gid]origin) []participantEntities {
	d.mu.Lock()
	defer d.mu.Unlock()
	// One that we heard of a moment ago may not be in alive yet: keep it, unlisted.
	maps.DeleteFunc(d.others, func(g gid, o heard) bool {
		_, there := alive[g]
		return !there && time.Since(o.when) > forgetAfter
	})
	own := participantEntities{gid: d.own.gid}
	for _, n := range d.own.nodes {
		own.nodes = append(own.nodes, &nodeEntities{
			namespace: n.namespace, name: n.name,
			readers: slices.Clone(n.readers), writers: slices.Clone(n.writers),
		})
	}
	all := []participantEntities{own}
	for g, o := range d.others {
		if _, there := alive[g]; there {
			all = append(all, o.participantEntities)
		}
	}
	return all
}

// forgetAfter is how long the state of a participant that is not there is kept.
const forgetAfter = time.Minute

type graph struct {
	topics, services map[string]*ros.TopicInfo
	endpoints        map[gid]info
	processes        map[gid]origin
	nodeOf           map[gid]string // full name, by endpoint
}

// split gives the ROS name of a DDS topic and what it carries ("rt", "rq", "rr").
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

func (g *graph) add(e info) {
	kind, name, ok := split(e.topic)
	if !ok {
		return
	}
	table, typ := g.topics, rosType(e.typ)
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

func (g *graph) endpoint(e info) ros.EndpointInfo {
	return ros.EndpointInfo{
		Node: g.nodeOf[e.guid], Type: rosType(e.typ), Hash: typeHash(e.userData), Writer: e.writer, QoS: e.qos,
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
		kind, name, ok := split(g.endpoints[id].topic)
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
