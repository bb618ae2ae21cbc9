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
	m, b := newMotion(t), newBody(crouch)
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
	require.Equal(t, 1.0, stiff)
	require.InDeltaSlice(t, slice(nao.StandPosture()), slice(b.command.Position), 1e-12)
}

func slice(j nao.Joints) []float64 { return j[:] }

// A motion node that is restarted under a standing robot must not drop it.
func TestKeepsTheStiffnessItFinds(t *testing.T) {
	m, b := newMotion(t), newBody(nao.StandPosture())
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
			m, b := standing(t)
			p, err := m.Play("dance_right")
			require.NoError(t, err)
			require.NoError(t, m.SetHead(speed(1, 0)))
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

func TestABrokenSensorReachesNoMotor(t *testing.T) {
	m, b := newMotion(t), newBody(nao.StandPosture())
	b.state.Position[nao.LKneePitch] = math.NaN()
	b.state.Position[nao.RKneePitch] = math.Inf(1)
	b.state.Position[nao.HeadYaw] = 9
	b.state.Stiffness[nao.HeadYaw] = math.NaN()
	m.Step(&b.state, &b.command)
	for j := range nao.Joint(nao.NumJoints) {
		require.Equal(t, j.Clamp(b.command.Position[j]), b.command.Position[j], j)
		require.GreaterOrEqual(t, b.command.Stiffness[j], 0.0, j)
	}
}

func TestASensorThatBreaksWhileMovingReachesNoMotor(t *testing.T) {
	m, b := standing(t)
	p, err := m.Play("dance_left")
	require.NoError(t, err)
	require.NoError(t, m.SetHead(speed(0.4, 0)))
	for j := range b.state.Position {
		b.state.Position[j] = math.NaN()
		b.stuck[j] = true
	}
	b.run(m, 100, smooth(t)) // InDelta refuses NaN
	require.Equal(t, NotReached, m.Progress(p).Outcome)
}

func TestHeadAndArmsHaveTheirOwnOwners(t *testing.T) {
	m, b := standing(t)
	right, err := m.Play("dance_right")
	require.NoError(t, err)
	left, err := m.Play("dance_left")
	require.NoError(t, err)
	require.NoError(t, m.SetHead(speed(0.5, 0)))
	legs := b.command.Position
	b.run(m, 30, smooth(t))
	require.Greater(t, b.command.Position[nao.HeadYaw], 0.1)
	require.Less(t, b.command.Position[nao.RShoulderPitch], 1.0)
	require.InDelta(t, b.command.Position[nao.RShoulderPitch], b.command.Position[nao.LShoulderPitch], 1e-3)
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		require.Equal(t, legs[j], b.command.Position[j], j)
	}

	var taken *TakenError
	_, err = m.Play("dance_right")
	require.ErrorAs(t, err, &taken)
	require.EqualError(t, err, `motion "dance_right": joint RShoulderPitch: held by motion "dance_right"`)
	_, err = m.Play("stand")
	require.ErrorContains(t, err, "joint HeadYaw: held by the head commands")
	_, err = m.Play("wave")
	require.ErrorIs(t, err, ErrUnknownMotion)
	require.ErrorContains(t, err, "dance_left, dance_right, stand")

	b.run(m, 300, smooth(t))
	require.Equal(t, Finished, m.Progress(right).Outcome)
	require.Equal(t, Finished, m.Progress(left).Outcome)
	_, err = m.Play("stand") // everybody has let go
	require.NoError(t, err)
	require.ErrorContains(t, m.SetHead(speed(1, 0)), `joint HeadYaw: held by motion "stand"`)
}

func TestTenPositionsOfTheDanceTakeFiveSeconds(t *testing.T) {
	for _, name := range []string{"dance_right", "dance_left"} {
		m, b := standing(t)
		reached, cycles := 0, 0
		for range 2 {
			p, err := m.Play(name)
			require.NoError(t, err)
			for m.Progress(p).Outcome == Playing {
				b.run(m, 1, smooth(t))
				cycles++
				require.Less(t, cycles, 1000)
			}
			require.Equal(t, Finished, m.Progress(p).Outcome)
			reached += m.Progress(p).Reached
		}
		require.Equal(t, 10, reached)
		sec := float64(cycles) * nao.CyclePeriod.Seconds()
		require.Greater(t, sec, 4.5)
		require.Less(t, sec, 5.0)
	}
}

func TestCancelComesToRestWithoutAJump(t *testing.T) {
	m, b := standing(t)
	p, err := m.Play("dance_right")
	require.NoError(t, err)
	b.run(m, 19, nil) // in the middle of the first slot, at its top speed
	at := b.command.Position
	m.Cancel(p)
	require.Equal(t, Canceled, m.Progress(p).Outcome)

	const perCycle = 0.012
	last := m.speed
	b.run(m, 30, func(before, after *nao.Joints) {
		smooth(t)(before, after)
		for j := range m.speed {
			require.LessOrEqual(t, math.Abs(m.speed[j]), math.Abs(last[j])+1e-9, "no joint gets faster")
			require.InDelta(t, last[j], m.speed[j], 8*perCycle/stopSec, "the speed does not jump")
		}
		last = m.speed
	})
	require.Equal(t, nao.Joints{}, m.speed)
	for j := range at {
		require.InDelta(t, at[j], b.command.Position[j], 0.3, nao.Joint(j))
	}
	m.Cancel(p) // a second time does nothing
	_, err = m.Play("dance_right")
	require.NoError(t, err, "its joints are free")
}

func TestTellsWhichJointDidNotArrive(t *testing.T) {
	m, b := standing(t)
	p, err := m.Play("dance_right")
	require.NoError(t, err)
	b.run(m, 60, nil) // the first position is reached
	b.stuck[nao.RElbowRoll] = true
	b.run(m, 120, nil)
	got := m.Progress(p)
	require.Equal(t, NotReached, got.Outcome)
	require.Equal(t, nao.RElbowRoll, got.Late)
	require.Equal(t, 1, got.Reached)
	require.Equal(t, 5, got.Slots)
}

func TestAnEndedPlayIsGoneWhenItsPlaceIsTaken(t *testing.T) {
	m, b := standing(t)
	first, err := m.Play("dance_right")
	require.NoError(t, err)
	m.Cancel(first)
	b.run(m, 1, nil)
	second, err := m.Play("dance_right")
	require.NoError(t, err)
	require.Equal(t, Gone, m.Progress(first).Outcome)
	require.Equal(t, Gone, m.Progress(Play{}).Outcome)
	m.Cancel(first)
	require.Equal(t, Playing, m.Progress(second).Outcome)
}

func TestAFreeHeadStopsAndStays(t *testing.T) {
	m, b := standing(t)
	require.NoError(t, m.SetHead(speed(1, 0.2)))
	b.run(m, 30, smooth(t))
	require.Equal(t, headOwner, m.owners[nao.HeadYaw])
	b.run(m, 30, smooth(t))
	require.Equal(t, hold, m.owners[nao.HeadYaw])
	at := b.command.Position[nao.HeadYaw]
	require.Greater(t, at, 0.45)
	require.Less(t, at, 0.6)
	b.run(m, 50, nil)
	require.InDelta(t, at, b.command.Position[nao.HeadYaw], 1e-12)
}

func TestTheHeadMayMoveWhileTheRobotGetsUp(t *testing.T) {
	m, b := newMotion(t), newBody(nao.CrouchPosture())
	require.ErrorIs(t, m.SetHead(speed(1, 0)), ErrNotReady)
	b.step(m)
	require.NoError(t, m.SetHead(speed(1, 0)))
	b.run(m, 300, smooth(t))
	require.True(t, m.Standing())
	require.Greater(t, b.command.Position[nao.HeadYaw], 0.4, "the stand does not take the head back")
}

func TestTheLeftDanceMirrorsTheRight(t *testing.T) {
	library, err := Builtin()
	require.NoError(t, err)
	left, right := library["dance_left"], library["dance_right"]
	require.Len(t, left.Slots, len(right.Slots))
	for i := range left.Slots {
		require.Equal(t, right.Slots[i].Duration, left.Slots[i].Duration)
		for k, r := range right.Slots[i].Targets {
			l := left.Slots[i].Targets[k]
			require.Equal(t, r.Joint.String()[1:], l.Joint.String()[1:])
			sign := -1.0
			if r.Joint == nao.RShoulderPitch {
				sign = 1
			}
			require.Equal(t, sign*r.Angle, l.Angle, r.Joint)
		}
	}
}

func TestTheStandMotionIsTheStandPosture(t *testing.T) {
	library, err := Builtin()
	require.NoError(t, err)
	stand := nao.StandPosture()
	require.Len(t, library["stand"].Joints, 23, "all but the hands")
	for _, target := range library["stand"].Slots[0].Targets {
		require.InDelta(t, stand[target.Joint], target.Angle, 1e-4, target.Joint)
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	m, b := standing(t)
	_, err := m.Play("dance_right")
	require.NoError(t, err)
	n := 0
	require.Zero(t, testing.AllocsPerRun(200, func() {
		if n++; n%3 == 0 {
			if err := m.SetHead(speed(0.1, 0)); err != nil {
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
		{"stand_sec 0: expected 0.1 to 60", func(c *Config) { c.StandSec = 0 }},
		{"gap_sec NaN", func(c *Config) { c.GapSec = math.NaN() }},
		{"head.max_yaw_speed 20: expected 0 to 8.268", func(c *Config) { c.Head.MaxYawSpeed = 20 }},
	} {
		cfg := DefaultConfig()
		row.spoil(&cfg)
		_, err := New(cfg, nil)
		require.ErrorContains(t, err, row.want)
	}
}

func BenchmarkStep(b *testing.B) {
	m, body := standing(b)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%400 == 0 {
			if _, err := m.Play("dance_right"); err != nil {
				b.Fatal(err)
			}
		}
		body.step(m)
	}
}
