package graph

import (
	"slices"
	"time"

	"gonao/ros"
)

// NodeNames gives the nodes' full names, sorted; hidden ones only with all.
func NodeNames(g ros.Graph, all bool) []string {
	var names []string
	for _, node := range g.Nodes {
		if all || !Hidden(node.FullName()) {
			names = append(names, node.FullName())
		}
	}
	slices.Sort(names)
	return names
}

// AwaitNode waits for a node to appear.
func (t Access) AwaitNode(n *ros.Node, name string, wait time.Duration) (ros.NodeInfo, ros.Graph, error) {
	name = Absolute(name)
	index := func(g ros.Graph) int {
		return slices.IndexFunc(g.Nodes, func(i ros.NodeInfo) bool { return i.FullName() == name })
	}
	g, ok, err := t.Search(n, wait, func(g ros.Graph) bool { return index(g) >= 0 })
	if err != nil {
		return ros.NodeInfo{}, g, err
	}
	if !ok {
		return ros.NodeInfo{}, g, noSuch("node", name, NodeNames(g, true))
	}
	return g.Nodes[index(g)], g, nil
}

// NodeOr names a node that may not be known.
func NodeOr(name string) string {
	if name == "" {
		return "an unnamed node"
	}
	return name
}
