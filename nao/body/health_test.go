package body_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/sensors"
)

// alive returns a body whose sensors have noise and whose motors draw current.
func alive(n int) *nao.State {
	s := &nao.State{Capabilities: nao.SensesCurrent | nao.CanStiffness | nao.SensesIMU | nao.SensesTemperature | nao.EveryCycle}
	s.Gyroscope[1] = 0.001 * float64(n%3)
	s.Battery.Charge = 0.8
	for j := range nao.NumJoints {
		s.Stiffness[j], s.Current[j], s.Temperature[j] = 1, 0.1, 40
	}
	return s
}

func TestAMotorThatDrawsNoCurrentIsLostAfterASecond(t *testing.T) {
	for _, row := range []struct {
		name  string
		spoil func(*nao.State, *nao.Command)
		lost  bool
	}{
		{"no current", func(*nao.State, *nao.Command) {}, true},
		{"it is there", func(s *nao.State, c *nao.Command) { s.Position[nao.LKneePitch] = c.Position[nao.LKneePitch] - 0.03 }, false},
		{"limp", func(s *nao.State, _ *nao.Command) { s.Stiffness[nao.LKneePitch] = 0 }, false},
		{"commanded limp", func(_ *nao.State, c *nao.Command) { c.Stiffness[nao.LKneePitch] = 0 }, false},
		{"current", func(s *nao.State, _ *nao.Command) { s.Current[nao.LKneePitch] = 0.03 }, false},
		{"it does not tell currents", func(s *nao.State, _ *nao.Command) { s.Capabilities &^= nao.SensesCurrent }, false},
	} {
		var m body.HealthMonitor
		for i := range 83 {
			s := alive(i)
			s.Current[nao.LKneePitch] = 0
			c := &nao.Command{Stiffness: s.Stiffness}
			c.Position[nao.LKneePitch] = 0.04
			row.spoil(s, c)
			require.False(t, m.Report().Lost[nao.LKneePitch], row.name)
			m.Step(s, c)
		}
		require.Equal(t, row.lost, m.Report().Lost[nao.LKneePitch], row.name)
		if !row.lost {
			continue
		}
		r := m.Report()
		level, text := body.MotorHealth(alive(0), &r)
		require.Equal(t, body.Error, level)
		require.Contains(t, text, "LKneePitch does not answer")
		m.Step(alive(83), new(nao.Command))
		require.False(t, m.Report().Lost[nao.LKneePitch], "it is back")
	}
}

func TestAWristIsOnlySuspected(t *testing.T) {
	var m body.HealthMonitor
	for i := range 100 {
		s := alive(i)
		s.Current = nao.Joints{}
		c := &nao.Command{Stiffness: s.Stiffness, Position: nao.Joints{nao.RWristYaw: 1, nao.LHand: 1}}
		m.Step(s, c)
	}
	r := m.Report()
	require.Equal(t, [nao.NumJoints]bool{}, r.Lost)
	require.True(t, r.Suspect[nao.RWristYaw] && r.Suspect[nao.LHand])
	level, text := body.MotorHealth(alive(0), &r)
	require.Equal(t, body.Warn, level)
	require.Contains(t, text, "RWristYaw may not answer")
}

func TestAStuckInertialUnitIsALostBody(t *testing.T) {
	var m body.HealthMonitor
	for i := range 84 {
		require.False(t, m.Report().Stuck, i)
		m.Step(alive(3*i), new(nao.Command))
	}
	r := m.Report()
	require.True(t, r.Stuck)
	level, text := body.ConnectionHealth(&r)
	require.Equal(t, body.Error, level)
	require.Contains(t, text, "lost its body")
	m.Step(alive(1), new(nao.Command))
	r = m.Report()
	require.False(t, r.Stuck)
	level, _ = body.ConnectionHealth(&r)
	require.Equal(t, body.OK, level)
}

func TestHotJointsAreNamedWithStatusAndTemperature(t *testing.T) {
	s, none := alive(0), &body.HealthReport{}
	level, text := body.MotorHealth(s, none)
	require.Equal(t, body.OK, level)
	require.Equal(t, "cool", text)
	s.Temperature[nao.LKneePitch] = 76.4
	level, text = body.MotorHealth(s, none)
	require.Equal(t, body.Warn, level)
	require.Equal(t, "LKneePitch 76 °C, hot", text)
	s.Temperature[nao.RHipRoll], s.Status[nao.RHipRoll] = 88, nao.StatusVeryHot
	s.Status[nao.HeadYaw] = nao.StatusCriticallyHot
	level, text = body.MotorHealth(s, none)
	require.Equal(t, body.Error, level)
	require.Contains(t, text, "RHipRoll 88 °C, too hot")
	require.Contains(t, text, "HeadYaw 40 °C, critically hot")
	s.Capabilities &^= nao.SensesTemperature
	level, _ = body.MotorHealth(s, none)
	require.Equal(t, body.OK, level, "what is not told is no finding")
}

func TestFaultySensorsAreNamed(t *testing.T) {
	s := alive(0)
	s.Capabilities |= nao.SensesFSR
	r := body.HealthReport{}
	level, text := body.SensorHealth(s, &r)
	require.Equal(t, body.OK, level)
	require.Equal(t, "plausible", text)
	r.Cells[nao.LFrontLeft], r.Cells[nao.RRearRight] = sensors.Dead, sensors.Biased
	level, text = body.SensorHealth(s, &r)
	require.Equal(t, body.Warn, level)
	require.Equal(t, "LFsrFL is dead and left out; RFsrRR is biased and left out", text)
	r.Gyroscope = true
	level, text = body.SensorHealth(s, &r)
	require.Equal(t, body.Error, level)
	require.Contains(t, text, "the robot does not walk")
	s.Capabilities = 0
	_, text = body.SensorHealth(s, &body.HealthReport{})
	require.Equal(t, "not reported", text)
}

func TestAGyroscopeWithoutNoiseIsNoticedInHalfASecond(t *testing.T) {
	var m body.HealthMonitor
	for i := range 40 {
		s := alive(i)
		s.Time = time.Duration(i) * nao.CyclePeriod
		s.Gyroscope[1] = 0.2
		s.Accelerometer[2] = 9.8 + 0.01*float64(i%3)
		m.Step(s, new(nao.Command))
		require.False(t, i < 4 && m.Report().Gyroscope, i)
	}
	require.True(t, m.Report().Gyroscope)
}

func TestTheBatteryHasThreeLevels(t *testing.T) {
	for _, row := range []struct {
		charge   float64
		charging bool
		level    body.HealthLevel
	}{{0.8, false, body.OK}, {0.14, false, body.Warn}, {0.04, false, body.Error}, {0.04, true, body.OK}} {
		level, _ := body.BatteryHealth(&nao.State{Capabilities: nao.SensesBattery, Battery: nao.Battery{Charge: row.charge, Charging: row.charging}})
		require.Equal(t, row.level, level, row.charge)
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	var m body.HealthMonitor
	s, c := alive(0), new(nao.Command)
	require.Zero(t, testing.AllocsPerRun(200, func() { m.Step(s, c) }))
}
