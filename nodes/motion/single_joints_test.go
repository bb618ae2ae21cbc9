package motion

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	geometrymsgs "gonao/msgs/geometry_msgs"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	"gonao/nao"
	"gonao/ros"
)

// said is how often the node's log says a text.
func (b *bench) said(text string) int { return strings.Count(b.log.String(), text) }

func TestJointAnglesTurnTheHeadOfARobotThatWalksAndLeaveItsLegsAlone(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		for i := range b.state.Fsr {
			b.state.Fsr[i] = 6.5
		}
		state := b.motionState(t)
		velocity, err := ros.Advertise[geometrymsgs.Twist](b.n, "cmd_vel")
		require.NoError(t, err)
		angles, err := ros.Advertise[naoqibridgemsgs.JointAnglesWithSpeed](b.n, "joint_angles")
		require.NoError(t, err)
		b.standUp(t)
		walk := func(cycles int, order naoqibridgemsgs.JointAnglesWithSpeed) {
			for range cycles / 5 {
				require.NoError(t, velocity.Publish(geometrymsgs.Twist{Linear: geometrymsgs.Vector3{X: 0.1}}))
				if order.JointNames != nil {
					require.NoError(t, angles.Publish(order))
				}
				b.run(t, 5)
			}
		}
		walk(60, naoqibridgemsgs.JointAnglesWithSpeed{})
		walk(100, naoqibridgemsgs.JointAnglesWithSpeed{JointNames: []string{"Head"}, JointAngles: []float32{0.5, 0.1}, Speed: 0.2})
		s, _ := state.Get()
		require.Equal(t, "walking", s.Name)
		require.Equal(t, "joint_angles", s.HeadOwner)
		require.Equal(t, "the walk", s.LegsOwner)
		require.InDelta(t, 0.5, b.command.Position[nao.HeadYaw], 1e-6)
		require.InDelta(t, 0.1, b.command.Position[nao.HeadPitch], 1e-6)
		require.Zero(t, b.said("refused"))

		walk(400, naoqibridgemsgs.JointAnglesWithSpeed{JointNames: []string{"LKneePitch"}, JointAngles: []float32{1}, Speed: 1})
		s, _ = state.Get()
		require.Equal(t, "the walk", s.LegsOwner)
		require.Equal(t, 1, b.said("joint_angles refused"), "a stream is complained of once")
		require.Equal(t, 1, b.said("joint LKneePitch: held by the walk"))
		walk(200, naoqibridgemsgs.JointAnglesWithSpeed{})
		walk(10, naoqibridgemsgs.JointAnglesWithSpeed{JointNames: []string{"LKneePitch"}, JointAngles: []float32{1}, Speed: 1})
		require.Equal(t, 2, b.said("joint_angles refused"), "another one once more")
		walk(200, naoqibridgemsgs.JointAnglesWithSpeed{JointNames: []string{"RArm"}, JointAngles: make([]float32, 6), Speed: float32(math.NaN())})
		require.Equal(t, 1, b.said("speed NaN: expected a part of the top speed"))
	})
}

func TestEffectorsOfNaoLolaMoveTheArmsBesideTheNode(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		positions, err := ros.Advertise[lolacommands.JointPositions](b.n, "effectors/joint_positions")
		require.NoError(t, err)
		stiffnesses, err := ros.Advertise[lolacommands.JointStiffnesses](b.n, "effectors/joint_stiffnesses")
		require.NoError(t, err)
		b.standUp(t)
		elbow := uint8(nao.LElbowYaw)
		for i := range 60 {
			require.NoError(t, positions.Publish(lolacommands.JointPositions{Indexes: []byte{elbow}, Positions: []float32{-1.2 + 0.01*float32(i)}}))
			require.NoError(t, stiffnesses.Publish(lolacommands.JointStiffnesses{Indexes: []byte{elbow}, Stiffnesses: []float32{0.6}}))
			b.run(t, 1)
		}
		require.InDelta(t, -0.61, b.command.Position[elbow], 1e-6)
		require.InDelta(t, 0.6, b.command.Stiffness[elbow], 1e-6)
		require.NoError(t, positions.Publish(lolacommands.JointPositions{Indexes: []byte{25}, Positions: []float32{1}}))
		require.NoError(t, stiffnesses.Publish(lolacommands.JointStiffnesses{Indexes: []byte{1, 2}, Stiffnesses: []float32{1}}))
		b.run(t, 2)
		require.Equal(t, 1, b.said("effectors/joint_positions refused"))
		require.Equal(t, 1, b.said("effectors/joint_stiffnesses refused"))
	})
}
