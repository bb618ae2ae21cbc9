package executor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros/paramtest"
)

func TestTheHeadsFiguresCanBeTunedWhileItFollows(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine, cfg.Behavior.Controller = "follow_ball", "proportional"
		stop := w.start(cfg)
		w.run(time.Second)
		rate := w.lastHead.YawRate
		require.InDelta(t, -3*0.3, rate, 0.02)
		set := paramtest.Setter(t, w.robot, "executor")

		require.Empty(t, set("proportional_gain", 1.0))
		w.run(50 * time.Millisecond)
		require.InDelta(t, -0.3, w.lastHead.YawRate, 0.01)
		require.Contains(t, set("proportional_gain", 51.0), "out of range")
		require.Contains(t, set("machine", "dance"), "read-only")
		require.Contains(t, set("controller", "predictive"), "read-only")
		w.run(50 * time.Millisecond)
		require.InDelta(t, -0.3, w.lastHead.YawRate, 0.01, "what was refused changes nothing")
		require.Empty(t, set("min_confidence", 1.0))
		w.run(50 * time.Millisecond)
		require.InDelta(t, -0.3, w.lastHead.YawRate, 0.01, "the blobs are sure")
		require.Equal(t, uint32(0), w.last.Epoch, "the machine goes on")
		require.Zero(t, w.last.Sequence)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}
