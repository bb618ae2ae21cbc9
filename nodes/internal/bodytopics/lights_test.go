package bodytopics

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
)

func TestLightsOfTheTopicAreTheRobots(t *testing.T) {
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "nao_driver", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	l, err := newCommander(t.Context(), n, idle{}, "")
	require.NoError(t, err)
	var got nao.Lights
	require.False(t, l.Lights(&got), "nobody has wished for any")

	lights, err := ros.Advertise[msgs.Lights](n, "lights", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	m := msgs.Lights{Chest: stdmsgs.ColorRGBA{R: 1, G: 0.5}}
	m.RightEye[2].B, m.Skull[11], m.LeftEar[9] = 0.25, 0.75, 1
	require.NoError(t, lights.Publish(m))
	require.True(t, l.Lights(&got))
	require.Equal(t, nao.Color{R: 1, G: 0.5}, got.Chest)
	require.InDelta(t, 0.25, got.RightEye[2].B, 0)
	require.InDelta(t, 0.75, got.Skull[11], 0)
	require.InDelta(t, 1, got.LeftEar[9], 0)
	require.False(t, l.Lights(&got), "it stays until the next")
}
