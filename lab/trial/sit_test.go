package trial

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/sim"
)

func TestSitsSoftlyAndStandsUp(t *testing.T) {
	seat, err := runSit(Setup{Profile: sim.Real, Seed: 1})
	require.NoError(t, err)
	require.True(t, seat.Seated, "%+v", seat)
	require.True(t, seat.Stands, "%+v", seat)
}

// A sit that is canceled on its way holds the squat it has come to, stiff; the robot stays on its feet, and stands up from there.
func TestACanceledSitHoldsItsSquatAndStandsUp(t *testing.T) {
	library, err := motion.Builtin()
	require.NoError(t, err)
	for _, after := range []time.Duration{600 * time.Millisecond, 1300 * time.Millisecond, 2 * time.Second} {
		m, err := motion.New(motion.DefaultConfig(), library)
		require.NoError(t, err)
		s, err := newBare(Setup{Profile: sim.Real, Seed: 1})
		require.NoError(t, err)
		a := actor{s, m}
		require.NoError(t, a.wait(firstStandSec, m.Standing))
		task, err := m.Posture("sit")
		require.NoError(t, err)
		require.NoError(t, s.Run(m, after))
		m.CancelTask(task)
		require.Equal(t, motion.Canceled, m.Report(task).Outcome)
		require.NoError(t, s.Run(m, 3*time.Second))
		require.Equal(t, motion.Sitting, m.State(), "canceled after %v", after)
		require.Zero(t, m.Falls())
		require.GreaterOrEqual(t, s.Torso().AxisZ().Z, 0.8, "canceled after %v: its trunk is upright", after)
		require.NoError(t, a.posture("stand"))
		require.NoError(t, s.Run(m, time.Second))
		require.Equal(t, motion.Standing, m.State(), "canceled after %v", after)
		s.Close()
	}
}

// The node restarts on a robot that sits: the robot stays seated and soft, and stands up when it is asked to.
func TestARobotThatSitsAtTheStartStaysSeated(t *testing.T) {
	library, err := motion.Builtin()
	require.NoError(t, err)
	m, err := motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	s, err := newBare(Setup{Profile: sim.Real, Seed: 2})
	require.NoError(t, err)
	defer s.Close()
	a := actor{s, m}
	require.NoError(t, a.wait(firstStandSec, m.Standing))
	require.NoError(t, a.posture("sit"))
	require.NoError(t, s.Run(m, 2*time.Second))
	require.Equal(t, motion.Sitting, m.State())

	m, err = motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	a.m = m
	require.NoError(t, s.Run(m, 5*time.Second))
	require.Equal(t, motion.Sitting, m.State())
	require.Less(t, s.Torso().P.Z, seatHeight)
	require.Greater(t, s.Torso().AxisZ().Z, 0.85)
	require.NoError(t, a.posture("stand"))
	require.NoError(t, s.Run(m, time.Second))
	require.Equal(t, motion.Standing, m.State())
	require.False(t, s.Fallen())
}
