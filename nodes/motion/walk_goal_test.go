package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
)

func TestAGoalOnATopicWalksAndEndsWhenItIsSilent(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		for i := range b.state.Fsr {
			b.state.Fsr[i] = 6.5
		}
		state := b.motionState(t)
		goals, err := ros.Advertise[geometrymsgs.PoseWithCovarianceStamped](b.n, "walk_goal")
		require.NoError(t, err)
		paths, err := ros.Advertise[geometrymsgs.PoseArray](b.n, "walk_path")
		require.NoError(t, err)
		b.standUp(t)
		goal := func(frame string, x, w float64) {
			var m geometrymsgs.PoseWithCovarianceStamped
			m.Header.FrameId = frame
			m.Pose.Pose.Position.X, m.Pose.Pose.Orientation.W = x, w
			m.Pose.Covariance[0], m.Pose.Covariance[7], m.Pose.Covariance[35] = 4e-4, 4e-4, 1e-3
			require.NoError(t, goals.Publish(m))
			b.run(t, 8)
		}
		name := func() string {
			s, _ := state.Get()
			return s.Name
		}
		goal("map", 1, 1)
		require.Equal(t, 1, b.said(`frame \"map\": expected base_footprint or odom`))
		goal("", 1, 0)
		goal("", math.NaN(), 1)
		goal("", 80, 1)
		b.run(t, 60)
		require.Equal(t, "standing", name(), "none of them is followed")
		for range 8 {
			goal("odom", 1, 1)
		}
		require.Equal(t, "walking", name())
		var path geometrymsgs.PoseArray
		path.Poses = make([]geometrymsgs.Pose, 2)
		for i := range path.Poses {
			path.Poses[i].Position.X, path.Poses[i].Orientation.W = float64(i+1), 1
		}
		for range 8 {
			require.NoError(t, paths.Publish(path))
			b.run(t, 8)
		}
		require.Equal(t, "walking", name())
	})
}
