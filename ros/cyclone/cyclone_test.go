package cyclone

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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
