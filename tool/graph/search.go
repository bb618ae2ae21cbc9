package graph

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"gonao/ros"
)

// Patience says when the graph counts as complete: it has not changed for settled,
// or, once the node of every endpoint is known, for quiet. Where nobody is, we give up
// after nobody.
type Patience struct{ Settled, Quiet, Nobody time.Duration }

// DefaultPatience finds all of a graph over the air too.
var DefaultPatience = Patience{Settled: 700 * time.Millisecond, Quiet: 250 * time.Millisecond, Nobody: 1500 * time.Millisecond}

// LookPeriod is how often we look besides when something has changed.
const LookPeriod = 50 * time.Millisecond

// Graph gives the graph of the others once it is complete, or after wait.
func (t Access) Graph(n *ros.Node, wait time.Duration) (ros.Graph, error) {
	g, _, err := t.Search(n, wait, nil)
	return g, err
}

// Search gives the graph of the others once found (nil: anything) holds and it is
// complete, or after wait; ok tells whether found held.
func (t Access) Search(n *ros.Node, wait time.Duration, found func(ros.Graph) bool) (g ros.Graph, ok bool, err error) {
	signal := n.GraphChanged()
	tick := time.NewTicker(min(LookPeriod, t.Quiet))
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

// complete tells whether the node of each endpoint is known.
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

// without drops a node from the graph, such as our own.
func without(g ros.Graph, node string) ros.Graph {
	g.Nodes = slices.DeleteFunc(slices.Clone(g.Nodes), func(n ros.NodeInfo) bool { return n.FullName() == node })
	return g
}

// Hidden tells whether a part of the name begins with an underscore.
func Hidden(name string) bool { return strings.Contains(name, "/_") }

// NoteEmpty says on the error output when nobody was found, so that an empty list is
// not taken for a broken tool.
func (t Access) NoteEmpty(g ros.Graph) {
	if len(g.Nodes) == 0 {
		fmt.Fprintln(t.Errs, "no node found: is one running, with the same ROS_DOMAIN_ID?")
	}
}
