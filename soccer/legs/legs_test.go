package legs

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/nao"
	"gonao/planning"
	"gonao/sim/kinematic"
	"gonao/soccer/player"
)

func TestACommandIsAnOrder(t *testing.T) {
	p, err := kinematic.LoadPreset("nao")
	require.NoError(t, err)
	o := OrderOf(&player.Command{Velocity: planning.Velocity{X: 0.2, Y: -0.1, Theta: 0.3}, HeadYaw: 0.5}, p)
	require.Equal(t, kinematic.Order{X: 0.2, Y: -0.1, Theta: 0.3, HeadYaw: 0.5}, o)
	for want, k := range map[kinematic.Kick]player.KickOrder{
		kinematic.LeftStraight: {Left: true}, kinematic.RightStraight: {}, kinematic.LeftSide: {Left: true, Sideways: true}, kinematic.RightSide: {Sideways: true},
	} {
		k.Distance, k.X, k.Y = 1.3, 0.17, 0.05
		o := OrderOf(&player.Command{Action: player.KickBall, Kick: k}, p)
		require.Equal(t, want, o.Kick)
		require.Equal(t, [2]float64{0.17, 0.05}, [2]float64{o.BallX, o.BallY})
		length := p.Kicks.Straight.Distance
		if k.Sideways {
			length = p.Kicks.Side.Distance
		}
		require.InDelta(t, 1.3/length, o.Strength, 1e-12)
	}
	require.Equal(t, int8(-1), OrderOf(&player.Command{Action: player.DiveRight}, p).Side)
	require.Equal(t, kinematic.GetUp, OrderOf(&player.Command{Action: player.GetUp}, p).Do)
	require.Equal(t, kinematic.Block, OrderOf(&player.Command{Action: player.Block}, p).Do)
}

// robot is a body that does at once what it is commanded.
type robot struct {
	state   nao.State
	command nao.Command
}

func (r *robot) run(l *Legs, o *kinematic.Order, d time.Duration, each func()) {
	for end := r.state.Time + d; r.state.Time < end; {
		r.state.Time += nao.CyclePeriod
		r.state.Cycle++
		l.Step(&r.state, o, &r.command)
		r.state.Position, r.state.Stiffness = r.command.Position, r.command.Stiffness
		if each != nil {
			each()
		}
	}
}

func standing(t *testing.T) (*Legs, *robot) {
	t.Helper()
	p, err := kinematic.LoadPreset("nao")
	require.NoError(t, err)
	library, err := motion.Builtin()
	require.NoError(t, err)
	cfg := motion.DefaultConfig()
	l, err := New(cfg, library, p)
	require.NoError(t, err)
	r := &robot{state: nao.State{Position: cfg.Stand, Accelerometer: [3]float64{0, 0, 9.81}, FSR: [nao.NumFSR]float64{7, 7, 7, 7, 7, 7, 7, 7}}}
	r.run(l, &kinematic.Order{}, 4*time.Second, nil)
	require.Equal(t, motion.Standing, l.Motion().State())
	return l, r
}

func TestARefusedOrderEndsAndIsSeenToHaveBegun(t *testing.T) {
	l, r := standing(t)
	o := kinematic.Order{Do: kinematic.KickBall, Strength: 1, BallX: 3, BallY: 2} // out of reach
	seen := 0
	r.run(l, &o, time.Second, func() {
		if l.Posture() == kinematic.Kicking {
			seen++
		}
	})
	require.InDelta(t, refusedFor.Seconds(), float64(seen)*nao.CyclePeriod.Seconds(), 0.03, "it is under way for a moment, and does not begin again")
	require.Equal(t, kinematic.Upright, l.Posture())
}

func TestTheOdometryGoesOnOverARestart(t *testing.T) {
	l, r := standing(t)
	r.run(l, &kinematic.Order{X: 0.2}, 3*time.Second, nil)
	require.True(t, l.Walking())
	before := l.Odometry()
	require.Greater(t, before.X, 0.01)
	library, err := motion.Builtin()
	require.NoError(t, err)
	require.NoError(t, l.Restart(motion.DefaultConfig(), library))
	require.Equal(t, before, l.Odometry())
}
