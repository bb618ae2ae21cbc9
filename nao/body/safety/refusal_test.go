package safety_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// following returns a robot that stands as commanded, with all capabilities of LoLA.
func following(t *testing.T) (*guarded, *nao.Command) {
	b := newGuarded(t, nao.StandPosture(), 1)
	b.state.Capabilities = nao.SensesTemperature | nao.SensesBattery | nao.SensesTouch | nao.SensesIMU
	b.state.Battery.Charge = 0.8
	for j := range nao.NumJoints {
		b.state.Temperature[j] = 40
	}
	cmd := stiff(nao.StandPosture())
	b.run(2*time.Second, cmd)
	require.Equal(t, safety.Following, b.guard.Mode())
	return b, cmd
}

func TestAFarTargetIsApproachedAtTheJointsSpeedLimit(t *testing.T) {
	for j := range nao.LHand {
		b, cmd := following(t)
		low, high := j.Range()
		if high-cmd.Position[j] > cmd.Position[j]-low {
			cmd.Position[j] = high
		} else {
			cmd.Position[j] = low
		}
		b.mostMove = 0
		b.run(time.Second, cmd)
		require.LessOrEqual(t, b.mostMove, 1.2*j.MaxSpeed()*cycle.Seconds()+1e-9, j)
		if j != nao.HeadPitch {
			require.InDelta(t, cmd.Position[j], b.sent.Position[j], 1e-9, "%v arrives", j)
		}
	}
}

func TestAHotJointLosesItsStiffnessStepByStep(t *testing.T) {
	b, cmd := following(t)
	b.state.Temperature[nao.LElbowRoll] = 76
	b.state.Status[nao.RElbowRoll] = nao.StatusHot
	b.mostSoftening = 0
	b.run(2*time.Second, cmd)
	require.InDelta(t, 0.9, b.sent.Stiffness[nao.LElbowRoll], 1e-9)
	require.InDelta(t, 0.9, b.sent.Stiffness[nao.RElbowRoll], 1e-9)
	require.InDelta(t, 1, b.sent.Stiffness[nao.LKneePitch], 1e-9, "only the hot ones")
	b.state.Temperature[nao.LElbowRoll] = 86
	b.run(3*time.Second, cmd)
	require.InDelta(t, 0.7, b.sent.Stiffness[nao.LElbowRoll], 1e-9)
	require.Less(t, b.mostSoftening, 0.01, "nothing lets go at once")
	require.Equal(t, safety.Following, b.guard.Mode(), "an arm is no reason to sit down")
	b.state.Temperature[nao.LElbowRoll] = 50
	b.run(5*time.Second, cmd)
	require.InDelta(t, 1, b.sent.Stiffness[nao.LElbowRoll], 1e-9)
}

func TestARobotWithTooHotLegsSitsDownBeforeTheyAreSwitchedOff(t *testing.T) {
	for name, heat := range map[string]func(*nao.State){
		"by its temperature": func(s *nao.State) { s.Temperature[nao.RKneePitch] = 86 },
		"by its status":      func(s *nao.State) { s.Status[nao.RKneePitch] = nao.StatusVeryHot },
	} {
		t.Run(name, func(t *testing.T) {
			b, cmd := following(t)
			heat(&b.state)
			b.run(400*time.Millisecond, cmd)
			require.Equal(t, safety.Following, b.guard.Mode(), "a scattered value is no reason")
			b.mostMove = 0
			b.run(200*time.Millisecond, cmd)
			require.Equal(t, safety.Crouching, b.guard.Mode())
			require.Equal(t, safety.TooHot, b.guard.Refusal())
			require.Equal(t, nao.RKneePitch, b.guard.HottestLeg())
			b.run(4*time.Second, cmd)
			require.Equal(t, safety.Limp, b.guard.Mode(), "whoever commands")
			require.Less(t, b.mostMove, 0.03, "gently")

			b.state.Temperature[nao.RKneePitch], b.state.Status[nao.RKneePitch] = 72, nao.StatusNormal
			b.run(time.Second, cmd)
			require.Equal(t, safety.Limp, b.guard.Mode(), "not yet cool")
			b.state.Temperature[nao.RKneePitch] = 69
			b.step(nil)
			b.takeUp()
			b.run(4*time.Second, cmd)
			require.Equal(t, safety.Following, b.guard.Mode())
			require.Equal(t, cmd.Position, b.sent.Position)
		})
	}
}

func TestARobotWithAnEmptyBatteryIsLetDownBeforeItDies(t *testing.T) {
	b, cmd := following(t)
	b.state.Battery.Charge = 0.035
	b.run(4*time.Second, cmd)
	require.Equal(t, safety.Following, b.guard.Mode(), "a dip under load is no reason")
	b.run(5*time.Second, cmd)
	require.Equal(t, safety.Limp, b.guard.Mode())
	require.Equal(t, safety.BatteryEmpty, b.guard.Refusal())
	b.state.Battery.Charge = 0.06
	b.run(time.Second, cmd)
	require.Equal(t, safety.Limp, b.guard.Mode())
	b.state.Battery.Charging = true
	b.step(cmd)
	b.takeUp() // on the cable it may stand

	b, cmd = following(t)
	b.state.Battery.Charge = 0
	b.run(20*time.Second, cmd)
	require.Equal(t, safety.Following, b.guard.Mode(), "a robot that moves is not at nothing: the gauge is")
	b.state.Battery.Charge = math.NaN()
	b.run(20*time.Second, cmd)
	require.Equal(t, safety.Following, b.guard.Mode())
}

// press presses the chest button a number of times.
func (b *guarded) press(times int, cmd *nao.Command) {
	for range times {
		b.state.Touch[nao.ChestButton] = true
		b.run(100*time.Millisecond, cmd)
		b.state.Touch[nao.ChestButton] = false
		b.run(120*time.Millisecond, cmd)
	}
	b.run(500*time.Millisecond, cmd)
}

func TestThreePressesPutTheRobotToRestAndOneWakesIt(t *testing.T) {
	b, cmd := following(t)
	b.press(1, cmd)
	b.press(2, cmd)
	require.Equal(t, safety.Following, b.guard.Mode())
	b.press(3, cmd)
	require.Equal(t, safety.PutToRest, b.guard.Refusal())
	b.run(3*time.Second, cmd)
	require.Equal(t, safety.Limp, b.guard.Mode(), "whoever commands")
	require.InDelta(t, nao.CrouchPosture()[nao.LKneePitch], b.sent.Position[nao.LKneePitch], 1e-3)
	b.mostStiffening, b.mostMove = 0, 0
	b.press(1, cmd)
	require.Equal(t, safety.Limp, b.guard.Mode())
	require.Equal(t, nao.GuardRefusing, b.guard.Doing(), "the commander has not noticed")
	b.takeUp()
	b.run(400*time.Millisecond, cmd)
	require.LessOrEqual(t, b.mostStiffening, 2*cycle.Seconds()+1e-9)
	require.Less(t, b.mostMove, 0.05)

	cfg := safety.DefaultConfig()
	cfg.ChestRests = false
	b.guard.Tune(cfg)
	b.press(3, cmd)
	b.run(3*time.Second, cmd)
	require.Equal(t, safety.Following, b.guard.Mode(), "switched off")
}

func TestARobotWhoseChestLiesOnTheGroundIsNotPutToRest(t *testing.T) {
	b, cmd := following(t)
	b.state.Angles[1] = 1.4
	b.press(3, cmd)
	require.Equal(t, safety.NoRefusal, b.guard.Refusal())
}

// tip makes the robot fall like an inverted pendulum and returns the largest stiffness that is sent
// before its trunk is at 75°, and after.
func (b *guarded) tip(roll, pitch float64, cmd *nao.Command) (before, at float64) {
	tilt, rate := 0.02, 0.1
	for tilt < math.Pi/2 {
		rate += 35 * math.Sin(tilt) * cycle.Seconds()
		tilt += rate * cycle.Seconds()
		b.state.Angles = [2]float64{roll * tilt, pitch * tilt}
		b.state.Gyroscope = [3]float64{roll * rate, pitch * rate, 0}
		b.step(cmd)
		if tilt < 0.6 {
			before = max(before, b.sent.Stiffness[nao.LKneePitch])
		}
		if tilt < 1.3 {
			at = b.sent.Stiffness[nao.LKneePitch]
		}
	}
	b.state.Gyroscope = [3]float64{}
	return before, at
}

func TestAFallingRobotIsSoftBeforeTheGround(t *testing.T) {
	for name, way := range map[string][2]float64{"front": {0, 1}, "back": {0, -1}, "left": {-1, 0}, "right": {1, 0}} {
		t.Run(name, func(t *testing.T) {
			b, cmd := following(t)
			before, at := b.tip(way[0], way[1], cmd)
			require.InDelta(t, 1, before, 1e-9, "a robot that can catch itself is left to its commander")
			require.LessOrEqual(t, at, 0.35)
			b.run(900*time.Millisecond, cmd)
			b.run(time.Second, cmd)
			require.InDelta(t, 1, b.sent.Stiffness[nao.LKneePitch], 1e-9, "bounded: it may get up")
		})
	}
	b, cmd := following(t)
	cfg := safety.DefaultConfig()
	cfg.SoftFall = false
	b.guard.Tune(cfg)
	_, at := b.tip(0, 1, cmd)
	require.InDelta(t, 1, at, 1e-9, "switched off")
}

func TestGettingUpAndKickingAreNoFalls(t *testing.T) {
	b, cmd := following(t)
	b.tip(0, 1, cmd)
	b.run(2*time.Second, cmd)
	soft := 0
	way := func(from, to, sec float64) { // the trunk turns from one tilt to another
		for past := 0.0; past < sec; past += cycle.Seconds() {
			b.state.Angles[1] = from + (to-from)*past/sec
			b.state.Gyroscope[1] = (to - from) / sec
			b.step(cmd)
			if b.sent.Stiffness[nao.LKneePitch] < 1 {
				soft++
			}
		}
	}
	for range 3 { // it gets up, falls back before it stands, and tries again
		way(1.5, 0.3, 0.5)
		way(0.3, 0.3, 0.3)
		way(0.3, 1.5, 0.4)
	}
	way(1.5, 0, 0.5)
	way(0, 0, 1)
	way(0, 0.55, 0.2) // a kick's swing
	way(0.55, -0.4, 0.3)
	way(-0.4, 0, 0.3)
	require.Zero(t, soft)
}

func TestABodyWithoutSensorsIsNotRefused(t *testing.T) {
	b, cmd := following(t)
	b.state.Capabilities = 0
	b.state.Temperature[nao.LKneePitch], b.state.Battery.Charge = 99, 0.01
	b.press(3, cmd)
	b.run(10*time.Second, cmd)
	b.tip(0, 1, cmd)
	require.Equal(t, safety.NoRefusal, b.guard.Refusal())
	require.InDelta(t, 1, b.sent.Stiffness[nao.LKneePitch], 1e-9)
}
