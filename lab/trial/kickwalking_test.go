package trial

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/sim"
)

// The whole motion is asked for a kick out of the walk, as by the action kick with from_walk.
func TestARobotKicksOutOfItsWalkWhenItIsAskedTo(t *testing.T) {
	library, err := motion.Builtin()
	require.NoError(t, err)
	m, err := motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	s, err := newWithBall(Setup{Profile: sim.Real, Seed: 1})
	require.NoError(t, err)
	defer s.Close()
	a := actor{s, m}
	require.NoError(t, a.wait(firstStandSec, m.Standing))
	require.NoError(t, s.Run(m, time.Second))
	const ahead, left = 0.6, 0.05
	_, err = s.PlaceBall(ahead, left)
	require.NoError(t, err)
	from := s.freeBall()

	task, err := m.KickWalking(motion.KickRequest{BallX: ahead, BallY: left})
	require.NoError(t, err)
	kicking := false
	ended, err := s.RunUntil(m, 15*time.Second, func() bool {
		kicking = kicking || m.State() == motion.Kicking
		return m.Report(task).Outcome != motion.Playing
	})
	require.NoError(t, err)
	require.True(t, ended)
	report := m.Report(task)
	require.Equal(t, motion.Finished, report.Outcome, report.Err)
	require.True(t, report.Hit)
	require.False(t, kicking, "it does not stop for it")
	require.NoError(t, s.Run(m, 5*time.Second))
	require.Equal(t, motion.Standing, m.State(), "nobody commands a velocity")
	require.Zero(t, m.Falls())
	to := s.freeBall()
	far := math.Hypot(to.X-from.X, to.Y-from.Y)
	require.Greater(t, far, 0.8, "the ball rolled away")
	require.Less(t, math.Abs(math.Atan2(to.Y-from.Y, to.X-from.X)), 0.35, "forward")
}

// A push fells a robot that kicks, before the kick's own engine notices it.
func TestARobotThatFellInAKickKicksAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute of physics: in the run without -short")
	}
	library, err := motion.Builtin()
	require.NoError(t, err)
	m, err := motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	s, err := newWithBall(Setup{Profile: sim.Real, Seed: 1})
	require.NoError(t, err)
	defer s.Close()
	a := actor{s, m}
	again := func() motion.Task {
		require.NoError(t, a.wait(20, m.CanWalk))
		require.NoError(t, s.Run(m, time.Second))
		_, err := s.PlaceBall(0.18, 0.06)
		require.NoError(t, err)
		task, err := m.Kick(motion.KickRequest{BallX: 0.18, BallY: 0.06})
		require.NoError(t, err)
		return task
	}
	task := again()
	require.NoError(t, a.wait(5, func() bool { return m.State() == motion.Kicking }))
	s.PushAt(s.Time()+500*time.Millisecond, 6, math.Pi/2)
	require.NoError(t, a.wait(10, func() bool { return m.Report(task).Outcome == motion.Fell }))
	require.NoError(t, a.wait(20, m.CanWalk))
	task = again()
	require.NoError(t, a.wait(30, func() bool { return m.Report(task).Outcome != motion.Playing }))
	require.NotErrorIs(t, m.Report(task).Err, kick.ErrBusy)
	require.True(t, m.Report(task).Hit, m.Report(task).Err)
}
