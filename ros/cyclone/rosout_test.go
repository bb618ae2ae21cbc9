package cyclone

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
)

func TestALateReaderGetsTheLog(t *testing.T) {
	useOwnDomain(t, 47)
	n, _ := openLoggedNode(t, "talker")
	before := time.Now()
	n.Log.Warn("the ball is gone", "metres", 1.5)
	reader := openNode(t, "reader")
	sub, err := ros.Subscribe[rclinterfaces.Log](reader, "/rosout", ros.TransientLocal(), ros.Depth(1000))
	require.NoError(t, err)
	m := receive(t, sub.C())
	require.Equal(t, "the ball is gone metres=1.5", m.Msg)
	require.Equal(t, "talker", m.Name)
	require.Equal(t, rclinterfaces.LogWarn, m.Level)
	require.WithinRange(t, ros.StampTime(m.Stamp), before, time.Now())
	require.True(t, strings.HasSuffix(m.File, "rosout_test.go"), m.File)
	require.True(t, strings.HasSuffix(m.Function, "TestALateReaderGetsTheLog"), m.Function)
	require.Positive(t, m.Line)

	g, err := n.Graph()
	require.NoError(t, err)
	for _, topic := range g.Topics {
		for _, e := range topic.Endpoints {
			if topic.Name == "/rosout" && e.Writer {
				require.Equal(t, ros.QoS{Reliable: true, TransientLocal: true, Depth: 1000, Lifespan: 10 * time.Second}, e.QoS)
			}
		}
	}
}

func TestTheLastWordsOfANodeReachRosout(t *testing.T) {
	useOwnDomain(t, 48)
	reader := openNode(t, "reader")
	sub, err := ros.Subscribe[rclinterfaces.Log](reader, "/rosout", ros.Depth(100))
	require.NoError(t, err)
	b, err := Open()
	require.NoError(t, err)
	defer b.Close()
	n, err := ros.NewNode(t.Context(), b, "talker", ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	n.Log.Error("falling")
	require.NoError(t, n.Close())
	for {
		if m := receive(t, sub.C()); m.Name == "nao1.talker" {
			require.Equal(t, "falling", m.Msg)
			return
		}
	}
}
