//go:build rclgo

package rclgo

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tiiuae/rclgo/pkg/rclgo"

	"gonao/ros"
)

var errNoNode = errors.New("rcl knows the graph only through a node, and there is none")

// any gives one of our nodes, for rcl answers questions about the graph through one.
func (b *backend) any() (*node, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.nodes) == 0 {
		return nil, errNoNode
	}
	return b.nodes[0], nil
}

// Graph asks rcl for all nodes, then for the endpoints of each.
func (b *backend) Graph() (ros.Graph, error) {
	n, err := b.any()
	if err != nil {
		return ros.Graph{}, err
	}
	names, spaces, err := n.rcl.GetNodeNames()
	if err != nil {
		return ros.Graph{}, err
	}
	var g ros.Graph
	services := map[string]*ros.TopicInfo{}
	for i, name := range names {
		info := ros.NodeInfo{Namespace: spaces[i], Name: name}
		// A node that has gone meanwhile has nothing.
		published, _ := n.rcl.GetPublisherNamesAndTypesByNode(true, name, spaces[i])
		subscribed, _ := n.rcl.GetSubscriberNamesAndTypesByNode(true, name, spaces[i])
		served, _ := n.rcl.GetServiceNamesAndTypesByNode(name, spaces[i])
		called, _ := n.rcl.GetClientNamesAndTypesByNode(name, spaces[i])
		info.Publishes, info.Subscribes = keys(published), keys(subscribed)
		info.Serves, info.Calls = keys(served), keys(called)
		count(services, served, func(t *ros.TopicInfo) { t.Publishers++ })
		count(services, called, func(t *ros.TopicInfo) { t.Subscribers++ })
		g.Nodes = append(g.Nodes, info)
	}
	slices.SortFunc(g.Nodes, func(a, b ros.NodeInfo) int { return strings.Compare(a.FullName(), b.FullName()) })
	for _, name := range slices.Sorted(maps.Keys(services)) {
		g.Services = append(g.Services, *services[name])
	}
	g.Topics, err = n.topics()
	return g, err
}

func keys(table map[string][]string) []string { return slices.Sorted(maps.Keys(table)) }

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
		writers, err1 := n.rcl.GetPublishersInfoByTopic(name, true)
		readers, err2 := n.rcl.GetSubscriptionsInfoByTopic(name, true)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		t.Publishers, t.Subscribers = len(writers), len(readers)
		for _, w := range writers {
			t.Endpoints = append(t.Endpoints, endpoint(w, true))
		}
		for _, r := range readers {
			t.Endpoints = append(t.Endpoints, endpoint(r, false))
		}
		out = append(out, t)
	}
	return out, nil
}

// endpoint is one of rcl's endpoints as ours. The first twelve bytes of a DDS GUID are
// its participant's.
func endpoint(e rclgo.TopicEndpointInfo, writer bool) ros.EndpointInfo {
	info := ros.EndpointInfo{Type: e.TopicType, Writer: writer, QoS: qosOf(e.QosProfile)}
	if e.NodeName != "" && !strings.HasPrefix(e.NodeName, "_NODE_NAME_UNKNOWN_") {
		info.Node = strings.TrimSuffix(e.NodeNamespace, "/") + "/" + e.NodeName
	}
	copy(info.GID[:], e.EndpointGID[:])
	copy(info.Participant[:12], info.GID[:12])
	return info
}

// serves tells whether some node offers a service.
func (n *node) serves(service string) bool {
	names, spaces, err := n.rcl.GetNodeNames()
	if err != nil {
		return false
	}
	for i, name := range names {
		served, err := n.rcl.GetServiceNamesAndTypesByNode(name, spaces[i])
		if _, there := served[service]; err == nil && there {
			return true
		}
	}
	return false
}

// lookEvery is how often the graph is looked at for changes: rclgo does not pass on
// rcl's own notice.
const lookEvery = 200 * time.Millisecond

// NotifyGraph tells of changes of the graph.
func (b *backend) NotifyGraph(changed chan<- struct{}) (stop func()) {
	done := make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		var last ros.Graph
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			g, err := b.Graph()
			if err != nil || reflect.DeepEqual(g, last) {
				continue
			}
			last = g
			select {
			case changed <- struct{}{}:
			default: // it has not been read since the last change
			}
		}
	})
	var once sync.Once
	return func() {
		once.Do(func() { close(done) })
		looking.Wait()
	}
}
