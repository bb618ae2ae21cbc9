package bodytopics

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/ros"
)

func TestWhatTheGuardDoesIsATopic(t *testing.T) {
	r := newRig(t)
	states, err := ros.Subscribe[msgs.GuardState](r.tester, "guard_state", ros.TransientLocal(), ros.Depth(10))
	require.NoError(t, err)
	orders, err := ros.Advertise[msgs.JointCommand](r.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, orders.Publish(msgs.JointCommand{Commander: 7}))
	r.cycle()
	state := nao.State{Cycle: 2, Time: nao.CyclePeriod, Guard: nao.GuardFollowing}
	for range 3 {
		r.commander.Observe(&state)
	}
	state.Guard = nao.GuardRefusing
	r.commander.Observe(&state)
	var last msgs.GuardState
	seen := map[string]msgs.GuardState{}
	for range len(states.C()) {
		last = <-states.C()
		seen[last.Name] = last
	}
	require.EqualValues(t, 7, seen["following"].Commander)
	require.Equal(t, "refusing", last.Name)
	require.NotEmpty(t, last.Reason)
	require.Zero(t, last.Commander)
}

func TestACommandWithTheNumberOfAnotherPublisherIsRefused(t *testing.T) {
	r := newRig(t)
	first, err := ros.Advertise[msgs.JointCommand](r.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	copied, err := ros.Advertise[msgs.JointCommand](r.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, first.Publish(msgs.JointCommand{Commander: 7}))
	_, ok := r.cycle()
	require.True(t, ok)
	r.robot.mode = safety.Following
	require.NoError(t, copied.Publish(msgs.JointCommand{Commander: 7, Position: [25]float32{0: 1}}))
	require.NoError(t, first.Publish(msgs.JointCommand{Commander: 7, Position: [25]float32{0: 0.25}}))
	cmd, ok := r.cycle()
	require.True(t, ok)
	require.InDelta(t, 0.25, cmd.Position[0], 0)
	require.EqualValues(t, 1, r.commander.refused.Load())
}
