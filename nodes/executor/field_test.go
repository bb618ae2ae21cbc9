package executor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

func TestAMachineReadsTheFieldAndGoesBehindTheBall(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		poses, err := ros.Advertise[msgs.PoseEstimate](w.robot, "pose_estimate", ros.SensorData())
		require.NoError(t, err)
		models, err := ros.Advertise[msgs.WorldModel](w.robot, "world_model", ros.SensorData())
		require.NoError(t, err)
		goals := serve[msgs.GoToGoal, msgs.GoToResult, msgs.GoToFeedback](t, w, "go_to")
		cfg := DefaultConfig()
		cfg.Machine = "../../examples/field/go_behind_ball.yaml"
		stop := w.start(cfg)
		w.run(200 * time.Millisecond)
		require.Equal(t, "find_place", w.last.Path)
		require.NoError(t, poses.Publish(msgs.PoseEstimate{Localized: true}))
		w.run(300 * time.Millisecond)
		require.Equal(t, "find_ball", w.last.Path)
		require.NoError(t, models.Publish(msgs.WorldModel{Ball: msgs.ModelBall{Known: true, MapX: 1.5, MapY: -0.25}}))
		w.run(2 * time.Second)
		require.Empty(t, w.last.Path, "it has ended: %v", w.trace)
		require.Len(t, *goals, 1)
		require.InDelta(t, 1.2, (*goals)[0].X, 1e-9)
		require.InDelta(t, -0.25, (*goals)[0].Y, 1e-9)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}
