// Package backendtest holds the tests that every backend must pass, so that nodes work on each alike: each backend's own
// tests run them.
package backendtest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros"
)

// patience is how long a test waits for an expected event. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// UseOwnDomain keeps the test apart from others on this host and network.
func UseOwnDomain(t testing.TB, n int) {
	t.Helper()
	t.Setenv("ROS_DOMAIN_ID", fmt.Sprint((os.Getpid()*7+n)%101))
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("ROS_LOCALHOST_ONLY", "")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_backend_%d_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid(), n))
}

// CallEnds is the test that a bus without goroutines of its own cannot pass, because there the caller itself runs the
// handler.
const CallEnds = "a call ends with its context"

// Run runs all but those named in without; open is called once for each node.
func Run(t *testing.T, open ros.Opener, without ...string) {
	for name, test := range map[string]func(*testing.T, ros.Opener){
		"messages arrive in order":                        inOrder,
		"a message of any size arrives whole":             anySize,
		"a late reader gets what was kept":                lateReader,
		"a best-effort writer has no reliable reader":     misfit,
		"a closed endpoint is left alone":                 closing,
		"a service answers several clients":               service,
		CallEnds:                                          callEnds,
		"a handler may call another service":              nested,
		"an action runs, is refused, and is cancelled":    action,
		"the graph shows nodes, topics and services":      graph,
		"endpoints may be made while messages are coming": busy,
		"what was sent before the end arrives":            lastWords,
		"who is kept apart by QoS is told":                told,
		"a message says when it was sent":                 sent,
	} {
		if !slices.Contains(without, name) {
			t.Run(name, func(t *testing.T) { test(t, open) })
		}
	}
}

func newNode(t testing.TB, open ros.Opener, name string) *ros.Node {
	t.Helper()
	b, err := open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := ros.NewNode(context.Background(), b, name, ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

// pair returns two nodes with their own backends.
func pair(t *testing.T, open ros.Opener) (a, b *ros.Node) {
	t.Helper()
	return newNode(t, open, "alpha"), newNode(t, open, "beta")
}

func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		require.Fail(t, "nothing arrived", "after %v", patience)
		panic("unreachable")
	}
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, patience, 5*time.Millisecond, what)
}

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}
