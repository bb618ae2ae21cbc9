package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/walk"
	"gonao/nao"
)

var allGaits = []Gait{WalkGait, CPGGait, OmniGait, TFSGait}

// follow commands a velocity for some cycles.
func (b *puppet) follow(t *testing.T, m *Motion, v Velocity, cycles int) {
	t.Helper()
	for range cycles {
		_ = m.SetVelocity(v)
		b.rock()
		b.run(m, 1, smooth(t))
	}
}

func TestAnUnknownGaitIsRefusedWithTheChoices(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Gait = "tsf"
	_, err := New(cfg, nil)
	require.ErrorContains(t, err, `gait: "tsf": expected "walk", "cpg", "omni" or "tfs" (did you mean "tfs"?)`)
	m, b := withEngines(t)
	require.ErrorContains(t, m.SetGait("trot"), `gait: "trot": expected "walk", "cpg", "omni" or "tfs"`)
	require.Equal(t, WalkGait, m.SelectedGait())
	b.follow(t, m, Velocity{X: 0.1}, 60)
	require.Equal(t, Walking, m.State())
}

func TestAGaitChangesOnlyWhileTheRobotStands(t *testing.T) {
	for _, g := range allGaits {
		t.Run(string(g), func(t *testing.T) {
			m, b := withEngines(t)
			require.NoError(t, m.SetGait(g))
			require.Equal(t, g, m.SelectedGait())
			b.run(m, 30, smooth(t))
			require.Equal(t, Standing, m.State(), "a change moves nothing")
			b.follow(t, m, Velocity{X: 0.1}, 200)
			require.Equal(t, Walking, m.State())
			require.Positive(t, m.Asked().X)
			other := WalkGait
			if g == WalkGait {
				other = TFSGait
			}
			err := m.SetGait(other)
			require.ErrorIs(t, err, errGaitInUse)
			require.ErrorContains(t, err, "while the robot stands: it is walking")
			require.Equal(t, g, m.SelectedGait())
			b.follow(t, m, Velocity{}, 700)
			require.Equal(t, Standing, m.State(), "zero ends the walk")
			require.NoError(t, m.SetGait(other))

			task, err := m.WalkTo(1, 0, 0, 0)
			require.NoError(t, err)
			require.ErrorContains(t, m.SetGait(g), "walk_to is under way")
			b.run(m, 200, smooth(t))
			require.Equal(t, Walking, m.State())
			m.CancelTask(task)
			b.until(t, m, Standing, 800)
			require.NoError(t, m.SetGait(g))
			_, err = m.Posture("sit")
			require.NoError(t, err)
			b.until(t, m, Sitting, 800)
			require.NoError(t, m.SetGait(other), "the legs do not step")
		})
	}
}

func TestWhatAGaitCannotWalkIsRefusedInWords(t *testing.T) {
	m, b := withEngines(t)
	for _, row := range []struct {
		gait Gait
		v    Velocity
		want string
	}{
		{TFSGait, Velocity{Y: 0.1}, "gait tfs: 0 m/s forward, 0.1 m/s to the left, 0 rad/s: this gait cannot do that: expected forward, backward or a turn"},
		{CPGGait, Velocity{X: -0.1}, "expected forward, a turn, or a turn around the ball"},
	} {
		require.NoError(t, m.SetGait(row.gait))
		err := m.SetVelocity(row.v)
		require.ErrorIs(t, err, ErrGait)
		require.ErrorContains(t, err, row.want)
		_, err = m.KickWalking(KickRequest{BallX: 0.5, BallY: 0.05})
		require.ErrorContains(t, err, "expected gait walk for a kick out of the walk")
		require.ErrorContains(t, m.WalkGoal([]Point{{X: 1}, {X: 2}}, 0.01, 0.01), "2 points: this gait cannot do that: expected 1")
		require.ErrorIs(t, m.WalkGoal([]Point{{X: math.NaN()}}, 0.01, 0.01), walk.ErrNotFinite)
		require.ErrorIs(t, m.SetVelocity(Velocity{X: math.NaN()}), ErrBadGoal)
		b.run(m, 60, smooth(t))
		require.Equal(t, Standing, m.State())
	}
	require.NoError(t, m.SetGait(OmniGait))
	for _, v := range []Velocity{{X: 1e6}, {Y: -3}, {Yaw: 9, X: -2}} {
		require.NoError(t, m.SetVelocity(v))
		b.run(m, 1, smooth(t))
		at := m.Asked()
		require.LessOrEqual(t, math.Abs(at.X), 0.13+1e-9)
		require.LessOrEqual(t, math.Abs(at.Y), 0.1+1e-9)
		require.LessOrEqual(t, math.Abs(at.Yaw), 1+1e-9)
	}
}

func TestNumbersOfAGaitCountFromTheNextStandOn(t *testing.T) {
	m, b := withEngines(t)
	require.NoError(t, m.SetGait(TFSGait))
	b.follow(t, m, Velocity{X: 1}, 100)
	require.InDelta(t, DefaultConfig().TFS.MaxSpeed, m.Asked().X, 1e-9)
	cfg := m.core.cfg
	cfg.TFS.MaxSpeed = 0.1
	require.NoError(t, m.Tune(cfg))
	b.follow(t, m, Velocity{}, 600)
	require.Equal(t, Standing, m.State())
	b.follow(t, m, Velocity{X: 1}, 100)
	require.InDelta(t, 0.1, m.Asked().X, 1e-9)
	cfg.TFS.MaxSpeed = 99
	require.ErrorContains(t, m.Tune(cfg), "tfs.max_speed: 99.0: expected 0 to 0.8 m/s")
}

func TestAStepOfEveryGaitAllocatesNothing(t *testing.T) {
	for _, g := range allGaits {
		m, b := withEngines(t)
		require.NoError(t, m.SetGait(g))
		task, err := m.WalkTo(3, 1, 1, 0)
		require.NoError(t, err)
		for range 60 {
			b.rock()
			b.step(m)
		}
		require.Zero(t, testing.AllocsPerRun(100, func() { b.step(m) }), "%s, walk_to", g)
		m.CancelTask(task)
		for range 30 {
			require.NoError(t, m.SetVelocity(Velocity{X: 0.1}))
			b.step(m)
		}
		require.Zero(t, testing.AllocsPerRun(30, func() { b.step(m) }), "%s, velocity", g)
	}
}

func TestAGaitThatFallsBeginsAgainFromTheStand(t *testing.T) {
	m, b := withEngines(t)
	require.NoError(t, m.SetGait(OmniGait))
	b.follow(t, m, Velocity{X: 0.1}, 200)
	require.Equal(t, Walking, m.State())
	b.state.Angles[1] = 1.4
	b.until(t, m, Fallen, 60)
	require.NoError(t, m.SetGait(TFSGait), "nothing steps")
	b.until(t, m, GettingUp, 300)
	require.ErrorContains(t, m.SetGait(OmniGait), "it is getting_up")
	require.Equal(t, TFSGait, m.SelectedGait())
	for _, joint := range []nao.Joint{nao.LKneePitch, nao.RHipRoll} {
		require.False(t, math.IsNaN(b.command.Position[joint]))
	}
}
