package motion

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// seatedPosture returns the angles of the last slot of the motion sit, the rest as in the stand.
func seatedPosture(t *testing.T) nao.Joints {
	t.Helper()
	library, err := Builtin()
	require.NoError(t, err)
	q := nao.StandPosture()
	for _, s := range library["sit"].Slots {
		for _, target := range s.Targets {
			if !target.Limp() {
				q[target.Joint] = target.Angle
			}
		}
	}
	return q
}

func TestARobotThatSitsWhenMotionBeginsStaysSeatedUntilItIsToStand(t *testing.T) {
	for name, stiff := range map[string]float64{"limp": 0, "stiff": 1} {
		library, err := Builtin()
		require.NoError(t, err)
		f := &fakes{}
		f.getUp.fall = &f.fall
		m := newMotionWith(DefaultConfig(), library, engines{walk: &f.walk, kick: &f.kick, fall: &f.fall, getUp: &f.getUp})
		seat := seatedPosture(t)
		b := newPuppet(seat)
		for j := range b.state.Stiffness {
			b.state.Stiffness[j] = stiff
		}
		for range 200 {
			b.step(m)
			require.Equal(t, Sitting, m.State(), name)
		}
		for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
			require.InDelta(t, seat[j], b.command.Position[j], 1e-9, "%s: %s", name, j)
			require.LessOrEqual(t, b.command.Stiffness[j], seatStiffness, "%s: %s gets soft", name, j)
		}
		require.Error(t, m.SetVelocity(Velocity{X: 0.2}), "it does not walk from the seat")
		_, err = m.Kick(KickRequest{})
		require.ErrorIs(t, err, ErrNotStanding)
		task, err := m.Posture("stand")
		require.NoError(t, err)
		b.run(m, 2, nil)
		require.Equal(t, 1, f.getUp.begun, "%s: by the get-up, which lies back first", name)
		b.until(t, m, Standing, 500)
		require.Equal(t, Finished, m.Report(task).Outcome)
	}
}
