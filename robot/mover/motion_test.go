package mover

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/nao"
	"gonao/nao/preset"
)

// robot is a body that does at once what it is commanded.
type robot struct {
	state   nao.State
	command nao.Command
}

func (r *robot) run(m *Motion, d time.Duration, each func()) {
	for end := r.state.Time + d; r.state.Time < end; {
		r.state.Time += nao.CyclePeriod
		r.state.Cycle++
		m.Step(&r.state, &r.command)
		r.state.Position, r.state.Stiffness = r.command.Position, r.command.Stiffness
		if each != nil {
			each()
		}
	}
}

func standing(t *testing.T) (*Motion, *robot) {
	t.Helper()
	library, err := motion.Builtin()
	require.NoError(t, err)
	cfg := motion.DefaultConfig()
	rules := preset.KickRules{Straight: preset.KickTime{Distance: 3}, Side: preset.KickTime{Distance: 1.5}}
	m, err := NewMotion(cfg, library, rules.All())
	require.NoError(t, err)
	r := &robot{state: nao.State{Position: cfg.Stand, Accelerometer: [3]float64{0, 0, 9.81}, FSR: [nao.NumFSR]float64{7, 7, 7, 7, 7, 7, 7, 7}}}
	r.run(m, 4*time.Second, nil)
	require.Equal(t, motion.Standing, m.State())
	return m, r
}

func TestAKickIsOneTaskAndARefusedOneIsNone(t *testing.T) {
	m, r := standing(t)
	_, err := m.Kick(motion.KickRequest{BallX: 3, BallY: 2})
	require.ErrorIs(t, err, motion.ErrUnreachable)
	require.Equal(t, motion.Standing, m.Busy())
	task, err := m.Kick(motion.KickRequest{BallX: 0.17, BallY: 0.07, Distance: 1})
	require.NoError(t, err)
	require.Equal(t, motion.Kicking, m.Busy(), "from the request on")
	_, err = m.Save(motion.SaveRequest{Kind: motion.SaveBlock})
	require.ErrorIs(t, err, motion.ErrNotReady)
	ended := 0
	require.NoError(t, m.SetVelocity(motion.Velocity{X: 0.2}))
	r.run(m, 12*time.Second, func() {
		if m.Busy() == motion.Kicking {
			require.Zero(t, m.Asked(), "a velocity waits for the end of the kick")
		} else {
			ended++
		}
	})
	require.Positive(t, ended)
	require.NotEqual(t, motion.Playing, m.Report(task).Outcome)
	require.Equal(t, motion.Walking, m.State())
}

func TestTheOdometryGoesOnOverARestart(t *testing.T) {
	m, r := standing(t)
	require.NoError(t, m.SetVelocity(motion.Velocity{X: 0.2}))
	r.run(m, 3*time.Second, nil)
	require.Equal(t, motion.Walking, m.State(), "the velocity is repeated")
	before := m.Odometry()
	require.Greater(t, before.X, 0.01)
	library, err := motion.Builtin()
	require.NoError(t, err)
	require.NoError(t, m.Restart(motion.DefaultConfig(), library))
	after := m.Odometry()
	require.Equal(t, [3]float64{before.X, before.Y, before.Yaw}, [3]float64{after.X, after.Y, after.Yaw})
}

func TestAStepAllocatesNothing(t *testing.T) {
	m, r := standing(t)
	var mover Mover = m
	require.Zero(t, testing.AllocsPerRun(50, func() {
		_ = mover.SetVelocity(motion.Velocity{X: 0.2})
		_ = mover.SetHead(Ahead)
		r.run(m, nao.CyclePeriod, nil)
	}))
}
