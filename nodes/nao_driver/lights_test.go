package naodriver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/ros"
)

func TestLightsOfTheTopicAreTheRobots(t *testing.T) {
	b := newBench(t)
	lights, err := ros.Advertise[msgs.Lights](b.tester, "lights", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	m := msgs.Lights{Chest: stdmsgs.ColorRGBA{R: 1, G: 0.5}}
	m.RightEye[2].B, m.Skull[11], m.LeftEar[9] = 0.25, 0.75, 1
	require.NoError(t, lights.Publish(m))
	var got nao.Lights
	setLights(&got, &m)
	require.Equal(t, nao.Color{R: 1, G: 0.5}, got.Chest)
	require.InDelta(t, 0.25, got.RightEye[2].B, 0)
	require.InDelta(t, 0.75, got.Skull[11], 0)
	require.InDelta(t, 1, got.LeftEar[9], 0)
	state := b.cycle(standing())
	require.True(t, nao.Capabilities(state.Capabilities).Has(nao.CanLights|nao.TellsSonar))
}
