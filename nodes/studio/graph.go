package studio

import (
	"maps"
	"slices"

	"gonao/ros"
	"gonao/studio/foxglove"
)

// connections returns the graph as clients see it.
func connections(n *ros.Node) foxglove.Graph {
	g, err := n.Graph()
	if err != nil {
		return foxglove.Graph{} // the backend is closing
	}
	published, subscribed, served := map[string][]string{}, map[string][]string{}, map[string][]string{}
	for _, node := range g.Nodes {
		name := node.FullName()
		for topics, names := range map[*map[string][]string][]string{&published: node.Publishes, &subscribed: node.Subscribes, &served: node.Serves} {
			for _, topic := range names {
				(*topics)[topic] = append((*topics)[topic], name)
			}
		}
	}
	return foxglove.Graph{Published: peers(published), Subscribed: peers(subscribed), Services: peers(served)}
}

// peers returns topics sorted by name, each with its nodes in the order of the graph, which is sorted.
func peers(topics map[string][]string) []foxglove.TopicPeers {
	out := make([]foxglove.TopicPeers, 0, len(topics))
	for _, name := range slices.Sorted(maps.Keys(topics)) {
		out = append(out, foxglove.TopicPeers{Name: name, Peers: slices.Compact(topics[name])})
	}
	return out
}
