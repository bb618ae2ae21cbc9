package graph

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"gonao/ros"
)

// Patience is how long to wait until the graph counts as complete. It is complete when it
// has not changed for Settled or, if the node of every endpoint is known, for Quiet.
// Without any other node the search ends after Nobody.
type Patience struct{ Settled, Quiet, Nobody time.Duration }

// DefaultPatience is long enough for nodes on other machines, and for those on Fast DDS: their endpoints are known up to 2
// s before their names.
var DefaultPatience = Patience{Settled: 2 * time.Second, Quiet: 250 * time.Millisecond, Nobody: 1500 * time.Millisecond}

// lookPeriod is how often the graph is read while no change is reported.
const lookPeriod = 50 * time.Millisecond

// Graph returns the graph without the node n. It blocks until the graph is complete, at
// most for wait.
func (t Access) Graph(n *ros.Node, wait time.Duration) (ros.Graph, error) {
	g, _, err := t.Search(n, wait, nil)
	return g, err
}

// Search returns the graph without the node n. It blocks until found returns true (nil:
// always) and the graph is complete, at most for wait. ok reports whether found returned
// true.
func (t Access) Search(n *ros.Node, wait time.Duration, found func(ros.Graph) bool) (g ros.Graph, ok bool, err error) {
	signal := n.GraphChanged()
	tick := time.NewTicker(min(lookPeriod, t.Quiet))
	defer tick.Stop()
	var last ros.Graph
	start := time.Now()
	changed := start
	for {
		all, err := n.Graph()
		if err != nil {
			return ros.Graph{}, false, err
		}
		now := time.Now()
		if !reflect.DeepEqual(all, last) {
			last, changed = all, now
			g = without(all, n.FullName())
			ok = found == nil && len(g.Nodes)+len(g.Topics) > 0 || found != nil && found(g)
		}
		unchanged := now.Sub(changed)
		switch {
		case ok && (unchanged >= t.Settled || unchanged >= t.Quiet && complete(g)),
			now.Sub(start) >= wait, found == nil && !ok && now.Sub(start) >= t.Nobody:
			return g, ok, nil
		}
		select {
		case <-n.Context().Done():
			return ros.Graph{}, false, n.Context().Err()
		case <-signal:
		case <-tick.C:
		}
	}
}

// complete reports whether the node of each endpoint is known.
func complete(g ros.Graph) bool {
	for _, list := range [][]ros.TopicInfo{g.Topics, g.Services} {
		for _, i := range list {
			unknown := func(e ros.EndpointInfo) bool { return e.Node == "" }
			if len(i.Endpoints) == 0 || slices.ContainsFunc(i.Endpoints, unknown) {
				return false
			}
		}
	}
	return true
}

// without returns the graph without a node.
func without(g ros.Graph, node string) ros.Graph {
	g.Nodes = slices.DeleteFunc(slices.Clone(g.Nodes), func(n ros.NodeInfo) bool { return n.FullName() == node })
	return g
}

// Hidden reports whether a part of a name begins with an underscore.
func Hidden(name string) bool { return strings.Contains(name, "/_") }

// NoteEmpty prints a note on the error output if the graph has no node. Without it an empty
// list would look like a broken tool.
func (t Access) NoteEmpty(g ros.Graph) {
	if len(g.Nodes) == 0 {
		fmt.Fprintln(t.Errs, "no node found: start some with gonao launch sim.launch.yaml, or set ROS_DOMAIN_ID as where they run")
	}
}
