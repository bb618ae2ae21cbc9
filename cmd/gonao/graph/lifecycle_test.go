package graph_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/ros"
)

type config struct {
	ros.Lifecycle `yaml:",inline"`
}

func TestTheStatesOfAManagedNodeAreShownAndChanged(t *testing.T) {
	g := tooltest.New(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- ros.Managed(func(ctx context.Context, n *ros.Node, _ config) error {
			n.Ready()
			<-ctx.Done()
			return ctx.Err()
		})(ctx, g.Node, config{})
	}()
	for _, c := range []struct{ line, want string }{
		{"get /nao1/talker --timeout 20s", "unconfigured [1]\n"},
		{"nodes", "/nao1/talker\n"},
		{"list /nao1/talker", "configure [1]: unconfigured → inactive\nshutdown [5]: unconfigured → finalized\n"},
		{"set /nao1/talker configure", "inactive [2]\n"},
		{"set nao1/talker 3", "active [3]\n"},
		{"get", "/nao1/talker: active [3]\n"},
		{"set /nao1/talker deactivate", "inactive [2]\n"},
		{"set /nao1/talker shutdown", "finalized [4]\n"},
	} {
		out, err := g.Gonao(append([]string{"lifecycle"}, strings.Fields(c.line)...)...)
		require.NoError(t, err, c.line)
		require.Equal(t, c.want, out, c.line)
	}
	_, err := g.Gonao("lifecycle", "set", "/nao1/talker", "activate")
	require.ErrorContains(t, err, `transition "activate": not one of the state finalized [4]`)
	stop()
	require.NoError(t, <-ended)
	_, err = g.Gonao("lifecycle", "get", "/nao1/nobody", "--timeout", "100ms")
	require.ErrorContains(t, err, "/nao1/nobody")
}
