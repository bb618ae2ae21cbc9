package inproc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

func newNode(t *testing.T, bus *inproc.Bus, name string) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{Namespace: "nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

func TestAMessageIsThereWhenPublishReturns(t *testing.T) {
	n := newNode(t, inproc.NewBus(), "talker")
	sub, err := ros.Subscribe[stdmsgs.String](n, "chatter", ros.Depth(2))
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](n, "/nao1/chatter")
	require.NoError(t, err)
	require.Equal(t, 1, pub.Subscribers())
	for _, text := range []string{"lost", "first", "second"} {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: text}))
	}
	require.Equal(t, "first", (<-sub.C()).Data, "the oldest makes room")
	require.Equal(t, "second", (<-sub.C()).Data)
	require.EqualValues(t, 1, sub.Dropped())
}
