package cyclone

import (
	"maps"
	"slices"
	"strings"
	"time"

	"gonao/ros"
)

// Graph combines DDS discovery with ros_discovery_info.
func (b *backend) Graph() (ros.Graph, error) {
	writers, err := infos(b.entity, true)
	if err != nil {
		return ros.Graph{}, err
	}
	readers, err := infos(b.entity, false)
	if err != nil {
		return ros.Graph{}, err
	}
	g := graph{topics: map[string]*ros.TopicInfo{}, services: map[string]*ros.TopicInfo{}, endpoints: map[gid]info{}}
	alive := map[gid]bool{}
	for _, w := range writers {
		alive[w.participant] = true
		g.add(w, true)
	}
	for _, r := range readers {
		g.add(r, false)
	}
	return ros.Graph{
		Nodes:    g.nodes(b.discovery.participants(alive)),
		Topics:   sorted(g.topics),
		Services: sorted(g.services),
	}, nil
}

// NotifyGraph reports changes of discovery.
func (b *backend) NotifyGraph(chan<- struct{}) (stop func()) { return func() {} }

// participants are ours and the others that are still there.
func (d *discovery) participants(alive map[gid]bool) []participantEntities {
	d.mu.Lock()
	defer d.mu.Unlock()
	// One that we heard of a moment ago may not be in alive yet: keep it, unlisted.
	maps.DeleteFunc(d.others, func(g gid, o heard) bool { return !alive[g] && time.Since(o.when) > forgetAfter })
	own := participantEntities{gid: d.own.gid}
	for _, n := range d.own.nodes {
		own.nodes = append(own.nodes, &nodeEntities{
			namespace: n.namespace, name: n.name,
			readers: slices.Clone(n.readers), writers: slices.Clone(n.writers),
		})
	}
	all := []participantEntities{own}
	for g, o := range d.others {
		if alive[g] {
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

func (g *graph) add(e info, writer bool) {
	kind, name, ok := split(e.topic)
	if !ok {
		return
	}
	g.endpoints[e.guid] = e
	typ, table := rosType(e.typ), g.topics
	switch kind {
	case requestPrefix:
		table, typ = g.services, strings.TrimSuffix(typ, "_Request")
	case replyPrefix:
		return // the request's endpoint stands for both
	}
	t := table[name]
	if t == nil {
		t = &ros.TopicInfo{Name: name}
		table[name] = t
	}
	if !slices.Contains(t.Types, typ) {
		t.Types = append(t.Types, typ)
		slices.Sort(t.Types)
	}
	// On a request topic the client writes and the server reads.
	if writer == (kind == topicPrefix) {
		t.Publishers++
	} else {
		t.Subscribers++
	}
}

func (g *graph) nodes(participants []participantEntities) []ros.NodeInfo {
	var out []ros.NodeInfo
	for _, p := range participants {
		for _, n := range p.nodes {
			i := ros.NodeInfo{Namespace: n.namespace, Name: n.name}
			i.Publishes, i.Calls = g.names(n.writers)
			i.Subscribes, i.Serves = g.names(n.readers)
			out = append(out, i)
		}
	}
	slices.SortFunc(out, func(a, b ros.NodeInfo) int { return strings.Compare(a.FullName(), b.FullName()) })
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
		out = append(out, *table[name])
	}
	return out
}
