package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/ros"
)

// askService calls a service below a node's name and waits for the answer. If no answer comes, the error is [context.DeadlineExceeded].
func askService[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](n *ros.Node, node, service string, request Q, wait time.Duration) (A, error) {
	ctx, cancel := context.WithTimeout(n.Context(), wait)
	defer cancel()
	answer, err := ros.Call[Q, A, PQ, PA](ctx, n, node+"/"+service, request)
	if errors.Is(err, context.DeadlineExceeded) {
		err = &noAnswer{node, service, wait}
	}
	return answer, err
}

// noAnswer is the error of a node that does not answer in time.
type noAnswer struct {
	node, service string
	wait          time.Duration
}

func (e *noAnswer) Error() string {
	return fmt.Sprintf("node %s: no answer to %s within %s", e.node, e.service, e.wait)
}

func (e *noAnswer) Unwrap() error { return context.DeadlineExceeded }
