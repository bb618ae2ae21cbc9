package graph

import (
	"context"
	"fmt"
	"time"

	"gonao/ros"
)

// awaitServer blocks until a client has found its server, at most for wait. peers are the
// endpoints of that server in the graph.
func awaitServer(ctx context.Context, wait time.Duration, client interface{ WaitForServer(context.Context) error }, peers []ros.EndpointInfo) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if err := client.WaitForServer(ctx); err != nil {
		return fmt.Errorf("%w%s", err, rmwHint(peers))
	}
	return nil
}

// sameType returns an error if a topic, service or action has other types than typeName.
func sameType(k Kind, g ros.Graph, name, typeName string) error {
	x, ok := k.find(g, name)
	for _, typ := range x.Types {
		if typ == typeName {
			return nil
		}
	}
	if !ok || len(x.Types) == 0 {
		return nil
	}
	return fmt.Errorf("%s %s is of type %s, not %s", k.Word, name, x.Types[0], typeName)
}

// rmwHint returns a sentence in parentheses if the RMW of an endpoint keeps services from
// answering gonao, else "".
func rmwHint(endpoints []ros.EndpointInfo) string {
	for _, e := range endpoints {
		if e.RMW == "rmw_fastrtps_cpp" {
			return fmt.Sprintf(" (%s speaks %s, whose services cannot answer us: start it with RMW_IMPLEMENTATION=rmw_cyclonedds_cpp)", nodeLabel(e.Node), e.RMW)
		}
	}
	return ""
}
