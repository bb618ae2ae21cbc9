package bodytopics

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/ros"
)

func TestOfTwoPublishersOfJointCommandTheFirstIsObeyed(t *testing.T) {
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
	require.EqualValues(t, 100, r.commander.refused.Load())
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

// One commander floods the topic with NaN; another one is there too.
func TestACommanderThatSendsOnlyNaNTimesOutLikeASilentOne(t *testing.T) {
	for name, other := range map[string]func(r *rig){
		"to another one on joint_command": nil,
		"to nao_lola's topics": func(r *rig) {
			publish(r, "effectors/joint_positions", lolacommands.JointPositions{Indexes: []byte{0}, Positions: []float32{0.5}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			orders, err := ros.Advertise[msgs.JointCommand](r.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
			require.NoError(t, err)
			say := func(commander uint64, yaw float32) {
				require.NoError(t, orders.Publish(msgs.JointCommand{Commander: commander, Position: [25]float32{0: yaw}}))
			}
			if other == nil {
				other = func(*rig) { say(9, 0.5) }
			}
			say(7, 0.125)
			_, ok := r.cycle()
			require.True(t, ok)
			r.robot.mode = safety.Following
			nan := float32(math.NaN())
			for i := range 20 {
				say(7, nan)
				other(r)
				_, ok = r.cycle()
				require.False(t, ok, "the first is waited for, cycle %d", i)
			}
			r.robot.mode = safety.Holding // as the rules have it after 0.1 s without a command
			var cmd nao.Command
			for range 30 {
				say(7, nan)
				other(r)
				cmd, ok = r.cycle()
			}
			require.True(t, ok)
			require.InDelta(t, 0.5, cmd.Position[0], 0)
			require.EqualValues(t, 50, r.commander.invalid.Load())
		})
	}
}
