package body

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

func TestOfTwoOnJointCommandTheFirstIsObeyed(t *testing.T) {
	r := newRig(t)
	orders, err := ros.Advertise[msgs.JointCommand](r.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	say := func(commander uint64, yaw float32) {
		t.Helper()
		require.NoError(t, orders.Publish(msgs.JointCommand{Commander: commander, Position: [25]float32{0: yaw}}))
	}
	for range 50 { // in turns, now one first, now the other
		say(7, 0.125)
		say(9, -0.5)
		cmd, ok := r.cycle()
		require.True(t, ok)
		require.InDelta(t, 0.125, cmd.Position[0], 0)
		say(9, -0.5)
		say(7, 0.25)
		cmd, ok = r.cycle()
		require.True(t, ok)
		require.InDelta(t, 0.25, cmd.Position[0], 0)
	}
	require.EqualValues(t, 100, r.link.many.Load())
	obeyed := 0
	for range 30 { // the first is silent
		say(9, -0.5)
		if cmd, ok := r.cycle(); ok {
			require.InDelta(t, -0.5, cmd.Position[0], 0)
			obeyed++
		}
	}
	require.InDelta(t, 30-250/12, obeyed, 2, "then the other one commands")
}
