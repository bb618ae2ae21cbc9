package executor

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	"gonao/ros"
)

func TestAMachineMovesAJointAndWalksThereByOdometry(t *testing.T) {
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
		wanted, err := ros.Watch[geometrymsgs.Twist](motion, "cmd_vel")
		require.NoError(t, err)
		odom, err := ros.Advertise[navmsgs.Odometry](motion, "odom")
		require.NoError(t, err)
		cfg := DefaultConfig()
		cfg.Machine = file
		stop := w.start(cfg)

		x, y, theta := 2.0, 1.0, math.Pi/2 // where it stands, looking to the left
		for range 2000 {
			const dt = 0.012
			v, _ := wanted.Get()
			sin, cos := math.Sincos(theta)
			x, y = x+dt*(cos*v.Linear.X-sin*v.Linear.Y), y+dt*(sin*v.Linear.X+cos*v.Linear.Y)
			theta += dt * v.Angular.Z
			var at navmsgs.Odometry
			at.Header.Stamp = ros.Stamp(w.bus.Clock().Now())
			at.Pose.Pose.Position.X, at.Pose.Pose.Position.Y = x, y
			at.Pose.Pose.Orientation.Z, at.Pose.Pose.Orientation.W = math.Sincos(theta / 2)
			require.NoError(t, odom.Publish(at))
			w.run(12 * time.Millisecond)
			if w.last.Path == "" && len(w.trace) > 2 {
				break
			}
		}
		require.Equal(t, []string{"LShoulderPitch"}, moved.Names)
		require.Equal(t, []float64{0.5}, moved.Positions)
		require.InDelta(t, 2.4, x, 0.06, "what was right of it is further along x")
		require.InDelta(t, 1.5, y, 0.06)
		require.InDelta(t, math.Pi/2+1, theta, 0.1)
		v, _ := wanted.Get()
		require.Zero(t, v, "it stands at the end")
		require.NoError(t, stop())
	})
}
