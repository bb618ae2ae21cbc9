package motion

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/param"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/motion.yaml", "/motion", DefaultConfig()))
}

func TestNamesTheParameterThatIsWrong(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"ready_wait_sec: -1.0: expected 0 to 60 s": func(c *Config) { c.ReadyWait = -time.Second },
		"realtime_priority: 100: expected 0 to 99": func(c *Config) { c.RealtimePriority = 100 },
		"head.max_speed: 1.5: expected 0.01 to 1":  func(c *Config) { c.Motion.Head.MaxSpeed = 1.5 },
		"head.max_accel: NaN: expected 1":          func(c *Config) { c.Motion.Head.MaxAccel = math.NaN() },
		"head.timeout_sec: 0.0: expected 0.05":     func(c *Config) { c.Motion.Head.TimeoutSec = 0 },
		"stand_sec: 0.0: expected 0.1 to 60":       func(c *Config) { c.Motion.StandSec = 0 },
	} {
		cfg := testConfig()
		spoil(&cfg)
		require.ErrorContains(t, param.Check(&cfg), want)
	}
}

func TestEveryStateIsAnsweredFromTheMeasuredPosture(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		first := b.state.Position
		b.run(t, 1)
		require.Equal(t, first, b.command.Position)
		require.Equal(t, [25]float32{}, b.command.Stiffness)
		b.standUp(t)
		require.Greater(t, b.command.Stiffness[nao.LKneePitch], float32(0.7))

		// The simulator started again, with the robot in another posture.
		b.state.Cycle = 0
		b.bus.Clock().Set(time.Unix(0, 0))
		for j, angle := range nao.CrouchPosture() {
			b.state.Position[j], b.state.Stiffness[j] = float32(angle), 0
		}
		crouch := b.state.Position
		b.run(t, 1)
		require.InDeltaSlice(t, crouch[:], b.command.Position[:], 1e-6)
		require.Equal(t, [25]float32{}, b.command.Stiffness)
	})
}

func TestTheHeadTurnsBySpeedAndByPosition(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		for range 20 { // 40 cycles
			require.NoError(t, b.heads.Publish(msgs.HeadCommand{Mode: msgs.HeadCommandModeSpeed, YawRate: 0.5}))
			b.run(t, 2)
		}
		require.InDelta(t, 0.5*40*0.012, b.command.Position[nao.HeadYaw], 1e-5)

		stamp := b.bus.Clock().Now().Add(-30 * time.Millisecond)
		require.NoError(t, b.heads.Publish(msgs.HeadCommand{
			Mode: msgs.HeadCommandModePosition, Stamp: ros.Stamp(stamp), Yaw: -0.2, Pitch: 0.1, YawRate: 1,
		}))
		b.run(t, 20)
		want := -0.2 + 1*(seconds(b.bus.Clock().Now())-seconds(stamp)+0.024)
		require.InDelta(t, want, b.command.Position[nao.HeadYaw], 1e-5)
		require.InDelta(t, 0.1, b.command.Position[nao.HeadPitch], 1e-5)

		require.NoError(t, b.heads.Publish(msgs.HeadCommand{Mode: msgs.HeadCommandModeSpeed, YawRate: float32(math.NaN())}))
		require.NoError(t, b.heads.Publish(msgs.HeadCommand{Mode: 77}))
		b.run(t, 60)
		require.False(t, math.IsNaN(float64(b.command.Position[nao.HeadYaw])))
	})
}

func TestAMotionIsPlayedWithFeedback(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		g := b.send(t, "dance_right") // before the first state: it waits
		b.standUp(t)
		begin := b.bus.Clock().Now()
		result, status := b.result(t, g)
		require.Equal(t, ros.StatusSucceeded, status)
		require.Equal(t, msgs.PlayMotionResult{PositionsReached: 5}, result)
		require.Less(t, b.bus.Clock().Now().Sub(begin), 2600*time.Millisecond)
		require.Greater(t, len(g.feedback), 20)
		reached := map[uint32]bool{}
		for i, f := range g.feedback {
			require.Equal(t, uint32(5), f.Slots)
			if i > 0 {
				require.GreaterOrEqual(t, f.Progress, g.feedback[i-1].Progress)
			}
			reached[f.PositionsReached] = true
		}
		require.Len(t, reached, 6, "0 to 5, the last one too")
	})
}

func TestGoalsThatWaitBeginInTheirOrder(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		first, second := b.send(t, "dance_right"), b.send(t, "dance_right")
		b.standUp(t)
		result, _ := b.result(t, second)
		require.Equal(t, msgs.PlayMotionResultJointTaken, result.ErrorCode)
		_, status := b.result(t, first)
		require.Equal(t, ros.StatusSucceeded, status)
	})
}

func TestAGoalThatCannotBePlayedSaysWhy(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		first := b.send(t, "dance_right")
		b.run(t, 60)
		for name, want := range map[string]uint16{
			"wave":        msgs.PlayMotionResultUnknownMotion,
			"dance_right": msgs.PlayMotionResultJointTaken,
		} {
			result, status := b.result(t, b.send(t, name))
			require.Equal(t, ros.StatusAborted, status)
			require.Equal(t, want, result.ErrorCode, result.ErrorMsg)
			require.Contains(t, result.ErrorMsg, name)
		}
		left, status := b.result(t, b.send(t, "dance_left")) // its joints are free
		require.Equal(t, ros.StatusSucceeded, status, left.ErrorMsg)
		_, status = b.result(t, first)
		require.Equal(t, ros.StatusSucceeded, status)
	})
}

func TestAGoalWithoutARobotEnds(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		g := b.send(t, "dance_right")
		for range 60 {
			b.bus.Advance(100 * time.Millisecond)
			synctest.Wait()
		}
		result, status := b.result(t, g)
		require.Equal(t, ros.StatusAborted, status)
		require.Equal(t, msgs.PlayMotionResultNotReady, result.ErrorCode)
		b.standUp(t)
		require.InDelta(t, nao.StandPosture()[nao.RShoulderPitch], b.command.Position[nao.RShoulderPitch], 0.1, "nothing is played late")
	})
}

func TestCancelLeavesTheJointsWhereTheyAre(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		g := b.send(t, "dance_right")
		b.run(t, 20)
		at := b.command.Position
		require.NoError(t, g.handle.Cancel(context.Background()))
		synctest.Wait()
		result, status := b.result(t, g)
		require.Equal(t, ros.StatusCanceled, status)
		require.Equal(t, msgs.PlayMotionResultCanceled, result.ErrorCode)
		before := b.command.Position
		b.run(t, 1)
		for j := range before {
			require.InDelta(t, before[j], b.command.Position[j], 0.06, nao.Joint(j))
		}
		b.run(t, 30)
		require.InDeltaSlice(t, at[:], b.command.Position[:], 0.3)
		_, status = b.result(t, b.send(t, "dance_right"))
		require.Equal(t, ros.StatusSucceeded, status, "the joints are free")
	})
}

func TestARobotThatBeginsAnewEndsTheGoal(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		g := b.send(t, "dance_right")
		b.run(t, 50)
		b.state.Cycle = 0
		result, status := b.result(t, g)
		require.Equal(t, ros.StatusAborted, status)
		require.Equal(t, msgs.PlayMotionResultNotReady, result.ErrorCode)
		require.Contains(t, result.ErrorMsg, "began anew")
		require.Equal(t, uint32(1), result.PositionsReached)
	})
}

func TestAnArmThatIsHeldFastIsSaid(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		g := b.send(t, "dance_right")
		held := b.state.Position[nao.RElbowRoll]
		for range 150 {
			b.delayed[0][nao.RElbowRoll] = held
			b.run(t, 1)
		}
		result, status := b.result(t, g)
		require.Equal(t, ros.StatusAborted, status)
		require.Equal(t, msgs.PlayMotionResultNotReached, result.ErrorCode)
		require.Contains(t, result.ErrorMsg, `motion "dance_right": slot 1 of 5: RElbowRoll is 2`)
	})
}
