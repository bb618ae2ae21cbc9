package motion

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// move sends a goal of move_joints.
func (b *bench) move(t *testing.T, goal msgs.MoveJointsGoal, feedback func(msgs.MoveJointsFeedback)) *ros.GoalHandle[msgs.MoveJointsResult] {
	handle, err := b.mover.Send(t.Context(), goal, feedback)
	require.NoError(t, err)
	synctest.Wait()
	return handle
}

func TestJointsAreMovedWithFeedback(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		var last float32
		g := b.move(t, msgs.MoveJointsGoal{Names: []string{"HeadYaw", "LShoulderPitch"}, Positions: []float64{0.8, 1}},
			func(f msgs.MoveJointsFeedback) { last = f.Progress }) // before the first state: it waits
		b.standUp(t)
		result, status := resultOf(t, b, g)
		require.Equal(t, ros.StatusSucceeded, status, result.ErrorMsg)
		require.InDelta(t, 0.8, b.command.Position[nao.HeadYaw], 1e-6)
		require.InDelta(t, 1, b.command.Position[nao.LShoulderPitch], 1e-6)
		require.InDelta(t, 1, last, 1e-6)
	})
}

func TestACanceledMoveStops(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		g := b.move(t, msgs.MoveJointsGoal{Names: []string{"HeadYaw"}, Positions: []float64{1}}, nil)
		b.run(t, 20)
		require.NoError(t, g.Cancel(context.Background()))
		result, status := resultOf(t, b, g)
		require.Equal(t, ros.StatusCanceled, status)
		require.Equal(t, msgs.MoveJointsResultCanceled, result.ErrorCode)
		b.run(t, 50)
		require.Less(t, b.command.Position[nao.HeadYaw], float32(0.9))
	})
}

func TestAMoveThatCannotBeMadeSaysWhy(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		playing := b.send(t, "dance_right")
		b.run(t, 10)
		for _, c := range []struct {
			goal msgs.MoveJointsGoal
			code uint16
			text string
		}{
			{msgs.MoveJointsGoal{Names: []string{"HeadYaw"}}, msgs.MoveJointsResultBadGoal, "1 names and 0 positions"},
			{msgs.MoveJointsGoal{Names: []string{"HeadJaw"}, Positions: []float64{0}}, msgs.MoveJointsResultBadGoal, "did you mean HeadYaw"},
			{msgs.MoveJointsGoal{Names: []string{"HeadYaw"}, Positions: []float64{9}}, msgs.MoveJointsResultBadGoal, "expected -2.086 to 2.086 rad"},
			{msgs.MoveJointsGoal{Names: []string{"RElbowYaw"}, Positions: []float64{0.5}}, msgs.MoveJointsResultJointTaken, "held by motion"},
		} {
			result, status := resultOf(t, b, b.move(t, c.goal, nil))
			require.Equal(t, ros.StatusAborted, status)
			require.Equal(t, c.code, result.ErrorCode, result.ErrorMsg)
			require.Contains(t, result.ErrorMsg, c.text)
		}
		_, status := b.result(t, playing)
		require.Equal(t, ros.StatusSucceeded, status)
	})
}
