//go:build rclgo

package rclgo

/*
#include "graph.h"
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
	"unsafe"

	"gonao/ros"
)

var errNoNode = errors.New("rcl reports the graph only through a node, and there is no node")

// withNode calls f with one of our nodes, because rcl answers questions about the graph through a node. The node stays
// open until f returns.
func (b *backend) withNode(f func(*node) error) error {
	b.mu.Lock()
	nodes := slices.Clone(b.nodes)
	b.mu.Unlock()
	for _, n := range nodes {
		if n.open.RLock(); !n.closed {
			defer n.open.RUnlock()
			return f(n)
		}
		n.open.RUnlock()
	}
	return errNoNode
}

// Graph returns all nodes, topics and services, from rcl.
func (b *backend) Graph() (g ros.Graph, err error) {
	err = b.withNode(func(n *node) error {
		g, err = n.graph()
		return err
	})
	return g, err
}

func (n *node) graph() (ros.Graph, error) {
	var g ros.Graph
	names, spaces, err := n.rcl.GetNodeNames()
	if err != nil {
		return g, err
	}
	if g.Topics, err = n.topics(); err != nil {
		return g, err
	}
	of := byNode(g.Topics)
	services := map[string]*ros.TopicInfo{}
	for i, name := range names {
		// A node that has ended since then has no services.
		served, _ := n.rcl.GetServiceNamesAndTypesByNode(name, spaces[i])
		called, _ := n.rcl.GetClientNamesAndTypesByNode(name, spaces[i])
		count(services, served, func(t *ros.TopicInfo) { t.Publishers++ })
		count(services, called, func(t *ros.TopicInfo) { t.Subscribers++ })
		info := ros.NodeInfo{Namespace: spaces[i], Name: name, Serves: keys(served), Calls: keys(called)}
		if has := of[info.FullName()]; has != nil {
			info.Publishes, info.Subscribes = keys(has.publishes), keys(has.subscribes)
			info.Participant = has.next()
		}
		g.Nodes = append(g.Nodes, info)
	}
	slices.SortFunc(g.Nodes, func(a, b ros.NodeInfo) int { return strings.Compare(a.FullName(), b.FullName()) })
	for _, name := range keys(services) {
		g.Services = append(g.Services, *services[name])
	}
	return g, nil
}

func keys[V any](table map[string]V) []string { return slices.Sorted(maps.Keys(table)) }

// count enters services with their types.
func count(into map[string]*ros.TopicInfo, found map[string][]string, add func(*ros.TopicInfo)) {
	for name, types := range found {
		t := into[name]
		if t == nil {
			t = &ros.TopicInfo{Name: name}
			into[name] = t
		}
		for _, typ := range types {
			if !slices.Contains(t.Types, typ) {
				t.Types = append(t.Types, typ)
			}
		}
		slices.Sort(t.Types)
		add(t)
	}
}

// ownership holds the endpoints of all nodes with one name.
type ownership struct {
	publishes, subscribes map[string]bool
	participants          [][16]byte // participants, of which next has returned given
	given                 int
}

// next returns each node of the name another participant, while there are some.
func (o *ownership) next() (p [16]byte) {
	if o.given < len(o.participants) {
		p = o.participants[o.given]
		o.given++
	}
	return p
}

// byNode sorts endpoints by the full names of their nodes.
func byNode(topics []ros.TopicInfo) map[string]*ownership {
	out := map[string]*ownership{}
	for _, t := range topics {
		for _, e := range t.Endpoints {
			o := out[e.Node]
			if o == nil {
				o = &ownership{publishes: map[string]bool{}, subscribes: map[string]bool{}}
				out[e.Node] = o
			}
			if e.Writer {
				o.publishes[t.Name] = true
			} else {
				o.subscribes[t.Name] = true
			}
			if !slices.Contains(o.participants, e.Participant) {
				o.participants = append(o.participants, e.Participant)
			}
		}
	}
	return out
}

// topics are all topics with their endpoints.
func (n *node) topics() ([]ros.TopicInfo, error) {
	found, err := n.rcl.GetTopicNamesAndTypes(true)
	if err != nil {
		return nil, err
	}
	var out []ros.TopicInfo
	for _, name := range keys(found) {
		t := ros.TopicInfo{Name: name, Types: found[name]}
		slices.Sort(t.Types)
		writers, err := n.endpoints(name, true)
		if err != nil {
			return nil, err
		}
		readers, err := n.endpoints(name, false)
		if err != nil {
			return nil, err
		}
		t.Publishers, t.Subscribers = len(writers), len(readers)
		t.Endpoints = append(writers, readers...)
		out = append(out, t)
	}
	return out, nil
}

// endpoints are a topic's writers or readers.
func (n *node) endpoints(topic string, writers bool) ([]ros.EndpointInfo, error) {
	name := C.CString(topic)
	defer C.free(unsafe.Pointer(name))
	var found C.rcl_topic_endpoint_info_array_t
	if rc := C.gr_endpoints(nodePointer(n.rcl), name, C.bool(writers), &found); rc != C.RCL_RET_OK {
		return nil, rclError("endpoints of "+topic, rc)
	}
	defer C.gr_endpoints_free(&found)
	var out []ros.EndpointInfo
	for i := range unsafe.Slice(found.info_array, found.size) {
		out = append(out, endpoint(&unsafe.Slice(found.info_array, found.size)[i], writers))
	}
	return out, nil
}

// endpoint is one of rcl's endpoints as ours. The first twelve bytes of a DDS GUID are
// its participant's.
func endpoint(e *C.rmw_topic_endpoint_info_t, writer bool) ros.EndpointInfo {
	var hash [C.GR_HASH_SIZE]C.char
	C.gr_hash(e, &hash[0])
	info := ros.EndpointInfo{
		Type: C.GoString(e.topic_type), Hash: C.GoString(&hash[0]), Writer: writer, QoS: qosOf(&e.qos_profile),
	}
	if name := C.GoString(e.node_name); name != "" && !strings.HasPrefix(name, "_NODE_NAME_UNKNOWN_") {
		info.Node = strings.TrimSuffix(C.GoString(e.node_namespace), "/") + "/" + name
	}
	for i := range info.GID {
		info.GID[i] = byte(e.endpoint_gid[i])
	}
	copy(info.Participant[:12], info.GID[:12])
	return info
}

// qosOf converts rcl's QoS to ours; a duration of more than a century is infinite.
func qosOf(p *C.rmw_qos_profile_t) ros.QoS {
	const infinite = 100 * 365 * 24 * time.Hour
	finite := func(t C.rmw_time_t) time.Duration {
		if t.sec >= C.uint64_t(infinite/time.Second) {
			return 0
		}
		return time.Duration(t.sec)*time.Second + time.Duration(t.nsec)
	}
	return ros.QoS{
		Reliable:         p.reliability == C.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
		TransientLocal:   p.durability == C.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
		KeepAll:          p.history == C.RMW_QOS_POLICY_HISTORY_KEEP_ALL,
		Depth:            int(p.depth),
		Deadline:         finite(p.deadline),
		Lifespan:         finite(p.lifespan),
		ManualLiveliness: p.liveliness == C.RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC,
		Lease:            finite(p.liveliness_lease_duration),
	}
}
