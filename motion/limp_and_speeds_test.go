package motion

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	jointspeed "gonao/motion/servo"
	"gonao/nao"
)

func TestAnyJointTurnsBySpeedAndRunsOut(t *testing.T) {
	m, b := newStanding(t)
	from := b.command.Position
	require.NoError(t, m.SetJointSpeeds([]jointspeed.SpeedTarget{{Joint: nao.LShoulderRoll, RadPerSec: 0.5}, {Joint: nao.RElbowYaw, RadPerSec: -1}}, 0))
	_, err := m.Play("dance_left")
	require.ErrorContains(t, err, "held by joint speeds")
	b.run(m, 40, smooth(t))
	require.InDelta(t, from[nao.LShoulderRoll]+0.24, b.command.Position[nao.LShoulderRoll], 0.02)
	require.Less(t, b.command.Position[nao.RElbowYaw], from[nao.RElbowYaw]-0.4)
	b.run(m, 30, smooth(t))
	at := b.command.Position
	b.run(m, 10, smooth(t))
	require.Equal(t, at, b.command.Position, "nobody asked again")
	_, err = m.Play("dance_left")
	require.NoError(t, err)
	require.ErrorContains(t, m.SetJointSpeeds([]jointspeed.SpeedTarget{{Joint: nao.LShoulderRoll}}, 0), `held by motion "dance_left"`)
	require.ErrorIs(t, m.SetJointSpeeds(nil, 0), jointspeed.ErrBadSpeeds)
}

func TestWhoRepeatsASpeedChangesNothing(t *testing.T) {
	m, b := newStanding(t)
	turn := []jointspeed.SpeedTarget{{Joint: nao.HeadYaw, RadPerSec: 0.1}}
	require.NoError(t, m.SetJointSpeeds(turn, 0))
	changes := m.Changes()
	b.run(m, 5, nil)
	require.NoError(t, m.SetJointSpeeds(turn, 0))
	require.Equal(t, changes, m.Changes(), "else the state would be published every cycle")
}

func TestFollowsATrajectory(t *testing.T) {
	m, b := newStanding(t)
	tr := &jointspeed.Trajectory{
		Joints: []nao.Joint{nao.LShoulderPitch},
		Points: []jointspeed.TrajectoryPoint{
			{At: time.Second, Positions: []float64{0.5}, Velocities: []float64{0}},
			{At: 2 * time.Second, Positions: []float64{1}, Velocities: []float64{0}},
		},
		GoalTolerance: []float64{0.05},
	}
	p, err := m.FollowTrajectory(tr)
	require.NoError(t, err)
	_, err = m.FollowTrajectory(tr)
	require.ErrorContains(t, err, "joint LShoulderPitch: held by a trajectory")
	b.run(m, 84, smooth(t))
	require.InDelta(t, 0.5, b.command.Position[nao.LShoulderPitch], 0.01)
	want, _, ok := m.Desired(p)
	require.True(t, ok)
	require.InDelta(t, b.command.Position[nao.LShoulderPitch], want[nao.LShoulderPitch], 1e-12)
	b.run(m, 100, smooth(t))
	require.Equal(t, Finished, m.Progress(p).Outcome)
	require.Equal(t, 2, m.Progress(p).Reached)
	require.InDelta(t, 1, b.command.Position[nao.LShoulderPitch], 0)
}

func TestATrajectoryThatIsCanceledOrBlockedLeavesTheJointAtRest(t *testing.T) {
	m, b := newStanding(t)
	tr := &jointspeed.Trajectory{
		Joints: []nao.Joint{nao.LShoulderPitch}, Points: []jointspeed.TrajectoryPoint{{At: time.Second, Positions: []float64{0}}},
		PathTolerance: []float64{0.3},
	}
	p, err := m.FollowTrajectory(tr)
	require.NoError(t, err)
	b.run(m, 40, smooth(t))
	m.Cancel(p)
	b.run(m, 20, smooth(t))
	require.Equal(t, Canceled, m.Progress(p).Outcome)
	at := b.command.Position
	b.run(m, 5, nil)
	require.Equal(t, at, b.command.Position)

	b.stuck[nao.LShoulderPitch] = true
	p, err = m.FollowTrajectory(tr)
	require.NoError(t, err)
	b.run(m, 80, smooth(t))
	require.Equal(t, OffPath, m.Progress(p).Outcome)
	require.Equal(t, nao.LShoulderPitch, m.Progress(p).Late)
	_, err = m.FollowTrajectory(&jointspeed.Trajectory{})
	require.ErrorIs(t, err, jointspeed.ErrBadJoints)
}

func arm() []nao.Joint { return groups[LeftArm] }

func TestALimpArmIsMovedByHandAndGetsStiffWhereItWasLeft(t *testing.T) {
	m, b := newStanding(t)
	require.NoError(t, m.Limp(arm(), time.Second))
	b.run(m, 30, smooth(t))
	require.InDelta(t, 0, b.command.Stiffness[nao.LShoulderPitch], 0)
	require.InDelta(t, 1, b.command.Stiffness[nao.RShoulderPitch], 0)
	_, err := m.Play("dance_left")
	require.ErrorContains(t, err, "held by whoever made it limp")

	b.stuck[nao.LShoulderPitch] = true // in somebody's hand
	b.state.Position[nao.LShoulderPitch] = 0.2
	require.NoError(t, m.Limp(arm(), time.Second))
	b.run(m, 80, nil)
	require.InDelta(t, 0, b.command.Stiffness[nao.LShoulderPitch], 0, "it was asked for again")
	b.run(m, 40, nil)
	require.InDelta(t, 1, b.command.Stiffness[nao.LShoulderPitch], 0, "nobody asked again")
	require.InDelta(t, 0.2, b.command.Position[nao.LShoulderPitch], 0)
	b.stuck[nao.LShoulderPitch] = false
	b.delayed[0][nao.LShoulderPitch], b.delayed[1][nao.LShoulderPitch] = 0.2, 0.2
	_, err = m.Play("dance_left")
	require.NoError(t, err)
	b.run(m, 50, smooth(t))
}

func TestLegsThatCarryTheRobotAreNotMadeLimp(t *testing.T) {
	m, b := newStanding(t)
	for i := range b.state.FSR {
		b.state.FSR[i] = 6
	}
	b.step(m)
	require.ErrorIs(t, m.Limp(groups[Legs], time.Second), errOnItsFeet)
	require.Equal(t, Standing, m.State())
	require.Error(t, m.Limp(arm(), 0))
	require.Error(t, m.Limp(arm(), time.Minute))

	b.state.FSR = [nao.NumFSR]float64{} // lifted up
	b.step(m)
	require.NoError(t, m.Limp(groups[Legs], time.Second))
	b.run(m, 50, nil)
	require.Equal(t, Posing, m.State())
	require.Equal(t, "moved by hand", m.Detail())
	require.InDelta(t, 0, b.command.Stiffness[nao.LKneePitch], 0)
	require.NoError(t, m.Limp(nil, time.Second))
	b.run(m, 20, nil)
	require.InDelta(t, 1, b.command.Stiffness[nao.LKneePitch], 0)
	require.NotEqual(t, Posing, m.State())
}
