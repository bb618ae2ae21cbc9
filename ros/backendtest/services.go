package backendtest

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

func add(_ context.Context, q exampleinterfaces.AddTwoIntsRequest) (exampleinterfaces.AddTwoIntsResponse, error) {
	return exampleinterfaces.AddTwoIntsResponse{Sum: q.A + q.B}, nil
}

func service(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	_, err := ros.Serve(a, "add", add)
	require.NoError(t, err)
	_, err = ros.Serve(a, "ping", func(context.Context, stdsrvs.EmptyRequest) (stdsrvs.EmptyResponse, error) {
		return stdsrvs.EmptyResponse{}, nil
	})
	require.NoError(t, err)
	_, err = ros.Serve(a, "echo", func(_ context.Context, q stdsrvs.SetBoolRequest) (stdsrvs.SetBoolResponse, error) {
		return stdsrvs.SetBoolResponse{Success: q.Data, Message: "it is so"}, nil
	})
	require.NoError(t, err)

	ctx := within(t)
	for k := range 2 {
		c, err := ros.NewClient[exampleinterfaces.AddTwoIntsRequest, exampleinterfaces.AddTwoIntsResponse](b, "add")
		require.NoError(t, err)
		require.NoError(t, c.WaitForServer(ctx))
		for i := range int64(10) {
			answer, err := c.Call(ctx, exampleinterfaces.AddTwoIntsRequest{A: i, B: int64(k) * 1000})
			require.NoError(t, err)
			require.Equal(t, i+int64(k)*1000, answer.Sum)
		}
	}
	ping, err := ros.NewClient[stdsrvs.EmptyRequest, stdsrvs.EmptyResponse](b, "ping")
	require.NoError(t, err)
	require.NoError(t, ping.WaitForServer(ctx))
	_, err = ping.Call(ctx, stdsrvs.EmptyRequest{})
	require.NoError(t, err)
	echo, err := ros.NewClient[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse](b, "echo")
	require.NoError(t, err)
	require.NoError(t, echo.WaitForServer(ctx))
	answer, err := echo.Call(ctx, stdsrvs.SetBoolRequest{Data: true})
	require.NoError(t, err)
	require.Equal(t, stdsrvs.SetBoolResponse{Success: true, Message: "it is so"}, answer)
}

func callEnds(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	asked := make(chan struct{}, 1)
	release := make(chan struct{})
	_, err := ros.Serve(a, "slow", func(ctx context.Context, _ stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		asked <- struct{}{}
		select {
		case <-release:
		case <-ctx.Done():
		}
		return stdsrvs.TriggerResponse{}, nil
	})
	require.NoError(t, err)
	c, err := ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](b, "slow")
	require.NoError(t, err)
	require.NoError(t, c.WaitForServer(within(t)))
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-asked
		cancel()
	}()
	_, err = c.Call(ctx, stdsrvs.TriggerRequest{})
	require.ErrorIs(t, err, context.Canceled)
	close(release)
}

// nested tests a handler of one service that creates a client and calls another service of the same node.
func nested(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	_, err := ros.Serve(a, "add", add)
	require.NoError(t, err)
	_, err = ros.Serve(a, "three", func(ctx context.Context, _ stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		c, err := ros.NewClient[exampleinterfaces.AddTwoIntsRequest, exampleinterfaces.AddTwoIntsResponse](a, "add")
		if err != nil {
			return stdsrvs.TriggerResponse{}, err
		}
		if err := c.WaitForServer(ctx); err != nil {
			return stdsrvs.TriggerResponse{}, err
		}
		sum, err := c.Call(ctx, exampleinterfaces.AddTwoIntsRequest{A: 1, B: 2})
		return stdsrvs.TriggerResponse{Success: sum.Sum == 3}, err
	})
	require.NoError(t, err)
	c, err := ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](b, "three")
	require.NoError(t, err)
	ctx := within(t)
	require.NoError(t, c.WaitForServer(ctx))
	answer, err := c.Call(ctx, stdsrvs.TriggerRequest{})
	require.NoError(t, err)
	require.True(t, answer.Success)
}

type (
	goal     = exampleinterfaces.FibonacciGoal
	result   = exampleinterfaces.FibonacciResult
	feedback = exampleinterfaces.FibonacciFeedback
)

// fibonacci counts up; with an order over 20 it never ends.
func fibonacci(ctx context.Context, g goal, say func(feedback)) (result, error) {
	sequence := []int32{0, 1}
	for i := int32(1); i < g.Order; i++ {
		sequence = append(sequence, sequence[i]+sequence[i-1])
		say(feedback{Sequence: sequence})
	}
	if g.Order > 20 {
		<-ctx.Done()
		return result{Sequence: sequence}, context.Cause(ctx)
	}
	return result{Sequence: sequence}, nil
}

func action(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	_, err := ros.ServeAction(a, "fibonacci", fibonacci, ros.Accept(func(g goal) error {
		if g.Order < 0 {
			return fmt.Errorf("order %d: expected 0 or more", g.Order)
		}
		return nil
	}))
	require.NoError(t, err)
	c, err := ros.NewActionClient[goal, result, feedback](b, "fibonacci")
	require.NoError(t, err)
	ctx := within(t)
	require.NoError(t, c.WaitForServer(ctx))

	long, err := c.Send(ctx, goal{Order: 30}, nil)
	require.NoError(t, err)
	heard := make(chan feedback, 100)
	short, err := c.Send(ctx, goal{Order: 5}, func(f feedback) { heard <- f })
	require.NoError(t, err)
	got, status, err := short.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusSucceeded, status)
	require.Equal(t, []int32{0, 1, 1, 2, 3, 5}, got.Sequence)

	_, err = c.Send(ctx, goal{Order: -1}, nil)
	require.ErrorIs(t, err, ros.ErrRejected)
	require.NoError(t, long.Cancel(ctx))
	_, status, err = long.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusCanceled, status)
}
