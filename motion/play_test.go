package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestHeadAndArmsHaveTheirOwnOwners(t *testing.T) {
	m, b := newStanding(t)
	right, err := m.Play("dance_right")
	require.NoError(t, err)
	left, err := m.Play("dance_left")
	require.NoError(t, err)
	require.NoError(t, m.SetHead(headSpeed(0.5, 0)))
	legs := b.command.Position
	b.run(m, 30, smooth(t))
	require.Greater(t, b.command.Position[nao.HeadYaw], 0.1)
	require.Less(t, b.command.Position[nao.RShoulderPitch], 1.0)
	require.InDelta(t, b.command.Position[nao.RShoulderPitch], b.command.Position[nao.LShoulderPitch], 1e-3)
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		require.InDelta(t, legs[j], b.command.Position[j], 0, j)
	}

	var taken *TakenError
	_, err = m.Play("dance_right")
	require.ErrorAs(t, err, &taken)
	require.EqualError(t, err, `motion "dance_right": joint RShoulderPitch: held by motion "dance_right"`)
	_, err = m.Play("stand")
	require.ErrorContains(t, err, "joint HeadYaw: held by the head commands")
	_, err = m.Play("wave")
	require.ErrorIs(t, err, ErrUnknownMotion)
	require.ErrorContains(t, err, "dance_left, dance_right, ")

	b.run(m, 300, smooth(t))
	require.Equal(t, Finished, m.Progress(right).Outcome)
	require.Equal(t, Finished, m.Progress(left).Outcome)
	_, err = m.Play("stand") // everybody has let go
	require.NoError(t, err)
	require.ErrorContains(t, m.SetHead(headSpeed(1, 0)), `joint HeadYaw: held by motion "stand"`)
}

func TestTenPositionsOfTheDanceTakeFiveSeconds(t *testing.T) {
	for _, name := range []string{"dance_right", "dance_left"} {
		m, b := newStanding(t)
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
	m, b := newStanding(t)
	p, err := m.Play("dance_right")
	require.NoError(t, err)
	b.run(m, 19, nil) // in the middle of the first slot, at its top speed
	at := b.command.Position
	m.Cancel(p)
	require.Equal(t, Canceled, m.Progress(p).Outcome)

	const perCycle = 0.012
	last := m.core.joints.speed
	b.run(m, 30, func(before, after *nao.Joints) {
		smooth(t)(before, after)
		for j := range m.core.joints.speed {
			require.LessOrEqual(t, math.Abs(m.core.joints.speed[j]), math.Abs(last[j])+1e-9, "no joint gets faster")
			require.InDelta(t, last[j], m.core.joints.speed[j], 8*perCycle/stopSec, "the speed does not jump")
		}
		last = m.core.joints.speed
	})
	require.Equal(t, nao.Joints{}, m.core.joints.speed)
	for j := range at {
		require.InDelta(t, at[j], b.command.Position[j], 0.3, nao.Joint(j))
	}
	m.Cancel(p) // a second time does nothing
	_, err = m.Play("dance_right")
	require.NoError(t, err, "its joints are free")
}

func TestTellsWhichJointDidNotArrive(t *testing.T) {
	m, b := newStanding(t)
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
	m, b := newStanding(t)
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
			require.InDelta(t, sign*r.Angle, l.Angle, 0, r.Joint)
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

func TestAKickAndADancingArmRefuseEachOther(t *testing.T) {
	m, b := withEngines(t)
	dance, err := m.Play("dance_right")
	require.NoError(t, err)
	var taken *TakenError
	_, err = m.Kick(KickRequest{})
	require.ErrorAs(t, err, &taken)
	require.Equal(t, `motion "dance_right"`, taken.Owner)
	m.Cancel(dance)
	b.run(m, 50, nil)
	_, err = m.Kick(KickRequest{})
	require.NoError(t, err)
	_, err = m.Play("dance_right") // before the foot swings
	require.ErrorAs(t, err, &taken)
	require.Equal(t, "the kick", taken.Owner)
}
