package gazebobridge

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

// topicsBench is a bridge between a tester in ROS and a peer in Gazebo's network.
type topicsBench struct {
	t      *testing.T
	bridge *Bridge
	tester *ros.Node
	peer   *transport.Node
}

func newTopicsBench(t *testing.T, file string) *topicsBench {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bridge.yaml")
	require.NoError(t, os.WriteFile(path, []byte(file), 0o600))
	entries, err := load(path, Pairs())
	require.NoError(t, err)
	o := transport.Options{Partition: "topics" + time.Now().Format("150405.000000000"), IP: "127.0.0.1"}
	b := &topicsBench{t: t}
	b.peer, err = transport.Open(o)
	require.NoError(t, err)
	t.Cleanup(func() { b.peer.Close() })
	bus := inproc.NewBus()
	b.tester = newNode(t, bus, "tester")
	n := newNode(t, bus, "gazebo_bridge")
	b.bridge, err = Open(n, o, entries)
	require.NoError(t, err)
	t.Cleanup(b.bridge.Close)
	return b
}

func newNode(t *testing.T, bus *inproc.Bus, name string) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() { n.Close() })
	return n
}

func topicsReceive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case m := <-c:
		return m
	case <-time.After(2 * time.Minute):
		require.Fail(t, "nothing arrives")
		panic("unreachable")
	}
}

// listen subscribes in Gazebo's network.
func (b *topicsBench) listen(topic, typeName string) <-chan transport.Message {
	b.t.Helper()
	c := make(chan transport.Message, 1000)
	s, err := b.peer.Subscribe(topic, typeName, func(m transport.Message) { c <- m })
	require.NoError(b.t, err)
	b.t.Cleanup(s.Close)
	return c
}

// publish advertises in Gazebo's network and waits for the bridge.
func (b *topicsBench) publish(topic, typeName string) *transport.Publisher {
	b.t.Helper()
	p, err := b.peer.Advertise(topic, typeName)
	require.NoError(b.t, err)
	require.NoError(b.t, p.AwaitSubscriber(b.t.Context()))
	return p
}

// connected blocks until the bridge's publisher has a subscriber.
func (b *topicsBench) connected() {
	b.t.Helper()
	for _, l := range b.bridge.links {
		if l.down != nil {
			require.NoError(b.t, l.down.AwaitSubscriber(b.t.Context()))
		}
	}
}

// matched waits until a reader of the tester's, or a writer, has met the bridge.
func matched(t *testing.T, others func() int) {
	t.Helper()
	require.Eventually(t, func() bool { return others() > 0 }, 2*time.Minute, time.Millisecond)
}

func entryOf(p Pair, direction string) string {
	return "- ros_topic_name: " + "ros_side" + "\n  gz_topic_name: /gazebo/side\n  ros_type_name: " + p.ROS +
		"\n  gz_type_name: gz.msgs." + p.Gz + "\n  direction: " + direction + "\n"
}

const both = `
- ros_topic_name: door
  gz_topic_name: /door
  ros_type_name: std_msgs/msg/Int32
  gz_type_name: ignition.msgs.Int32
  direction: BIDIRECTIONAL
  subscriber_queue: 1000
  publisher_queue: 1000
`

func TestNothingComesBackToItsSender(t *testing.T) {
	b := newTopicsBench(t, both)
	inGz := b.listen("/door", "ignition.msgs.Int32")
	inROS, err := ros.Subscribe[stdmsgs.Int32](b.tester, "door", ros.Depth(1000))
	require.NoError(t, err)
	fromROS, err := ros.Advertise[stdmsgs.Int32](b.tester, "door")
	require.NoError(t, err)
	fromGz := b.publish("/door", "ignition.msgs.Int32")
	b.connected()
	matched(t, fromROS.Subscribers)
	// Equal and different ones, in turn, from both sides.
	for i := range int32(20) {
		require.NoError(t, fromGz.Send(&gzmsgs.Int32{Data: i / 2}))
		require.Equal(t, i/2, topicsReceive(t, inROS.C()).Data)
		require.NoError(t, fromROS.Publish(stdmsgs.Int32{Data: i / 2}))
		m := topicsReceive(t, inGz)
		var got gzmsgs.Int32
		require.NoError(t, m.Into(&got))
		require.Equal(t, i/2, got.GetData())
		require.Equal(t, i/2, topicsReceive(t, inROS.C()).Data, "the tester's own")
	}
	// The last message shows that nothing came between.
	require.NoError(t, fromROS.Publish(stdmsgs.Int32{Data: 99}))
	m := topicsReceive(t, inGz)
	var got gzmsgs.Int32
	require.NoError(t, m.Into(&got))
	require.EqualValues(t, 99, got.GetData())
	require.EqualValues(t, 99, topicsReceive(t, inROS.C()).Data)
	require.Empty(t, inROS.C())
	require.Empty(t, b.bridge.links[0].echoes.due)
}

func TestALostEchoHoldsAMessageBackBriefly(t *testing.T) {
	now := time.Unix(1, 0)
	e := echoes{now: func() time.Time { return now }}
	e.expect(1)
	require.False(t, e.returns(1), "the link does not hear itself")
	e.reset(true)
	e.expect(1)
	e.expect(1)
	require.False(t, e.returns(2))
	require.True(t, e.returns(1))
	now = now.Add(echoLasts + 1)
	require.False(t, e.returns(1), "too old")
}

func TestLazyListensInGazeboOnlyWhileSomebodyReads(t *testing.T) {
	for _, direction := range []string{"GZ_TO_ROS", "BIDIRECTIONAL"} {
		b := newTopicsBench(t, entryOf(Pair{ROS: "std_msgs/msg/Bool", Gz: "Boolean"}, direction)+"  lazy: true\n")
		p, err := b.peer.Advertise("/gazebo/side", "gz.msgs.Boolean")
		require.NoError(t, err)
		require.False(t, p.Subscribed())
		reader, err := ros.Subscribe[stdmsgs.Bool](b.tester, "ros_side")
		require.NoError(t, err)
		require.NoError(t, p.AwaitSubscriber(t.Context()), "%s: somebody reads", direction)
		require.NoError(t, p.Send(&gzmsgs.Boolean{Data: true}))
		require.True(t, topicsReceive(t, reader.C()).Data)
		require.NoError(t, reader.Close())
		require.Eventually(t, func() bool { return !p.Subscribed() }, 2*time.Minute, time.Millisecond, "%s: nobody reads", direction)
	}
}

func TestLazyListensInROSOnlyWhileGazeboDoes(t *testing.T) {
	b := newTopicsBench(t, entryOf(Pair{ROS: "std_msgs/msg/Bool", Gz: "Boolean"}, "ROS_TO_GZ")+"  lazy: true\n")
	p, err := ros.Advertise[stdmsgs.Bool](b.tester, "ros_side")
	require.NoError(t, err)
	require.Zero(t, p.Subscribers())
	c := make(chan transport.Message, 10)
	s, err := b.peer.Subscribe("/gazebo/side", "", func(m transport.Message) { c <- m })
	require.NoError(t, err)
	matched(t, p.Subscribers)
	require.NoError(t, p.Publish(stdmsgs.Bool{Data: true}))
	require.Equal(t, "gz.msgs.Boolean", topicsReceive(t, c).Type)
	s.Close()
	require.Eventually(t, func() bool { return p.Subscribers() == 0 }, 2*time.Minute, time.Millisecond)
}

func TestSpeaksTheServersGeneration(t *testing.T) {
	b := newTopicsBench(t, entryOf(Pair{ROS: "std_msgs/msg/Bool", Gz: "Boolean"}, "ROS_TO_GZ"))
	c := b.listen("/gazebo/side", "")
	b.bridge.SetGeneration(gzmsgs.Ignition)
	b.connected()
	p, err := ros.Advertise[stdmsgs.Bool](b.tester, "ros_side")
	require.NoError(t, err)
	require.NoError(t, p.Publish(stdmsgs.Bool{Data: true}))
	require.Equal(t, "ignition.msgs.Boolean", topicsReceive(t, c).Type)
}

func TestMessagesThatCannotBeBridgedAreLoggedAndTheNextOnesPass(t *testing.T) {
	b := newTopicsBench(t, entryOf(Pair{ROS: "sensor_msgs/msg/Image", Gz: "Image"}, "GZ_TO_ROS"))
	reader, err := subscribeImages(b)
	require.NoError(t, err)
	p := b.publish("/gazebo/side", "gz.msgs.Image")
	for _, bad := range []proto.Message{
		&gzmsgs.Image{},
		&gzmsgs.Image{Width: 2, Height: 2, Data: make([]byte, 3), PixelFormatType: gzmsgs.PixelFormatType_L_INT8},
	} {
		require.NoError(t, p.Send(bad))
	}
	require.NoError(t, p.Publish([]byte{0xff}))
	require.NoError(t, p.Send(&gzmsgs.Image{Width: 2, Height: 2, Data: []byte{1, 2, 3, 4}, PixelFormatType: gzmsgs.PixelFormatType_L_INT8}))
	m := topicsReceive(t, reader.C())
	require.Equal(t, "mono8", m.Encoding)
	require.EqualValues(t, 2, m.Step)
	require.Equal(t, []byte{1, 2, 3, 4}, m.Data)
}

func TestAWrongNameInROSNamesTheLine(t *testing.T) {
	for _, direction := range []string{"ROS_TO_GZ", "GZ_TO_ROS", "ROS_TO_GZ\n  lazy: true"} {
		entries, err := Parse([]byte("- ros_topic_name: a-b\n  gz_topic_name: /a\n  ros_type_name: std_msgs/msg/Bool\n"+
			"  gz_type_name: gz.msgs.Boolean\n  direction: "+direction), Pairs())
		require.NoError(t, err)
		_, err = Open(newNode(t, inproc.NewBus(), "gazebo_bridge"), transport.Options{Partition: "wrong", IP: "127.0.0.1"}, entries)
		require.ErrorContains(t, err, "entry in line 1: ")
		require.ErrorContains(t, err, "a-b")
	}
}
