package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// smoothly runs cycles in which no joint moves farther than the fastest may, and
// none becomes softer than the walk's arms are.
func (b *bench) smoothly(t *testing.T, cycles int) {
	t.Helper()
	for range cycles {
		before := b.command
		b.run(t, 1)
		for j := range nao.Joint(nao.NumJoints) {
			require.InDelta(t, before.Position[j], b.command.Position[j], j.MaxSpeed()*nao.CyclePeriod.Seconds()+1e-6, j)
			require.GreaterOrEqual(t, b.command.Stiffness[j], min(before.Stiffness[j], 0.35), j)
		}
	}
}

func TestWhatIsSetWhileTheRobotGetsUpCountsForTheNextTime(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		for j, angle := range nao.CrouchPosture() {
			b.state.Position[j] = float32(angle)
		}
		b.delayed = [2][25]float32{b.state.Position, b.state.Position}
		b.run(t, 40)
		half := b.command
		require.Empty(t, b.set("stiffness_sec", 60.0))
		require.Empty(t, b.set("stand_sec", 0.1))
		b.smoothly(t, 1)
		require.InDelta(t, half.Stiffness[0], b.command.Stiffness[0], 0.05, "neither falls nor jumps")
		require.Empty(t, b.set("stiffness_sec", 0.1))
		b.smoothly(t, 1)
		require.InDelta(t, half.Stiffness[0], b.command.Stiffness[0], 0.05)
		b.smoothly(t, 300)
		require.InDelta(t, 1, b.command.Stiffness[0], 0)
		require.InDelta(t, nao.StandPosture()[nao.LKneePitch], b.command.Position[nao.LKneePitch], 0.25)
	})
}

func TestTheHeadsLimitsCanBeChangedWhileItTurns(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		look := func(yaw float32, cycles int) (fastest float64) {
			for range cycles {
				require.NoError(t, b.heads.Publish(msgs.HeadCommand{
					Mode: msgs.HeadCommandModePosition, Stamp: ros.Stamp(b.bus.Clock().Now()), Yaw: yaw,
				}))
				before := b.command.Position[nao.HeadYaw]
				b.smoothly(t, 1)
				fastest = max(fastest, math.Abs(float64(b.command.Position[nao.HeadYaw]-before))/nao.CyclePeriod.Seconds())
			}
			return fastest
		}
		top := nao.HeadYaw.MaxSpeed()
		require.Greater(t, look(1, 10), 0.3*top)
		require.Empty(t, b.set("head.max_speed", 0.1))
		require.LessOrEqual(t, look(1, 10), 0.1*top+1e-3, "from the next cycle on")
		require.Contains(t, b.set("head.max_speed", 1.5), "out of range")
		require.Contains(t, b.set("motion_dir", "/"), "read-only")
		require.LessOrEqual(t, look(-1, 10), 0.1*top+1e-3, "what was refused changes nothing")
		require.Empty(t, b.set("head.max_speed", 0.9))
		require.Empty(t, b.set("head.lead_sec", 0.5))
		require.Empty(t, b.set("head.max_accel", 10000.0))
		look(-1, 60)
		require.InDelta(t, -1, b.command.Position[nao.HeadYaw], 1e-3)
	})
}

func TestAGoalsPatienceIsThatOfItsBeginning(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		require.Empty(t, b.set("ready_wait_sec", 0.0))
		b.run(t, 1)
		result, status := b.result(t, b.send(t, "dance_right"))
		require.Equal(t, ros.StatusAborted, status)
		require.Equal(t, msgs.PlayMotionResultNotReady, result.ErrorCode)
	})
}
