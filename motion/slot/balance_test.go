package slot

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

const onOneLeg = `<motion name="lift" wait_reached="false">
  <slot duration="1"><joint name="LHipRoll" angle_deg="11"/><joint name="RHipRoll" angle_deg="11"/><joint name="LAnkleRoll" angle_deg="-11"/><joint name="RAnkleRoll" angle_deg="-11"/></slot>
  <slot duration="1"><joint name="LHipPitch" angle_deg="-40"/><joint name="LKneePitch" angle_deg="80"/><joint name="LAnklePitch" angle_deg="-40"/></slot>
  <slot duration="1"><joint name="LHipPitch" angle_deg="-20"/><joint name="LKneePitch" angle_deg="40"/><joint name="LAnklePitch" angle_deg="-20"/></slot>
</motion>`

func TestTheFootThatBearsIsNamedWrittenAndMirrored(t *testing.T) {
	m, lifts := parse(t, onOneLeg).Balanced()
	require.True(t, lifts)
	supports := func(m *Motion) (all []Support) {
		for _, s := range m.Slots {
			all = append(all, s.Support)
		}
		return all
	}
	require.Equal(t, RightSupport, m.Slots[0].Support, "it shifts over the foot before it lifts the other")
	require.Equal(t, RightSupport, m.Slots[1].Support)
	again, err := Parse("again.xml", m.XML(""))
	require.NoError(t, err)
	require.Equal(t, supports(m), supports(again))
	require.Equal(t, supports(m), supports(m.Slower(2)))
	mirror, _ := m.Mirror()
	require.Equal(t, LeftSupport, mirror.Slots[1].Support)
	_, err = Parse("test.xml", []byte(strings.Replace(onOneLeg, `wait_reached="false"`, `support="both"`, 1)))
	require.ErrorContains(t, err, `test.xml:1: support "both": expected none, left or right`)
	_, lifts = parse(t, `<motion name="nod"><slot duration="1"><joint name="HeadYaw" angle_deg="5"/></slot></motion>`).Balanced()
	require.False(t, lifts)
}

// lean plays a motion on a robot whose torso leans, and returns the command at the end of a slot.
func lean(t *testing.T, m *Motion, roll, pitch float64, sec float64, senses bool) nao.Command {
	t.Helper()
	var p Player
	state := nao.State{Position: nao.StandPosture(), Angles: [2]float64{roll, pitch}}
	command := stiff(nao.StandPosture())
	p.Start(m, 0, &state.Position, &command)
	for now := time.Duration(0); now.Seconds() < sec; now += cycle {
		before := command.Position
		if senses {
			p.Sense(&state)
		}
		p.Step(now, &state.Position, &command)
		for j := range nao.Joint(nao.NumJoints) {
			require.InDelta(t, before[j], command.Position[j], j.MaxSpeed()*cycle.Seconds(), "%s at %v", j, now)
			require.InDelta(t, command.Position[j], j.Clamp(command.Position[j]), 0)
		}
		state.Position = command.Position
	}
	return command
}

func TestARobotThatLeansIsBroughtOverTheFootThatBears(t *testing.T) {
	plain := parse(t, onOneLeg)
	m, _ := plain.Balanced()
	straight := lean(t, m, 0, 0, 1.9, true)
	left := lean(t, m, -0.1, 0, 1.9, true) // the right foot bears: to its right
	require.Greater(t, left.Position[nao.RHipRoll]-left.Position[nao.RAnkleRoll], straight.Position[nao.RHipRoll]-straight.Position[nao.RAnkleRoll]+0.05)
	back := lean(t, m, 0, -0.1, 1.9, true)
	require.Less(t, back.Position[nao.RAnklePitch], straight.Position[nao.RAnklePitch]-0.03, "the shank goes forward")
	require.Equal(t, lean(t, plain, 0, 0, 1.9, true), lean(t, plain, -0.1, 0.1, 1.9, true), "without a foot it is as the file has it")
	require.Equal(t, lean(t, plain, 0, 0, 1.9, true), lean(t, m, 0.1, 0, 1.9, false), "without a state too")
	broken := lean(t, m, math.NaN(), math.Inf(1), 1.9, true)
	for j := range nao.Joint(nao.NumJoints) {
		require.False(t, math.IsNaN(broken.Position[j]), j)
	}
}

func TestABalancedStepAllocatesNothing(t *testing.T) {
	m, _ := parse(t, onOneLeg).Balanced()
	var p Player
	state := nao.State{Position: nao.StandPosture()}
	command := stiff(nao.StandPosture())
	p.Start(m, 0, &state.Position, &command)
	now := time.Duration(0)
	require.Zero(t, testing.AllocsPerRun(200, func() {
		now += cycle
		p.Sense(&state)
		p.Step(now, &state.Position, &command)
	}))
}
