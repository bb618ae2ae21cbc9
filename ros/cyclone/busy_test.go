package cyclone

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros"
)

// With ROS's own depth of 10, some of these calls are never answered.
func TestManyCallsAtOnceAreAllAnswered(t *testing.T) {
	useOwnDomain(t, 41)
	const clients, calls = 4, 50
	server := openNode(t, "server")
	_, err := ros.Serve(server, "add", func(_ context.Context, q exampleinterfaces.AddTwoIntsRequest) (exampleinterfaces.AddTwoIntsResponse, error) {
		return exampleinterfaces.AddTwoIntsResponse{Sum: q.A + q.B}, nil
	})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var all sync.WaitGroup
	failed := make(chan error, clients*calls)
	for range clients {
		c, err := ros.NewClient[exampleinterfaces.AddTwoIntsRequest, exampleinterfaces.AddTwoIntsResponse](openNode(t, "client"), "add")
		require.NoError(t, err)
		require.NoError(t, c.WaitForServer(ctx))
		for i := range int64(calls) {
			all.Go(func() {
				answer, err := c.Call(ctx, exampleinterfaces.AddTwoIntsRequest{A: i, B: 1})
				if err == nil && answer.Sum != i+1 {
					err = errors.New("the answer to another question")
				}
				if err != nil {
					failed <- err
				}
			})
		}
	}
	all.Wait()
	close(failed)
	for err := range failed {
		require.NoError(t, err)
	}
}
