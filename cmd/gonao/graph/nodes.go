package graph

import (
	"cmp"
	"slices"
	"time"

	"gonao/ros"
)

// NodeNames returns the full names of the nodes, sorted. Hidden ones are left out unless
// all is set.
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

// AwaitNode blocks until a node is in the graph, at most for wait.
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

// nodeLabel returns the name of a node, or words for a node without one.
func nodeLabel(name string) string {
	return cmp.Or(name, "an unnamed node")
}
