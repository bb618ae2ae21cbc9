package studio

import (
	"context"
	"time"

	"gonao/ros"
	"gonao/studio/foxglove"
)

// GraphView shows topics and services of a graph to the clients of a server, as the studio does: breakpoints of several
// browsers are merged.
type GraphView struct{ bridge *bridge }

// callWait is how long a client's call waits for its answer.
const callWait = 30 * time.Second

// NewGraphView returns a view of the graph of a node. around runs the function of a client's call, unless that only
// reads.
func NewGraphView(n *ros.Node, server *foxglove.Server, around func(do func())) *GraphView {
	b := newBridge(n, callWait)
	b.server, b.points, b.around = server, newBreakpoints(n), around
	b.graph = b.points.compare
	return &GraphView{b}
}

// Run follows the graph until ctx ends.
func (g *GraphView) Run(ctx context.Context) { g.bridge.run(ctx) }

// SessionEnded forgets the state of a session.
func (g *GraphView) SessionEnded(number uint32) { g.bridge.points.sessionEnded(number) }
