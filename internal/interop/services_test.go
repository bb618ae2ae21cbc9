package interop

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros"
)

type (
	addRequest  = exampleinterfaces.AddTwoIntsRequest
	addResponse = exampleinterfaces.AddTwoIntsResponse
)

// twoClients returns two clients that have found the server of /add, and a context for their calls.
func twoClients(t *testing.T, n *ros.Node) (context.Context, [2]*ros.Client[addRequest, addResponse]) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	t.Cleanup(stop)
	var clients [2]*ros.Client[addRequest, addResponse]
	for i := range clients {
		c, err := ros.NewClient[addRequest, addResponse](n, "/add")
		require.NoError(t, err)
		require.NoError(t, c.WaitForServer(ctx))
		clients[i] = c
	}
	return ctx, clients
}

func TestACProgramsServiceAnswersUs(t *testing.T) {
	record(t, string(inC), "services: ours calls, header of rmw_cyclonedds")
	useOwnDomain(t)
	p := startPeer(t, inC)
	p.ask("serve /add serviceid=~1.10.8c.6e.1; serviceid=~1.10.8c.6e.1;")
	n := openNode(t, "node")
	ctx, clients := twoClients(t, n)
	p.awaitMatched("rq/addRequest", 2)
	p.awaitMatched("rr/addReply", 2) // the program sends a reply at once, and a reply without a reader is lost
	guids, numbers := map[string]bool{}, map[string]bool{}
	for i := range int64(4) {
		a, err := clients[i%2].Call(ctx, addRequest{A: i - 1<<40, B: 10 * i})
		require.NoError(t, err)
		require.Equal(t, 11*i-1<<40, a.Sum)
		fields := strings.Fields(p.received("rq/addRequest"))
		require.Equal(t, []string{fmt.Sprint(i - 1<<40), fmt.Sprint(10 * i)}, fields[2:4])
		guids[fields[0]], numbers[fields[1]] = true, true
	}
	require.Len(t, guids, 2, "each client has one guid")
	require.Len(t, numbers, 4, "requests are numbered over all clients of the process")
}

func TestWeAnswerACProgram(t *testing.T) {
	record(t, string(inC), "services: ours serves, header of rmw_cyclonedds")
	useOwnDomain(t)
	n := openNode(t, "node")
	_, err := ros.Serve(n, "/add", func(_ context.Context, q addRequest) (addResponse, error) {
		return addResponse{Sum: q.A + q.B}, nil
	})
	require.NoError(t, err)
	one, two := startPeer(t, inC), startPeer(t, inC)
	for _, p := range []*peer{one, two} {
		p.ask("client /add clientid=~1.10.8c.6e.%d;", p.cmd.Process.Pid)
		p.awaitMatched("rq/addRequest", 1) // the call is sent at once, before the readers of all replies are known
	}
	for i, number := range []int64{1, 7, 3, 1 << 40} { // numbers need not be consecutive
		for k, p := range []*peer{one, two} {
			guid, _ := strings.CutPrefix(p.ask("call /add %d %d %d", number, -i, 1<<33+k), "ok ")
			require.Equal(t, fmt.Sprintf("%s %d %d", guid, number, 1<<33+k-i), next(p, "rr/addReply", guid))
		}
	}
}

// rmw_fastrtps numbers calls in the header of the sample, where Cyclone neither reads nor writes.
func TestAFastProgramsServiceAnswersUs(t *testing.T) {
	record(t, string(inFast), "services: ours calls, header of rmw_fastrtps")
	useOwnDomain(t)
	p := startPeer(t, inFast)
	p.ask("serve /add")
	n := openNode(t, "node")
	ctx, clients := twoClients(t, n)
	p.awaitMatched("/add", 2)
	for i := range int64(6) {
		a, err := clients[i%2].Call(ctx, addRequest{A: i - 1<<40, B: 10 * i})
		require.NoError(t, err)
		require.Equal(t, 11*i-1<<40, a.Sum)
	}
}

// A C program is there, too: each client is answered in the form of its request, and neither takes the other's reply.
func TestWeAnswerAFastProgramAndACProgram(t *testing.T) {
	record(t, string(inFast), "services: ours serves, header of rmw_fastrtps")
	useOwnDomain(t)
	n := openNode(t, "node")
	_, err := ros.Serve(n, "/add", func(_ context.Context, q addRequest) (addResponse, error) {
		return addResponse{Sum: q.A + q.B}, nil
	})
	require.NoError(t, err)
	one, two, c := startPeer(t, inFast), startPeer(t, inFast), startPeer(t, inC)
	c.ask("client /add clientid=~1.10.8c.6e.1;")
	c.awaitMatched("rq/addRequest", 1)
	for _, p := range []*peer{one, two} {
		p.ask("client /add")
		p.awaitMatched("/add", 1)
	}
	for i := range int64(4) {
		for k, p := range []*peer{one, two} {
			require.Equal(t, fmt.Sprint("ok ", i+1), p.ask("call /add %d %d", -i, 1<<33+k))
			require.Equal(t, fmt.Sprintf("%d %d", i+1, 1<<33+int64(k)-i), p.received("/add"))
		}
		guid, _ := strings.CutPrefix(c.ask("call /add %d %d %d", i, i, 5), "ok ")
		require.Equal(t, fmt.Sprintf("%s %d %d", guid, i, i+5), next(c, "rr/addReply", guid))
	}
}

// next returns the next reply to a client. All clients of a topic receive all replies.
func next(p *peer, id, guid string) string {
	p.t.Helper()
	for {
		if text := p.received(id); strings.HasPrefix(text, guid) {
			return text
		}
	}
}
