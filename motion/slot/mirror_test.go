package slot

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestAMirroredMotionMovesTheOtherSide(t *testing.T) {
	library := Library{"wave": parse(t, wave)}
	m, ok := library.Find("wave@mirrored")
	require.True(t, ok)
	require.Equal(t, "wave@mirrored", m.Name)
	require.Equal(t, []nao.Joint{nao.LShoulderPitch, nao.LHand, nao.RHand}, m.Joints)
	require.Equal(t, nao.LShoulderPitch, m.Slots[0].Targets[0].Joint)
	require.InDelta(t, -1.0472, m.Slots[0].Targets[0].Angle, 1e-4, "a pitch keeps its sign")
	require.Equal(t, Target{Joint: nao.LHand, Angle: 1}, m.Slots[0].Targets[1])
	require.Equal(t, nao.RShoulderPitch, library["wave"].Slots[0].Targets[0].Joint, "the motion itself stays")

	again, _ := m.Mirror()
	again.File = library["wave"].File
	require.Equal(t, library["wave"], again)

	for _, name := range []string{"mirrored", "@mirrored", "wav@mirrored", "wave@", "wave@mirrored@mirrored"} {
		_, ok := library.Find(name)
		require.False(t, ok, name)
	}
}

func TestRollsAndYawsTurnTheOtherWay(t *testing.T) {
	m, ends := parse(t, `<motion name="m"><slot duration="1">
		<joint name="HeadYaw" angle_deg="20"/><joint name="LHipRoll" angle_deg="20"/>
		<joint name="LHipYawPitch" angle_deg="-20"/><joint name="RElbowRoll" angle_deg="30" stiffness="0.5"/></slot></motion>`).Mirror()
	require.Empty(t, ends)
	want := map[nao.Joint]float64{nao.HeadYaw: -20, nao.RHipRoll: -20, nao.LHipYawPitch: -20, nao.LElbowRoll: -30}
	for _, target := range m.Slots[0].Targets {
		require.InDelta(t, want[target.Joint], target.Angle*180/3.141592653589793, 1e-9, target.Joint)
	}
	require.InDelta(t, 0.5, m.Slots[0].Targets[3].Slack, 0)
}

func TestSaysWhereTheOtherSideDoesNotReachAsFar(t *testing.T) {
	m, ends := parse(t, `<motion name="m"><slot duration="1"><joint name="RAnklePitch" angle_deg="53.4"/></slot></motion>`).Mirror()
	require.Equal(t, []string{"slot 1: LAnklePitch cannot go as far as RAnklePitch: 0.5° less"}, ends)
	require.InDelta(t, 0.9226, m.Slots[0].Targets[0].Angle, 1e-12)
}
