package executor

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

func TestAMachineMovesAJointAndWalksThere(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		file := filepath.Join(t.TempDir(), "m.yaml")
		require.NoError(t, os.WriteFile(file, []byte(`machine: m
rate_hz: 25
initial: raise
states:
  raise:
    do: {servo: {joint: LShoulderPitch, angle: 0.5}}
    transitions: [{if: final, to: go}, {if: failed, to: FAILED}]
  go:
    do: {walk_to: {x: 0.5, y: -0.4, theta: 1.0}}
    transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]
`), 0o600))
		motion := w.robot
		var moved msgs.MoveJointsGoal
		_, err := ros.ServeAction(motion, "move_joints", func(ctx context.Context, g msgs.MoveJointsGoal, _ func(msgs.MoveJointsFeedback)) (msgs.MoveJointsResult, error) {
			moved = g
			return msgs.MoveJointsResult{}, motion.Clock.Sleep(ctx, 300*time.Millisecond)
		})
		require.NoError(t, err)
		var walked msgs.WalkToGoal
		_, err = ros.ServeAction(motion, "walk_to", func(ctx context.Context, g msgs.WalkToGoal, _ func(msgs.WalkToFeedback)) (msgs.WalkToResult, error) {
			walked = g
			return msgs.WalkToResult{}, motion.Clock.Sleep(ctx, time.Second)
		})
		require.NoError(t, err)
		cfg := DefaultConfig()
		cfg.Machine = file
		stop := w.start(cfg)
		w.run(3 * time.Second)
		require.Empty(t, w.last.Path, "both have ended: %v", w.trace)
		require.Equal(t, msgs.WalkToGoal{X: 0.5, Y: -0.4, Theta: 1}, walked)
		require.Equal(t, []string{"LShoulderPitch"}, moved.Names)
		require.Equal(t, []float64{0.5}, moved.Positions)
		require.NoError(t, stop())
	})
}
