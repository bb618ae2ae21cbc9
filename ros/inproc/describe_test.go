package inproc_test

import (
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gonao/ros"
	"gonao/ros/inproc"
)

func TestANodeDescribesWhatItWasTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		server, other, n := fullNode(t, bus, "server"), fullNode(t, bus, "other"), newNode(t, bus, "client")
		require.NoError(t, server.Describe("kick_msgs", fstest.MapFS{
			"msg/Kick.msg": {Data: []byte("std_msgs/Header header\nfloat64 height_m\n")},
		}))
		d, err := ros.GetTypeDescription(t.Context(), n, "/nao1/server", "kick_msgs/msg/Kick", "")
		require.NoError(t, err)
		require.Equal(t, "kick_msgs/msg/Kick", d.TypeDescription.TypeName_)
		require.Len(t, d.ReferencedTypeDescriptions, 2, "the header and its time")
		_, err = ros.GetTypeDescription(t.Context(), n, "/nao1/server", "std_msgs/msg/String", stringHash)
		require.NoError(t, err, "gonao's own are still there")
		_, err = ros.GetTypeDescription(t.Context(), n, other.FullName(), "kick_msgs/msg/Kick", "")
		require.ErrorContains(t, err, "no definition of kick_msgs/msg/Kick")
	})
}

func TestNothingToDescribeIsAnError(t *testing.T) {
	n := newNode(t, inproc.NewBus(), "server")
	require.EqualError(t, n.Describe("kick_msgs", fstest.MapFS{}),
		"definitions of kick_msgs: expected msg/*.msg, srv/*.srv or action/*.action")
}
