package ros_test

import (
	"bytes"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

func TestRulesThatFitNothingAreWarnedOfOnceTheNodeHasStarted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		n, err := ros.NewNode(t.Context(), inproc.NewBus(), "talker", ros.NodeOptions{
			Namespace: "/nao1", Logger: slog.New(slog.NewTextHandler(&log, nil)),
			Remaps: []ros.Remap{{From: "chater", To: "words"}, {From: "chatter", To: "talk"}, {From: "zzz", To: "y"}},
		})
		require.NoError(t, err)
		time.Sleep(4 * time.Second) // a slow start
		pub, err := ros.Advertise[stdmsgs.String](n, "chatter")
		require.NoError(t, err)
		require.Equal(t, "/nao1/talk", pub.Topic())
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.NoError(t, n.Close())
		require.Contains(t, log.String(), `remap rule chater:=words fits no name of this node (did you mean \"/nao1/chatter\"?)`)
		require.Contains(t, log.String(), `remap rule zzz:=y fits no name of this node: expected the name of a topic`)
		require.NotContains(t, log.String(), "chatter:=talk")
	})
}

func TestAClosedNodeWarnsOfNoRules(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		n, err := ros.NewNode(t.Context(), inproc.NewBus(), "talker", ros.NodeOptions{
			Logger: slog.New(slog.NewTextHandler(&log, nil)), Remaps: []ros.Remap{{From: "a", To: "b"}},
		})
		require.NoError(t, err)
		require.NoError(t, n.Close())
		time.Sleep(time.Minute)
		require.NotContains(t, log.String(), "remap rule")
	})
}
