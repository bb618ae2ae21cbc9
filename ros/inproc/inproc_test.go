package inproc_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

func newNode(t *testing.T, bus *inproc.Bus, name string) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{Namespace: "nao1", Bare: true})
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

func TestAWatcherHasTheLatestUntilTimeGoesBack(t *testing.T) {
	bus := inproc.NewBus()
	n := newNode(t, bus, "watcher")
	w, err := ros.Watch[stdmsgs.String](n, "chatter")
	require.NoError(t, err)
	_, ok := w.Get()
	require.False(t, ok)
	require.True(t, w.Received().IsZero())

	pub, err := ros.Advertise[stdmsgs.String](n, "chatter")
	require.NoError(t, err)
	bus.Advance(3 * time.Second)
	require.NoError(t, pub.Publish(stdmsgs.String{Data: "old"}))
	require.NoError(t, pub.Publish(stdmsgs.String{Data: "new"}))
	m, ok := w.Get()
	require.True(t, ok)
	require.Equal(t, "new", m.Data)
	require.Equal(t, time.Unix(3, 0), w.Received())
	require.Len(t, w.Updates(), 1)

	bus.Clock().Set(time.Unix(0, 0))
	_, ok = w.Get()
	require.False(t, ok, "what was before the jump is forgotten")
}

func TestALateTransientLocalReaderGetsTheHistory(t *testing.T) {
	n := newNode(t, inproc.NewBus(), "talker")
	pub, err := ros.Advertise[stdmsgs.String](n, "state", ros.TransientLocal(), ros.Depth(2))
	require.NoError(t, err)
	for _, text := range []string{"a", "b", "c"} {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: text}))
	}
	late, err := ros.Subscribe[stdmsgs.String](n, "state", ros.TransientLocal(), ros.Depth(5))
	require.NoError(t, err)
	volatile, err := ros.Subscribe[stdmsgs.String](n, "state", ros.Depth(5))
	require.NoError(t, err)
	require.Len(t, late.C(), 2)
	require.Equal(t, "b", (<-late.C()).Data)
	require.Empty(t, volatile.C())
}

func TestQoSThatDoesNotFitIsNotConnected(t *testing.T) {
	n := newNode(t, inproc.NewBus(), "talker")
	pub, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.SensorData())
	require.NoError(t, err)
	_, err = ros.Subscribe[stdmsgs.String](n, "chatter", ros.Reliable())
	require.NoError(t, err)
	require.Zero(t, pub.Subscribers())
}

func TestTheGraphForgetsWhatIsClosed(t *testing.T) {
	bus := inproc.NewBus()
	n := newNode(t, bus, "talker")
	pub, err := ros.Advertise[stdmsgs.String](n, "chatter")
	require.NoError(t, err)
	g, err := n.Graph()
	require.NoError(t, err)
	require.Equal(t, []string{"/nao1/chatter"}, g.Nodes[0].Publishes)
	require.NoError(t, pub.Close())
	g, err = n.Graph()
	require.NoError(t, err)
	require.Empty(t, g.Nodes[0].Publishes)
	require.Empty(t, g.Topics)
}
