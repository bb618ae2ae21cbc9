package graph

import (
	"context"
	"fmt"
	"time"

	"gonao/ros"
)

// awaitServer blocks until a client has found its server, at most for wait.
func awaitServer(ctx context.Context, wait time.Duration, client interface{ WaitForServer(context.Context) error }) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return client.WaitForServer(ctx)
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
