package cyclone

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// useOwnDomain gives the test its own DDS domain on this host.
func useOwnDomain(t testing.TB, n int) {
	t.Helper()
	t.Setenv("ROS_DOMAIN_ID", fmt.Sprint((os.Getpid()*7+n)%101))
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
}

func openNode(t testing.TB, name string) *ros.Node {
	t.Helper()
	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := ros.NewNode(context.Background(), b, name, ros.NodeOptions{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

func receive[T any](t testing.TB, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		require.Fail(t, "nothing arrived", "after %v", patience)
		panic("unreachable")
	}
}

func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, patience, 2*time.Millisecond, what)
}

func TestWhatIsPublishedArrivesInOrder(t *testing.T) {
	useOwnDomain(t, 1)
	n := openNode(t, "talker")
	sub, err := ros.Subscribe[stdmsgs.String](n, "chatter", ros.Depth(5))
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](n, "chatter")
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	for i := range 5 {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprint("hello ", i)}))
	}
	for i := range 5 {
		require.Equal(t, fmt.Sprint("hello ", i), receive(t, sub.C()).Data)
	}
}

func TestSimulatedTimeComesFromClock(t *testing.T) {
	useOwnDomain(t, 18)
	sim := openNode(t, "simulator")
	clock, err := ros.Advertise[rosgraphmsgs.Clock](sim, "/clock", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	b, err := Open()
	require.NoError(t, err)
	defer b.Close()
	n, err := ros.NewNode(t.Context(), b, "motion", ros.NodeOptions{UseSimTime: true})
	require.NoError(t, err)
	defer n.Close()
	require.Equal(t, time.Unix(0, 0), n.Clock.Now())
	require.False(t, n.Clock.Started())
	eventually(t, "/clock matches", func() bool { return clock.Subscribers() == 1 })

	jumps := make(chan time.Time, 1)
	n.Clock.OnJump(func(_, to time.Time) { jumps <- to })
	say := func(sec int64) {
		require.NoError(t, clock.Publish(rosgraphmsgs.Clock{Clock: ros.Stamp(time.Unix(sec, 0))}))
		eventually(t, "the time arrives", func() bool { return n.Clock.Now().Equal(time.Unix(sec, 0)) })
	}
	say(10)
	after := n.Clock.After(2 * time.Second)
	say(11)
	require.Empty(t, after)
	say(12)
	require.Equal(t, time.Unix(12, 0), receive(t, after))
	say(3) // the simulator was started again
	require.Equal(t, time.Unix(3, 0), receive(t, jumps))
}

func TestALateReaderGetsWhatATransientLocalPublisherKept(t *testing.T) {
	useOwnDomain(t, 19)
	n := openNode(t, "executor")
	pub, err := ros.Advertise[stdmsgs.String](n, "state", ros.TransientLocal(), ros.Depth(2))
	require.NoError(t, err)
	for i := range 3 {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprint(i)}))
	}
	sub, err := ros.Subscribe[stdmsgs.String](n, "state", ros.TransientLocal(), ros.Depth(5))
	require.NoError(t, err)
	require.Equal(t, "1", receive(t, sub.C()).Data)
	require.Equal(t, "2", receive(t, sub.C()).Data)
}
