package motion

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/slot"
	"gonao/nao"
)

// The engines are fakes here; robot/falls_test.go has the same with real ones.
func TestARobotPushedOverProtectsItselfGetsUpAndWalksOn(t *testing.T) {
	m, b, f := onFeet(t)
	run := func(until BodyState, atMost int) {
		for i := 0; m.State() != until; i++ {
			require.Less(t, i, atMost, "still %s, not %s", m.State(), until)
			_ = m.SetVelocity(Velocity{X: 0.2}) // refused while it lies, and kept
			b.run(m, 1, smooth(t))
		}
	}
	run(Walking, 60)
	for n := range 5 {
		p, err := m.Play("dance_right")
		require.NoError(t, err)
		f.fall.sees = tipping
		run(Falling, 2)
		require.Equal(t, Fell, m.Progress(p).Outcome)
		require.Equal(t, n+1, f.fall.protects)
		require.Equal(t, n+1, m.Falls())
		require.Equal(t, "the fall", m.Owner(Legs))
		f.fall.sees = lying
		run(Fallen, 2)
		require.Equal(t, "front", m.Detail())
		run(GettingUp, 60)
		require.Equal(t, nao.Joints{}, b.state.Stiffness, "it was soft")
		run(Walking, 300)
		b.run(m, 20, smooth(t))
	}
}

func TestNothingBeginsWhileTheRobotLies(t *testing.T) {
	m, b, f := onFeet(t)
	m.core.cfg.AutoGetUp = false
	look, err := m.LookAt(LookAt{HoldSec: -1})
	require.NoError(t, err)
	walk, err := m.WalkTo(1, 0, 0, 0)
	require.NoError(t, err)
	f.fall.sees = lying
	b.until(t, m, Fallen, 3)
	for _, task := range []Task{look, walk} {
		require.Equal(t, Fell, m.Report(task).Outcome)
		require.ErrorIs(t, m.Report(task).Err, ErrFallen)
	}
	b.run(m, 300, smooth(t))
	require.Equal(t, Fallen, m.State(), "it waits to be asked")
	for name, err := range map[string]error{
		"velocity": m.SetVelocity(Velocity{X: 0.1}),
		"walk_to":  second(m.WalkTo(1, 0, 0, 0)),
		"kick":     second(m.Kick(KickRequest{})),
		"posture":  second(m.Posture("sit")),
		"look_at":  second(m.LookAt(LookAt{})),
		"dance":    playError(m.Play("dance_right")),
		"move":     playError(m.Move([]slot.Target{{Joint: nao.HeadYaw, Angle: 0.1}}, 0.5)),
	} {
		require.ErrorIs(t, err, ErrFallen, name)
	}
	task, err := m.GetUp()
	require.NoError(t, err)
	b.until(t, m, Standing, 300)
	require.Equal(t, Finished, m.Report(task).Outcome)
	require.Equal(t, 1, m.Report(task).Attempts)
}

func second[T any](_ T, err error) error { return err }

func playError(_ Play, err error) error { return err }

func TestAGetUpThatGivesUpIsSaidAndTriedAgainLater(t *testing.T) {
	m, b, f := onFeet(t)
	f.getUp.fail = true
	f.fall.sees = lying
	b.until(t, m, Fallen, 3)
	task, err := m.GetUp()
	require.NoError(t, err)
	b.until(t, m, GettingUp, 100)
	b.until(t, m, Fallen, 200)
	require.Equal(t, GaveUp, m.Report(task).Outcome)
	f.getUp.fail = false
	b.run(m, 300, smooth(t))
	require.Equal(t, Fallen, m.State())
	b.until(t, m, Standing, 400)
}

func TestACanceledGetUpLetsTheRobotDown(t *testing.T) {
	m, b, f := onFeet(t)
	f.fall.sees = lying
	b.until(t, m, Fallen, 3)
	task, err := m.GetUp()
	require.NoError(t, err)
	b.until(t, m, GettingUp, 100)
	b.run(m, 30, smooth(t))
	m.CancelTask(task)
	b.run(m, 400, smooth(t))
	require.Equal(t, Canceled, m.Report(task).Outcome)
	require.Equal(t, Fallen, m.State(), "until somebody asks again")
	require.Equal(t, nao.Joints{}, b.command.Stiffness)
}

func TestWhoStandsNeedNotGetUp(t *testing.T) {
	m, b, _ := onFeet(t)
	task, err := m.GetUp()
	require.NoError(t, err)
	b.run(m, 2, smooth(t))
	require.Equal(t, Finished, m.Report(task).Outcome)
}

func TestACaughtFallIsNone(t *testing.T) {
	m, b, f := onFeet(t)
	f.fall.sees = tipping
	b.run(m, 10, smooth(t))
	f.fall.sees = upright
	b.until(t, m, Standing, 400)
	require.Zero(t, f.getUp.begun)
	b.run(m, 60, smooth(t))
}

func TestARobotFoundLimpOnTheGroundIsLetLie(t *testing.T) {
	for _, stiff := range []float64{0, 0.6} {
		library, err := Builtin()
		require.NoError(t, err)
		f := &fakes{}
		f.getUp.fall, f.fall.sees = &f.fall, lying
		m := newMotionWith(DefaultConfig(), library, engines{walk: &f.walk, kick: &f.kick, fall: &f.fall, getUp: &f.getUp})
		b := newPuppet(nao.CrouchPosture())
		for j := range b.state.Stiffness {
			b.state.Stiffness[j] = stiff
		}
		b.run(m, 300, nil)
		if stiff == 0 {
			require.Equal(t, Fallen, m.State())
			require.Equal(t, nao.Joints{}, b.command.Stiffness)
		} else {
			require.Equal(t, Standing, m.State(), "whose motion was started anew gets up")
		}
	}
}

func TestMotionsForARobotThatLiesArePlayedOnTheGround(t *testing.T) {
	m, b, f := onFeet(t)
	m.core.cfg.AutoGetUp = false
	up := *m.library["stand"]
	up.Name, up.Lying = "stand_up_back", true
	m.library[up.Name] = &up
	f.fall.sees = lying
	b.until(t, m, Fallen, 3)
	b.run(m, 60, smooth(t))
	p, err := m.Play("stand_up_back")
	require.NoError(t, err)
	b.run(m, 20, smooth(t))
	require.Equal(t, Posing, m.State())
	f.fall.sees = upright
	for m.Progress(p).Outcome == Playing {
		b.run(m, 1, smooth(t))
	}
	b.until(t, m, Standing, 10)
}
