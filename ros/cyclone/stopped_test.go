package cyclone

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

type (
	describeRequest  = rclinterfaces.DescribeParametersRequest
	describeResponse = rclinterfaces.DescribeParametersResponse
)

// A writer that waits for acknowledgements stands still after 2 MB, until the stopped
// peer is given up. Twice as much must go through before that.
const (
	bigCalls = 64
	bigSize  = 64 << 10
)

// All clients of a service hear all of its replies.
func TestAStoppedClientDoesNotKeepOthersFromBeingAnswered(t *testing.T) {
	useOwnDomain(t, 70)
	keepStopped(t)
	server := openNode(t, "server")
	answer := stdsrvs.TriggerResponse{Success: true, Message: strings.Repeat("x", bigSize)}
	_, err := ros.Serve(server, "big", func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return answer, nil
	})
	require.NoError(t, err)
	p := startPartner(t, "ask", "/big").ready()
	client, err := ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](openNode(t, "client"), "big")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, client.WaitForServer(ctx))
	present := func() bool {
		g, err := server.Graph()
		require.NoError(t, err)
		return slices.ContainsFunc(g.Nodes, func(n ros.NodeInfo) bool { return n.Namespace == "/other" && n.Name == "partner" })
	}
	eventually(t, "the partner's node is known", present)
	stop(t, p)
	for i := range bigCalls {
		got, err := client.Call(ctx, stdsrvs.TriggerRequest{})
		require.NoError(t, err, "call %d", i)
		require.Equal(t, answer, got)
	}
	require.True(t, present(), "the stopped one must not have been given up meanwhile")
}

func TestARequestToAStoppedServerEndsWithItsContext(t *testing.T) {
	useOwnDomain(t, 71)
	keepStopped(t)
	n := openNode(t, "client")
	client, err := ros.NewClient[describeRequest, describeResponse](n, "describe")
	require.NoError(t, err)
	p := startPartner(t, "describe", "/describe").ready()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, client.WaitForServer(ctx))
	big := describeRequest{Names: []string{strings.Repeat("x", bigSize)}}
	_, err = client.Call(ctx, big)
	require.NoError(t, err)
	stop(t, p)
	for range bigCalls {
		brief, cancel := context.WithTimeout(ctx, time.Millisecond)
		_, err := client.Call(brief, big)
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
	require.True(t, client.Ready(), "the stopped one must not have been given up meanwhile")
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGCONT))
	_, err = client.Call(ctx, big)
	require.NoError(t, err, "awake again, it answers")
}

// stop halts all threads of a process until the test ends.
func stop(t *testing.T, p *process) {
	t.Helper()
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGSTOP))
	t.Cleanup(func() { _ = p.cmd.Process.Signal(syscall.SIGCONT) })
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", p.cmd.Process.Pid))
	require.NoError(t, err)
	require.NotEmpty(t, threads)
	for _, thread := range threads {
		eventually(t, "the thread halts", func() bool {
			status, err := os.ReadFile(thread)
			return err != nil || strings.Contains(string(status), "\nState:\tT")
		})
	}
}
