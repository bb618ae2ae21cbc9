package motion

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestBeginsWhereTheRobotIsAndStandsUp(t *testing.T) {
	crouch := nao.CrouchPosture()
	m, b := newMotion(t), newPuppet(crouch)
	b.step(m)
	require.Equal(t, crouch, b.command.Position)
	require.Equal(t, nao.Joints{}, b.command.Stiffness)
	require.Equal(t, uint64(10), b.command.Cycle)

	stiff := 0.0
	b.run(m, 400, func(before, after *nao.Joints) {
		smooth(t)(before, after)
		require.GreaterOrEqual(t, b.command.Stiffness[0], stiff)
		stiff = b.command.Stiffness[0]
	})
	require.True(t, m.Standing())
	require.InDelta(t, 1, stiff, 0)
	require.InDeltaSlice(t, slice(nao.StandPosture()), slice(b.command.Position), 1e-12)
}

func slice(j nao.Joints) []float64 { return j[:] }

// A motion node that is restarted under a standing robot must not drop it.
func TestKeepsTheStiffnessItFinds(t *testing.T) {
	m, b := newMotion(t), newPuppet(nao.StandPosture())
	for j := range b.state.Stiffness {
		b.state.Stiffness[j] = 0.8
	}
	b.run(m, 100, func(_, _ *nao.Joints) {
		for _, s := range b.command.Stiffness {
			require.GreaterOrEqual(t, s, 0.8)
		}
	})
}

func TestTheStandCarriesItselfOverItsSoles(t *testing.T) {
	stand := DefaultConfig().Stand
	com := nao.CoM(&stand)
	sole := nao.SoleInTorso(nao.LeftLeg, &stand)
	require.InDelta(t, 0, com.Y, 0.005)
	ahead := com.X - sole.P.X // the sole reaches from -0.05 to 0.10 m
	require.Greater(t, ahead, 0.0)
	require.Less(t, ahead, 0.06)
}

func TestAStateFromThePastBeginsAnew(t *testing.T) {
	for _, row := range []struct {
		name  string
		spoil func(*nao.State)
	}{
		{"cycle goes back", func(s *nao.State) { s.Cycle = 0 }},
		{"time goes back", func(s *nao.State) { s.Time = 0 }},
		{"a long gap", func(s *nao.State) { s.Time += time.Second }},
	} {
		t.Run(row.name, func(t *testing.T) {
			m, b := newStanding(t)
			p, err := m.Play("dance_right")
			require.NoError(t, err)
			require.NoError(t, m.SetHead(headSpeed(1, 0)))
			b.run(m, 20, nil)

			row.spoil(&b.state)
			b.state.Position = nao.CrouchPosture()
			b.state.Stiffness = nao.Joints{}
			m.Step(&b.state, &b.command)
			require.Equal(t, nao.CrouchPosture(), b.command.Position)
			require.Equal(t, nao.Joints{}, b.command.Stiffness)
			require.Equal(t, Restarted, m.Progress(p).Outcome)
			require.False(t, m.Standing())
			_, err = m.Play("dance_right")
			require.ErrorIs(t, err, ErrNotReady)
		})
	}
}

// A gap too short to begin anew must not become one large step.
func TestNoJointJumpsAfterLostStates(t *testing.T) {
	m, b := newStanding(t)
	p, err := m.Play("dance_right")
	require.NoError(t, err)
	require.NoError(t, m.SetHead(nao.HeadCommand{Mode: nao.HeadPosition, Yaw: 1.5, Pitch: 0.3}))
	b.run(m, 3, nil)
	b.state.Time += 18 * nao.CyclePeriod // 0.23 s until the next state
	b.run(m, 60, func(before, after *nao.Joints) {
		for j := range nao.Joint(nao.NumJoints) {
			require.InDelta(t, before[j], after[j], j.MaxSpeed()*longestStep.Seconds()+1e-9, "%s jumps", j)
		}
	})
	require.Equal(t, Playing, m.Progress(p).Outcome)
	b.run(m, 200, smooth(t))
	require.Equal(t, Finished, m.Progress(p).Outcome)
	require.InDelta(t, 1.5, b.command.Position[nao.HeadYaw], 1e-9)
}

func TestTheSameStateAgainMovesNothingAndForgetsNoSpeed(t *testing.T) {
	m, b := newStanding(t)
	require.NoError(t, m.SetHead(headSpeed(1, 0)))
	b.run(m, 5, nil)
	before, again := b.command.Position, b.state
	again.Time, again.Cycle = m.core.now, m.core.cycle
	m.Step(&again, &b.command)
	require.Equal(t, before, b.command.Position)
	require.InDelta(t, 1, m.core.joints.speed[nao.HeadYaw], 1e-9)
}

func TestABrokenSensorReachesNoMotor(t *testing.T) {
	m, b := newMotion(t), newPuppet(nao.StandPosture())
	b.state.Position[nao.LKneePitch] = math.NaN()
	b.state.Position[nao.RKneePitch] = math.Inf(1)
	b.state.Position[nao.HeadYaw] = 9
	b.state.Stiffness[nao.HeadYaw] = math.NaN()
	m.Step(&b.state, &b.command)
	for j := range nao.Joint(nao.NumJoints) {
		require.InDelta(t, j.Clamp(b.command.Position[j]), b.command.Position[j], 0, j)
		require.GreaterOrEqual(t, b.command.Stiffness[j], 0.0, j)
	}
}

func TestASensorOutOfRangeKeepsItsLastReading(t *testing.T) {
	m, b := newStanding(t)
	b.run(m, 3, nil)
	before := *m.Sensors()
	b.state.Position[nao.LKneePitch], b.state.Angles[1], b.state.FSR[0] = 1e30, math.NaN(), math.Inf(1)
	b.state.Accelerometer[2], b.state.Gyroscope[0], b.state.Stiffness[nao.HeadYaw] = -1e9, 1e18, 40
	b.state.Cycle++
	b.state.Time += nao.CyclePeriod
	m.Step(&b.state, &b.command)
	got := *m.Sensors()
	require.InDelta(t, before.Position[nao.LKneePitch], got.Position[nao.LKneePitch], 0.01)
	require.Equal(t, before.Angles, got.Angles)
	require.Equal(t, before.FSR, got.FSR)
	require.Equal(t, before.Accelerometer, got.Accelerometer)
	require.Equal(t, before.Gyroscope, got.Gyroscope)
	require.InDelta(t, 1, got.Stiffness[nao.HeadYaw], 0.01)
}

func TestASensorThatBreaksWhileMovingReachesNoMotor(t *testing.T) {
	m, b := newStanding(t)
	p, err := m.Play("dance_left")
	require.NoError(t, err)
	require.NoError(t, m.SetHead(headSpeed(0.4, 0)))
	for j := range b.state.Position {
		b.state.Position[j] = math.NaN()
		b.stuck[j] = true
	}
	b.run(m, 100, smooth(t)) // InDelta refuses NaN
	require.Equal(t, NotReached, m.Progress(p).Outcome)
}

func TestAFreeHeadStopsAndStays(t *testing.T) {
	m, b := newStanding(t)
	require.NoError(t, m.SetHead(headSpeed(1, 0.2)))
	b.run(m, 30, smooth(t))
	require.Equal(t, headOwner, m.core.joints.owners[nao.HeadYaw])
	b.run(m, 30, smooth(t))
	require.Equal(t, hold, m.core.joints.owners[nao.HeadYaw])
	at := b.command.Position[nao.HeadYaw]
	require.Greater(t, at, 0.45)
	require.Less(t, at, 0.6)
	b.run(m, 50, nil)
	require.InDelta(t, at, b.command.Position[nao.HeadYaw], 1e-12)
}

func TestTheHeadMayMoveWhileTheRobotGetsUp(t *testing.T) {
	m, b := newMotion(t), newPuppet(nao.CrouchPosture())
	require.ErrorIs(t, m.SetHead(headSpeed(1, 0)), ErrNotReady)
	b.step(m)
	require.NoError(t, m.SetHead(headSpeed(1, 0)))
	b.run(m, 300, smooth(t))
	require.True(t, m.Standing())
	require.Greater(t, b.command.Position[nao.HeadYaw], 0.4, "the stand does not take the head back")
}

func TestStepAllocatesNothing(t *testing.T) {
	m, b := newStanding(t)
	_, err := m.Play("dance_right")
	require.NoError(t, err)
	n := 0
	require.Zero(t, testing.AllocsPerRun(200, func() {
		if n++; n%3 == 0 {
			if err := m.SetHead(headSpeed(0.1, 0)); err != nil {
				t.Fatal(err)
			}
		}
		b.step(m)
	}))
}

func TestNamesTheConfigValueThatIsWrong(t *testing.T) {
	for _, row := range []struct {
		want  string
		spoil func(*Config)
	}{
		{"stand_sec: 0.0: expected 0.1 to 60", func(c *Config) { c.StandSec = 0 }},
		{"gap_sec: NaN", func(c *Config) { c.GapSec = math.NaN() }},
		{"head.max_speed: 20.0: expected 0.01 to 1", func(c *Config) { c.Head.MaxSpeed = 20 }},
	} {
		cfg := DefaultConfig()
		row.spoil(&cfg)
		_, err := New(cfg, nil)
		require.ErrorContains(t, err, row.want)
	}
}

func BenchmarkStep(b *testing.B) {
	m, puppet := newStanding(b)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%400 == 0 {
			if _, err := m.Play("dance_right"); err != nil {
				b.Fatal(err)
			}
		}
		puppet.step(m)
	}
}
