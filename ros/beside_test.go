package ros_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

func TestNodesBesideEachOtherShareNamespaceClockAndRemaps(t *testing.T) {
	bus := inproc.NewBus()
	n, err := ros.NewNode(t.Context(), bus, "player", ros.NodeOptions{Namespace: "/red1", Remaps: []ros.Remap{{From: "chatter", To: "talk"}}})
	require.NoError(t, err)
	defer n.Close()
	b, err := ros.Beside(n, "team_comm", nil)
	require.NoError(t, err)
	defer b.Close()
	require.Equal(t, "/red1/team_comm", b.FullName())
	require.Same(t, n.Clock, b.Clock)
	heard, err := ros.Subscribe[stdmsgs.String](n, "/red1/talk")
	require.NoError(t, err)
	say, err := ros.Advertise[stdmsgs.String](b, "chatter")
	require.NoError(t, err)
	require.NoError(t, say.Publish(stdmsgs.String{Data: "hello"}))
	select {
	case m := <-heard.C():
		require.Equal(t, "hello", m.Data)
	case <-time.After(time.Minute):
		t.Fatal("nothing was heard")
	}
	require.NoError(t, n.Close())
	require.Error(t, b.Context().Err(), "it ends with the other node")
}
