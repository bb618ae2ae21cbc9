package motion

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
)

func TestTheGaitIsSetByParameterAndByService(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		state := b.motionState(t)
		velocities, err := ros.Advertise[geometrymsgs.Twist](b.n, "cmd_vel", ros.Reliable(), ros.Depth(1))
		require.NoError(t, err)
		name := func() string {
			s, _ := state.Get()
			return s.Name
		}
		walk := func(x, y float64, cycles int) {
			for range cycles / 5 {
				require.NoError(t, velocities.Publish(geometrymsgs.Twist{Linear: geometrymsgs.Vector3{X: x, Y: y}}))
				b.run(t, 5)
			}
		}
		set := func(gait string) msgs.SetGaitResponse {
			return call[msgs.SetGaitRequest, msgs.SetGaitResponse](t, b, "set_gait", msgs.SetGaitRequest{Gait: gait})
		}
		b.standUp(t)
		require.Contains(t, b.set("gait", "trot"), `expected "walk", "cpg", "omni" or "tfs"`)
		require.Contains(t, set("trot").Message, `expected "walk", "cpg", "omni" or "tfs"`)
		require.Empty(t, b.set("gait", "tfs"))
		b.run(t, 20)
		require.Equal(t, "standing", name())
		walk(0.1, 0, 150)
		require.Equal(t, "walking", name())
		require.Contains(t, b.set("gait", "omni"), "a gait changes only while the robot stands: it is walking")
		refused := set("walk")
		require.False(t, refused.Success)
		require.Contains(t, refused.Message, "it is walking")
		require.Empty(t, b.set("walk.max_forward", 0.2), "other parameters may change")
		walk(0, 0, 600)
		require.Equal(t, "standing", name())
		walk(0, 0.1, 60)
		require.Equal(t, "standing", name(), "this gait does not walk sideways")
		require.Equal(t, 1, b.said("this gait cannot do that: expected forward, backward or a turn"))
		require.Equal(t, msgs.SetGaitResponse{Success: true}, set("omni"))
		walk(0, 0.05, 150)
		require.Equal(t, "walking", name())
	})
}

func TestTheNodeBeginsWithTheGaitOfItsParameters(t *testing.T) {
	cfg := testConfig()
	cfg.Motion.Gait = "cpg"
	onBus(t, cfg, func(t *testing.T, b *bench) {
		b.standUp(t)
		velocities, err := ros.Advertise[geometrymsgs.Twist](b.n, "cmd_vel", ros.Reliable(), ros.Depth(1))
		require.NoError(t, err)
		for range 10 {
			require.NoError(t, velocities.Publish(geometrymsgs.Twist{Linear: geometrymsgs.Vector3{X: -0.1}}))
			b.run(t, 5)
		}
		require.Equal(t, 1, b.said("gait cpg: -0.1 m/s forward"))
	})
}
