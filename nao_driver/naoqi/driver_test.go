package naoqi_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/nao/body/safety"
	"gonao/nao_driver/naoqi/fake"
)

func TestJointsGoWhereTheyAreCommanded(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	c.Cmd.Position[nao.HeadYaw], c.Cmd.Position[nao.RElbowRoll], c.Cmd.Position[nao.LHand] = 0.5, 1.0, 0.7
	d := run(t, config(robot), c)
	eventually(t, "the joints do not arrive", func() bool {
		look := robot.Body().Look()
		return math.Abs(look.Position[nao.HeadYaw]-0.5) < 1e-3 && math.Abs(look.Position[nao.RElbowRoll]-1) < 1e-3 &&
			math.Abs(look.Position[nao.LHand]-0.7) < 1e-2 && look.Stiffness[nao.LKneePitch] == 1
	}, d.log)

	states := c.States()
	last := states[len(states)-1]
	require.Greater(t, len(states), 10)
	require.InDelta(t, 9.81, last.Accelerometer[2], 1e-5, "REP 145")
	require.InDelta(t, 0.65*9.81, last.FSR[nao.LFrontLeft], 1e-4, "newtons")
	require.InDelta(t, 0.5, last.Sonar[0], 1e-6, "they were asked for")
	require.InDelta(t, 0.8, last.Battery.Charge, 1e-6)
	require.False(t, last.Battery.Charging)
	require.InDelta(t, 38, last.Temperature[nao.LKneePitch], 1e-6)
	require.True(t, last.Capabilities.Has(nao.CanPosition|nao.CanStiffness|nao.CanLimp|nao.CanLights|nao.CanSpeak|nao.SensesSonar))
	require.False(t, last.Capabilities.Has(nao.EveryCycle))
	require.Equal(t, "disabled", robot.Life(), "it would move the robot too")

	stats := d.Stats()
	require.True(t, stats.Connected)
	require.Equal(t, safety.Following, stats.Mode)
	require.Positive(t, stats.Rate())
	state := d.State()
	require.GreaterOrEqual(t, state.Cycle, last.Cycle)
}

func TestStatesAreCountedInTheBodysCycles(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{}
	d := run(t, config(robot), c)
	eventually(t, "no states", func() bool { return len(c.States()) > 20 }, d.log)
	before := nao.State{}
	for _, s := range c.States() {
		require.Greater(t, s.Cycle, before.Cycle)
		require.Greater(t, s.Time, before.Time)
		require.InDelta(t, s.Time.Seconds(), float64(s.Cycle)*nao.CyclePeriod.Seconds(), 0.3, "a cycle is 12 ms")
		before = s
	}
}

func TestOnlyWhatChangesIsSent(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	d := run(t, quick(config(robot)), c)
	eventually(t, "never stiff", func() bool { return robot.Body().Look().Stiffness[nao.HeadYaw] == 1 }, d.log)
	sent, since := 0, 0
	eventually(t, "never quiet", func() bool { // the last step has gone out
		if calls := robot.Calls("ALMotion.setAngles") + robot.Calls("ALMotion.setStiffnesses"); calls != sent {
			sent, since = calls, len(c.States())
		}
		return len(c.States()) > since+10
	}, d.log)
	angles, stiffnesses, states := robot.Calls("ALMotion.setAngles"), robot.Calls("ALMotion.setStiffnesses"), len(c.States())
	eventually(t, "no states", func() bool { return len(c.States()) > states+20 }, d.log)
	require.Equal(t, angles, robot.Calls("ALMotion.setAngles"))
	require.Equal(t, stiffnesses, robot.Calls("ALMotion.setStiffnesses"))
	cmd := drivertest.Standing()
	cmd.Position[nao.HeadYaw] = 0.1
	c.SetCommand(cmd)
	eventually(t, "the head does not move", func() bool { return robot.Calls("ALMotion.setAngles") > angles }, d.log)
	require.Equal(t, stiffnesses, robot.Calls("ALMotion.setStiffnesses"))
}

func TestNothingMovesWhenNobodyCommands(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{}
	cfg := quick(config(robot))
	cfg.Safety.FirstWithin = time.Hour
	d := run(t, cfg, c)
	eventually(t, "no states", func() bool { return len(c.States()) > 10 }, d.log)
	require.Zero(t, robot.Calls("ALMotion.setAngles"))
	require.Zero(t, robot.Calls("ALMotion.setStiffnesses"))
	cmd := drivertest.Standing()
	cmd.Position[nao.HeadYaw] = math.NaN()
	c.SetCommand(cmd)
	eventually(t, "not rejected", func() bool { return d.Stats().Rejected > 5 }, d.log)
	require.Zero(t, robot.Calls("ALMotion.setAngles"))
}

func TestJointsKeepTheirLimitsAndSpeeds(t *testing.T) {
	robot := start(t, fake.Config{})
	cfg := config(robot)
	cfg.MaxSpeed = 0.25
	cmd := drivertest.Standing()
	cmd.Position[nao.HeadYaw], cmd.Position[nao.LShoulderPitch] = 100, -100
	d := run(t, cfg, &drivertest.Commander{Cmd: cmd})
	_, top := nao.HeadYaw.Range()
	low, _ := nao.LShoulderPitch.Range()
	eventually(t, "the joints do not arrive", func() bool {
		p := robot.Body().Look().Position
		return math.Abs(p[nao.HeadYaw]-top) < 1e-3 && math.Abs(p[nao.LShoulderPitch]-low) < 1e-3
	}, d.log)
	for j := range nao.Joint(nao.NumJoints) {
		require.LessOrEqual(t, robot.Body().Look().Fastest[j], 0.26*j.MaxSpeed(), j)
	}
}

func TestACommanderWhoFallsSilentLeavesNoStiffRobot(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	cfg := quick(config(robot))
	cfg.Safety.CrouchIn, cfg.Safety.LimpIn = time.Second, time.Second // joints follow some cycles behind, and those may be late
	d := run(t, cfg, c)
	eventually(t, "never stiff", func() bool { return robot.Body().Look().Stiffness[nao.HeadYaw] == 1 }, d.log)
	c.SetCommand(nil)
	eventually(t, "still stiff", robot.Body().Limp, d.log)
	require.Greater(t, robot.Body().Look().Position[nao.LKneePitch], 1.2, "it crouched before")
	c.SetCommand(drivertest.Standing())
	eventually(t, "not taken over again", func() bool { return robot.Body().Look().Stiffness[nao.HeadYaw] == 1 }, d.log)
}

func TestARobotFoundStiffIsLetDownWhenNobodyComes(t *testing.T) {
	robot := start(t, fake.Config{})
	robot.Body().Hold()
	d := run(t, quick(config(robot)), &drivertest.Commander{})
	eventually(t, "still stiff", robot.Body().Limp, d.log)
}

func TestEndingLetsTheRobotDown(t *testing.T) {
	robot := start(t, fake.Config{})
	d := run(t, quick(config(robot)), &drivertest.Commander{Cmd: drivertest.Standing()})
	eventually(t, "never stiff", func() bool { return robot.Body().Look().Stiffness[nao.HeadYaw] == 1 }, d.log)
	d.stop()
	d.await(t)
	require.True(t, robot.Body().Limp())
}

func TestARobotThatFallsIsNotMadeToCrouch(t *testing.T) {
	robot := start(t, fake.Config{})
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	d := run(t, quick(config(robot)), c)
	eventually(t, "never stiff", func() bool { return robot.Body().Look().Stiffness[nao.HeadYaw] == 1 }, d.log)
	robot.Body().Tilt(0, 1.2)
	eventually(t, "the tilt is not seen", func() bool { s := d.State(); return s.Angles[1] > 1 }, d.log)
	c.SetCommand(nil)
	eventually(t, "still stiff", robot.Body().Limp, d.log)
	require.InDelta(t, nao.StandPosture()[nao.LKneePitch], robot.Body().Look().Position[nao.LKneePitch], 0.05)
}

func TestHowOftenTheMemoryIsNewIsMeasured(t *testing.T) {
	robot := start(t, fake.Config{Version: "2.8.6.23", Body: "V6.0", MemoryRefresh: 100 * time.Millisecond})
	d := run(t, config(robot), &drivertest.Commander{})
	eventually(t, "no refreshes", func() bool { return d.Memory().Changed > 10 }, d.log)
	require.InDelta(t, 10, d.Memory().Rate(), 4)
	require.Greater(t, d.Memory().Asked, d.Memory().Changed)
}
