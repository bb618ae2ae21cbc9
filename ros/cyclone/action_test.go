package cyclone

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros"
)

func TestAnActionInAnotherProcess(t *testing.T) {
	useOwnDomain(t, 6)
	startPartner(t, "fibonacci").ready()
	c, err := ros.NewActionClient[exampleinterfaces.FibonacciGoal, exampleinterfaces.FibonacciResult,
		exampleinterfaces.FibonacciFeedback](openNode(t, "client"), "fibonacci")
	require.NoError(t, err)
	ctx := t.Context()
	require.NoError(t, c.WaitForServer(ctx))

	long, err := c.Send(ctx, exampleinterfaces.FibonacciGoal{Order: 30}, nil)
	require.NoError(t, err)

	var mu sync.Mutex
	var heard []int
	h, err := c.Send(ctx, exampleinterfaces.FibonacciGoal{Order: 5}, func(f exampleinterfaces.FibonacciFeedback) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, len(f.Sequence))
	})
	require.NoError(t, err)
	res, status, err := h.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusSucceeded, status)
	require.Equal(t, []int32{0, 1, 1, 2, 3, 5}, res.Sequence)
	// Feedback travels on a topic of its own and is heard until the result is there.
	mu.Lock()
	for i, n := range heard {
		require.Equal(t, i+3, n)
	}
	mu.Unlock()

	h, err = c.Send(ctx, exampleinterfaces.FibonacciGoal{Order: 2}, nil)
	require.NoError(t, err)
	res, status, err = h.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusAborted, status)
	require.Equal(t, []int32{0, 1, 1}, res.Sequence)

	_, err = c.Send(ctx, exampleinterfaces.FibonacciGoal{Order: -1}, nil)
	require.ErrorIs(t, err, ros.ErrRejected)

	require.NoError(t, long.Cancel(ctx))
	_, status, err = long.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusCanceled, status)
	require.NoError(t, long.Cancel(ctx))
}

func TestAnActionServerMayDieAndComeBack(t *testing.T) {
	useOwnDomain(t, 17)
	first := startPartner(t, "fibonacci").ready()
	c, err := ros.NewActionClient[exampleinterfaces.FibonacciGoal, exampleinterfaces.FibonacciResult,
		exampleinterfaces.FibonacciFeedback](openNode(t, "client"), "fibonacci")
	require.NoError(t, err)
	ctx := t.Context()
	lost, err := c.Send(ctx, exampleinterfaces.FibonacciGoal{Order: 30}, nil)
	require.NoError(t, err)

	require.NoError(t, first.cmd.Process.Kill())
	_ = first.cmd.Wait()
	startPartner(t, "fibonacci").ready()
	// For DDS the first one lives on for 10 s, so the client believes to be connected.
	h, err := c.Send(ctx, exampleinterfaces.FibonacciGoal{Order: 5}, nil)
	require.NoError(t, err)
	_, status, err := h.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusSucceeded, status)
	_, _, err = lost.Result(ctx)
	require.ErrorContains(t, err, "has no such goal")
}
