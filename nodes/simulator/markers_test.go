package simulator

import (
	"testing"

	"github.com/stretchr/testify/require"

	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/sim/world"
)

func TestTheMarkersAreTheWorld(t *testing.T) {
	ground, err := world.Load("spl")
	require.NoError(t, err)
	byNs := map[string][]visualizationmsgs.Marker{}
	for _, m := range worldMarkers(ground).Markers {
		require.Equal(t, worldFrame, m.Header.FrameId)
		require.True(t, m.FrameLocked)
		byNs[m.Ns] = append(byNs[m.Ns], m)
	}
	require.InDelta(t, 10.4, byNs[markCarpet][0].Scale.X, 1e-9, "the field and its border")
	require.Len(t, byNs[markLines][0].Points, 2*len(ground.Field.Strokes()))
	require.InDelta(t, ground.Field.LineWidthM, byNs[markLines][0].Scale.X, 1e-9)
	require.Len(t, byNs[markGoals], 6, "two posts and a bar each")
	for _, m := range byNs[markGoals] {
		require.InDelta(t, 4.525, max(m.Pose.Position.X, -m.Pose.Position.X), 1e-9)
	}
	for _, name := range []string{"ball", "ball_green", "ball_red"} {
		require.Len(t, byNs[markBall+name], 1, name)
		require.InDelta(t, 0.1, byNs[markBall+name][0].Scale.X, 1e-9, name)
	}
	require.InDelta(t, 0.6, byNs[markBall+"ball_green"][0].Pose.Position.Z, 1e-9)

	empty, err := world.Load("empty")
	require.NoError(t, err)
	require.Equal(t, markCarpet, worldMarkers(empty).Markers[0].Ns, "a floor is always there")
}
