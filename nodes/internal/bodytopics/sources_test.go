package bodytopics

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/ros"
)

func TestEffectorsMoveTheJointsTheyName(t *testing.T) {
	r := newRig(t)
	_, ok := r.cycle()
	require.False(t, ok)
	r.state.Stiffness[nao.LKneePitch] = 0.5
	publish(r, "effectors/joint_stiffnesses", lolacommands.JointStiffnesses{Indexes: []byte{0, 1}, Stiffnesses: []float32{0.75, -1}})
	publish(r, "effectors/joint_positions", lolacommands.JointPositions{Indexes: []byte{0}, Positions: []float32{0.5}})
	publish(r, "effectors/joint_positions", lolacommands.JointPositions{Indexes: []byte{24}, Positions: []float32{1}})
	cmd, ok := r.cycle()
	require.True(t, ok)
	want := nao.Command{Position: nao.StandPosture()}
	want.Position[nao.HeadYaw], want.Position[nao.RHand] = 0.5, 1
	want.Stiffness[nao.HeadYaw], want.Stiffness[nao.LKneePitch] = 0.75, 0.5
	require.Equal(t, want, cmd, "both messages of the cycle; the other joints stay as they were found")
	_, ok = r.cycle()
	require.False(t, ok, "said once is no sign of life in the next cycle")

	publish(r, "effectors/joint_positions", lolacommands.JointPositions{Indexes: []byte{25}, Positions: []float32{1}})
	_, ok = r.cycle()
	require.False(t, ok)
	require.ErrorContains(t, <-r.commander.errors, "/nao1/effectors/joint_positions is not obeyed: indexes[0] is 25: expected a joint")
	publish(r, "effectors/joint_stiffnesses", lolacommands.JointStiffnesses{Indexes: []byte{1}, Stiffnesses: []float32{float32(math.NaN())}})
	_, ok = r.cycle()
	require.False(t, ok)
	require.ErrorContains(t, <-r.commander.errors, "the value of HeadPitch is NaN")

	for range 50 { // silent: the robot is let down during that time
		r.cycle()
	}
	r.state.Position, r.state.Stiffness = nao.CrouchPosture(), nao.Joints{}
	publish(r, "effectors/joint_positions", lolacommands.JointPositions{Indexes: []byte{1}, Positions: []float32{0.25}})
	cmd, ok = r.cycle()
	require.True(t, ok)
	require.Zero(t, cmd.Stiffness[nao.LKneePitch], "nothing gets up that lies limp by now")
	require.InDelta(t, r.state.Position[nao.LKneePitch], cmd.Position[nao.LKneePitch], 0)
}

func TestOneCommandsAtATime(t *testing.T) {
	r := newRig(t)
	orders, err := ros.Advertise[msgs.JointCommand](r.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	order := func() (cmd nao.Command, ok bool) {
		t.Helper()
		require.NoError(t, orders.Publish(msgs.JointCommand{Position: [25]float32{0: 0.125}}))
		return r.cycle()
	}
	effect := func() (cmd nao.Command, ok bool) {
		t.Helper()
		publish(r, "effectors/joint_positions", lolacommands.JointPositions{Indexes: []byte{0}, Positions: []float32{0.5}})
		return r.cycle()
	}
	cmd, ok := order()
	require.True(t, ok)
	require.InDelta(t, 0.125, cmd.Position[0], 0)
	r.robot.mode = safety.Following
	_, ok = effect()
	require.False(t, ok, "the motion commands")
	require.Equal(t, uint64(1), r.commander.sources.refused[2].Load())
	for range 45 {
		r.cycle()
	}
	_, ok = effect()
	require.False(t, ok, "silent for long, and still followed")
	r.robot.mode = safety.Holding
	cmd, ok = effect()
	require.True(t, ok, "the robot is free")
	require.InDelta(t, 0.5, cmd.Position[0], 0)
	_, ok = order()
	require.False(t, ok, "now nao_lola's topics command")
	require.Equal(t, uint64(1), r.commander.sources.refused[1].Load())

	// The robot was away: everything that was commanded during that time is dropped.
	publish(r, "effectors/joint_positions", lolacommands.JointPositions{Indexes: []byte{0}, Positions: []float32{0.5}})
	r.commander.lastState = r.commander.lastState.Add(-time.Second)
	_, ok = r.cycle()
	require.False(t, ok, "what was said to a robot that was away")
	_, ok = order()
	require.True(t, ok, "whoever speaks first")
}
