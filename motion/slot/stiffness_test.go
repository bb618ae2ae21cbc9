package slot

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestStiffnessIsRampedAndNeverSteps(t *testing.T) {
	m := parse(t, `<motion name="m">
		<slot duration="0.6" stiffness="0.3"><joint name="HeadYaw" angle_deg="10"/></slot>
		<slot duration="0.6"><joint name="HeadYaw" angle_deg="0"/></slot>
		<slot duration="0.012" wait_reached="false"><joint name="HeadYaw" stiffness="0.9" angle_deg="0"/></slot></motion>`)
	command := stiff(nao.Joints{})
	var p Player
	p.Start(m, 0, &command.Position, &command)
	got := []float64{}
	for i := 0; i == 0 || p.Status() == Playing; i++ {
		before := command.Stiffness[nao.HeadYaw]
		p.Step(time.Duration(i)*cycle, &command.Position, &command)
		got = append(got, command.Stiffness[nao.HeadYaw])
		require.LessOrEqual(t, math.Abs(command.Stiffness[nao.HeadYaw]-before), StiffnessRate*cycle.Seconds()+1e-12)
	}
	require.InDelta(t, 0.3, got[50], 1e-12, "at the first slot's end")
	require.InDelta(t, 1, got[99], 1e-12, "at the second's")
	require.InDelta(t, 1, command.Stiffness[nao.HeadPitch], 0, "not of the motion")
}

// A limp arm hangs somewhere; when it gets stiff it must set out from there, at
// no more than the joint's speed, and not snap to where it was told to be.
func TestALimpJointSetsOutFromWhereItIs(t *testing.T) {
	m := parse(t, `<motion name="m"><slot duration="0.12"><joint name="LShoulderPitch" angle_deg="0"/></slot></motion>`)
	command := stiff(nao.Joints{})
	command.Stiffness[nao.LShoulderPitch] = 0
	measured := command.Position
	measured[nao.LShoulderPitch] = 1.5
	var p Player
	p.Start(m, 0, &measured, &command)
	last := 1.5
	for i := range 200 {
		status := p.Step(time.Duration(i)*cycle, &measured, &command)
		at := command.Position[nao.LShoulderPitch]
		require.LessOrEqual(t, math.Abs(at-last), nao.LShoulderPitch.MaxSpeed()*cycle.Seconds()+1e-9)
		last, measured[nao.LShoulderPitch] = at, at
		if status != Playing {
			break
		}
	}
	require.Equal(t, Finished, p.Status())
	require.InDelta(t, 0, last, 0)
	require.InDelta(t, 1, command.Stiffness[nao.LShoulderPitch], 1e-12)
}

func TestTheCommandOfALimpJointFollowsTheHandThatMovesIt(t *testing.T) {
	m := parse(t, `<motion name="m">
		<slot duration="0.6"><joint name="HeadYaw" stiffness="0"/><joint name="HeadPitch" angle_deg="0"/></slot>
		<slot duration="0.6"><joint name="HeadYaw" angle_deg="0"/></slot></motion>`)
	command, measured := stiff(nao.Joints{}), nao.Joints{}
	var p Player
	p.Start(m, 0, &measured, &command)
	for i := range 51 {
		measured[nao.HeadYaw] = float64(i) / 50
		require.Equal(t, Playing, p.Step(time.Duration(i)*cycle, &measured, &command))
		if i < 10 {
			require.InDelta(t, 0, command.Position[nao.HeadYaw], 0, "not limp yet")
		} else if i > 12 {
			require.InDelta(t, measured[nao.HeadYaw], command.Position[nao.HeadYaw], 0)
			require.InDelta(t, 0, command.Stiffness[nao.HeadYaw], 0)
		}
	}
	require.Equal(t, 1, p.Reached(), "nobody waits for a limp joint")
	p.Step(51*cycle, &measured, &command)
	require.InDelta(t, 1, command.Position[nao.HeadYaw], 0.01, "the next slot begins where it was left")
	measured[nao.HeadYaw] = math.NaN()
	p.Step(52*cycle, &measured, &command)
	require.False(t, math.IsNaN(command.Position[nao.HeadYaw]))
}

func TestASlotThatWaitsForNothingIsOverByTime(t *testing.T) {
	m := parse(t, `<motion name="m" tolerance_deg="1">
		<slot duration="0.12" wait_reached="false"><joint name="HeadYaw" angle_deg="20"/></slot>
		<slot duration="0.12" timeout="0.24" tolerance_deg="30"><joint name="HeadYaw" angle_deg="25"/></slot>
		<slot duration="0.12" timeout="0.24"><joint name="HeadYaw" angle_deg="20"/></slot></motion>`)
	command, stuck := stiff(nao.Joints{}), nao.Joints{}
	var p Player
	p.Start(m, 0, &stuck, &command)
	for i := 0; p.Status() == Playing; i++ {
		p.Step(time.Duration(i)*cycle, &stuck, &command)
		switch i {
		case 10, 20: // each goes on at once
			require.Equal(t, i/10, p.slot)
		case 49:
			require.Equal(t, Playing, p.Status())
		case 50:
			require.Equal(t, NotReached, p.Status())
		}
	}
	require.Equal(t, 2, p.Reached())
}

func TestAStraightWayHasOneSpeed(t *testing.T) {
	m := parse(t, `<motion name="m" trajectory="linear"><slot duration="0.6"><joint name="HeadYaw" angle_deg="60"/></slot></motion>`)
	var p Player
	angles, _ := play(&p, m, nao.Joints{}, nao.HeadYaw)
	for i, a := range angles {
		require.InDelta(t, float64(i)/50*math.Pi/3, a, 1e-12)
	}
}
