package tool_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	exampleinterfaces "gonao/msgs/example_interfaces"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

func TestServicesAreCalled(t *testing.T) {
	g := tooltest.New(t)
	_, err := ros.Serve(g.Node, "sum", func(_ context.Context, q exampleinterfaces.AddTwoIntsRequest) (exampleinterfaces.AddTwoIntsResponse, error) {
		return exampleinterfaces.AddTwoIntsResponse{Sum: q.A + q.B}, nil
	})
	require.NoError(t, err)
	_, err = ros.Serve(g.Node, "silent", func(ctx context.Context, _ stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return stdsrvs.TriggerResponse{}, errors.New("no answer")
	})
	require.NoError(t, err)
	out, err := g.Gonao("service", "call", "/nao1/sum", "example_interfaces/srv/AddTwoInts", "{a: 1, b: 2}")
	require.NoError(t, err)
	require.Equal(t, "requester: making request: example_interfaces.srv.AddTwoInts_Request(a=1, b=2)\n\n"+
		"response:\nexample_interfaces.srv.AddTwoInts_Response(sum=3)\n\n", out)
	_, err = g.Gonao("service", "call", "/nao1/silent", "std_srvs/Trigger", "--timeout", "10ms")
	require.EqualError(t, err, "service /nao1/silent: no answer within 10ms")
}

func TestCallsOfAServiceAreShown(t *testing.T) {
	g := tooltest.New(t)
	n, err := ros.NewNode(t.Context(), g.Bus, "adder", ros.NodeOptions{Namespace: "/nao1", ServiceIntrospection: "contents"})
	require.NoError(t, err)
	defer n.Close()
	_, err = ros.Serve(n, "sum", func(_ context.Context, q exampleinterfaces.AddTwoIntsRequest) (exampleinterfaces.AddTwoIntsResponse, error) {
		return exampleinterfaces.AddTwoIntsResponse{Sum: q.A + q.B}, nil
	})
	require.NoError(t, err)
	c, err := ros.NewClient[exampleinterfaces.AddTwoIntsRequest, exampleinterfaces.AddTwoIntsResponse](n, "sum")
	require.NoError(t, err)
	calling, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { // until echo has subscribed and seen two events
		defer close(ended)
		for calling.Err() == nil {
			_, _ = c.Call(calling, exampleinterfaces.AddTwoIntsRequest{A: 1, B: 2})
		}
	}()
	out, err := g.Gonao("service", "echo", "/nao1/sum", "-n", "4")
	stop()
	<-ended
	require.NoError(t, err)
	require.Contains(t, out, "info:\n  event_type: REQUEST_")
	require.Contains(t, out, "  event_type: RESPONSE_")
	require.Contains(t, out, "request:\n- a: 1\n  b: 2\nresponse: []\n---\n")
	require.Contains(t, out, "request: []\nresponse:\n- sum: 3\n---\n")
}
