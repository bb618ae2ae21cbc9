package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/servo"
	"gonao/nao"
)

func to(j nao.Joint, rad float64) []servo.AngleTarget {
	return []servo.AngleTarget{{Joint: j, Rad: rad}}
}

func TestNamedJointsGoToTheirAnglesWhileTheRestWalks(t *testing.T) {
	m, b, f := onFeet(t)
	require.NoError(t, m.SetVelocity(Velocity{X: 0.1}))
	for range 60 { // a stream, as head trackers send
		require.NoError(t, m.SetVelocity(Velocity{X: 0.1}))
		require.NoError(t, m.GoTo([]servo.AngleTarget{{Joint: nao.HeadYaw, Rad: 0.5}, {Joint: nao.LElbowRoll, Rad: -1}}, 0.3, false))
		b.run(m, 2, smooth(t))
	}
	require.Equal(t, Walking, m.State())
	require.InDelta(t, 0.5, b.command.Position[nao.HeadYaw], 1e-9)
	require.InDelta(t, -1, b.command.Position[nao.LElbowRoll], 1e-9)
	require.InDelta(t, 1, b.command.Stiffness[nao.HeadYaw], 1e-9)
	require.Equal(t, "joint_angles", m.Owner(Head))
	require.Equal(t, "the walk", m.Owner(Legs))
	require.Equal(t, walkOwner, m.core.joints.owners[nao.LShoulderPitch], "only the joint that was named")
	require.InDelta(t, 0.1, f.walk.asked.X, 0)
	require.NoError(t, m.GoTo(to(nao.HeadYaw, -0.25), 1, true))
	b.run(m, 40, smooth(t))
	require.InDelta(t, 0.25, b.command.Position[nao.HeadYaw], 1e-9, "by an angle")
	b.run(m, 10, smooth(t))
	require.Equal(t, "nobody", m.Owner(Head))
	b.run(m, 100, smooth(t))
	require.Equal(t, Standing, m.State(), "the velocity is old by now")
}

func TestLegsThatWalkAreNotTakenAndNothingOfTheMessageMoves(t *testing.T) {
	m, b, _ := onFeet(t)
	require.NoError(t, m.SetVelocity(Velocity{X: 0.1}))
	b.run(m, 30, smooth(t))
	yaw := b.command.Position[nao.HeadYaw]
	both := []servo.AngleTarget{{Joint: nao.HeadYaw, Rad: 1}, {Joint: nao.LKneePitch, Rad: 1}}
	for _, refused := range []error{m.GoTo(both, 1, false), m.SetPositions(both), m.SetStiffnesses([]nao.Joint{nao.HeadYaw, nao.LKneePitch}, []float64{1, 0})} {
		require.EqualError(t, refused, "joint LKneePitch: held by the walk")
	}
	b.run(m, 10, smooth(t))
	require.InDelta(t, yaw, b.command.Position[nao.HeadYaw], 0)
	require.Equal(t, "the walk", m.Owner(Legs))
}

func TestOneOwnerPerJointAlsoAmongTheTopicsOfOthers(t *testing.T) {
	m, b, f := onFeet(t)
	require.NoError(t, m.SetHead(headSpeed(0.3, 0)))
	require.ErrorContains(t, m.GoTo(to(nao.HeadYaw, 1), 1, false), "held by the head commands")
	b.run(m, 60, smooth(t)) // nobody sends head commands any more
	require.NoError(t, m.GoTo(to(nao.HeadYaw, 1), 1, false))
	b.run(m, 1, smooth(t))
	require.ErrorContains(t, m.SetPositions(to(nao.HeadYaw, 0)), "held by joint_angles")
	require.ErrorContains(t, m.SetHead(headSpeed(0.3, 0)), "held by joint_angles")
	f.fall.sees = tipping
	b.run(m, 1, smooth(t))
	require.ErrorIs(t, m.GoTo(to(nao.HeadYaw, 0), 1, false), ErrFallen)
	require.False(t, m.angles.controller.Holds(nao.HeadYaw), "a fall takes every joint")
}

func TestEffectorsAreFollowedAndKeepTheirStiffness(t *testing.T) {
	m, b, _ := onFeet(t)
	b.state.FSR = [nao.NumFSR]float64{10, 10, 10, 10, 10, 10, 10, 10}
	b.run(m, 1, nil)
	all := make([]nao.Joint, nao.NumJoints)
	for j := range all {
		all[j] = nao.Joint(j)
	}
	ones := make([]float64, nao.NumJoints)
	for j := range ones {
		ones[j] = float64(float32(b.command.Stiffness[j]))
	}
	require.NoError(t, m.SetStiffnesses(all[nao.LHipYawPitch:nao.RHand], ones[nao.LHipYawPitch:nao.RHand]))
	require.Equal(t, "the walk", m.Owner(Legs), "as stiff as they are already")
	require.NoError(t, m.SetStiffnesses([]nao.Joint{nao.HeadYaw, nao.HeadPitch}, []float64{0.5, -1}))
	for i := range 60 {
		want := 0.4 * math.Sin(float64(i)/20)
		require.NoError(t, m.SetPositions(to(nao.HeadYaw, want)))
		b.run(m, 1, smooth(t))
		if i > 10 {
			require.InDelta(t, want, b.command.Position[nao.HeadYaw], 1e-9, "a stream is followed")
		}
	}
	require.InDelta(t, 0.5, b.command.Stiffness[nao.HeadYaw], 1e-9)
	require.Zero(t, b.command.Stiffness[nao.HeadPitch])
	require.Equal(t, "effectors/*", m.Owner(Head))
	require.ErrorIs(t, m.SetStiffnesses([]nao.Joint{nao.LKneePitch}, []float64{0}), errOnItsFeet)
	b.run(m, 50, smooth(t))
	require.Equal(t, "nobody", m.Owner(Head), "silence lets go")
	require.InDelta(t, 0.5, b.command.Stiffness[nao.HeadYaw], 1e-9, "and the last word holds")
	require.ErrorIs(t, m.SetStiffnesses([]nao.Joint{nao.HeadYaw}, []float64{math.NaN()}), servo.ErrBadAngles)
}

func TestTheLegsOfARobotThatStandsAreLentAndComeBack(t *testing.T) {
	m, b, _ := onFeet(t)
	knee := b.command.Position[nao.LKneePitch]
	require.NoError(t, m.GoTo([]servo.AngleTarget{{Joint: nao.LKneePitch, Rad: knee + 0.2}, {Joint: nao.RKneePitch, Rad: knee + 0.2}}, 0.1, false))
	b.run(m, 38, smooth(t))
	require.Equal(t, Posing, m.State())
	require.Equal(t, "joint_angles", m.Detail())
	require.InDelta(t, knee+0.2, b.command.Position[nao.LKneePitch], 1e-9)
	b.until(t, m, Standing, 100)
}

func TestOrdersToldEveryCycleChangeNothingElse(t *testing.T) {
	m, b, _ := onFeet(t)
	require.NoError(t, m.GoTo(to(nao.HeadYaw, 0.1), 1, false))
	b.run(m, 30, nil)
	changes := m.Changes()
	require.NoError(t, m.GoTo(to(nao.HeadYaw, 0.1), 1, false))
	b.run(m, 3, nil)
	require.Equal(t, changes, m.Changes(), "else the state would be published every cycle")
	require.ErrorIs(t, m.GoTo(nil, 1, false), servo.ErrBadAngles)
	require.ErrorIs(t, m.GoTo(to(nao.HeadYaw, 0), 2, false), servo.ErrBadAngles)
}
