package trial

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim"
	"gonao/sim/mujoco"
)

// still stands and does nothing else.
type still struct{}

func (still) Step(state *nao.State, out *nao.Command) {
	out.Cycle, out.Position = state.Cycle, nao.StandPosture()
	for j := range out.Stiffness {
		out.Stiffness[j] = 1
	}
}

func TestASmallPushIsStoodAndALargeOneIsNot(t *testing.T) {
	for _, row := range []struct {
		impulse float64 // N s
		fallen  bool
	}{{0.2, false}, {5, true}} {
		s, err := New(Setup{Profile: sim.Ideal, Seed: 1})
		require.NoError(t, err)
		defer s.Close()
		for s.Time() < 4*time.Second {
			if s.Time() == 996*time.Millisecond {
				require.NoError(t, s.Sim.Push(r3.Vec{Y: row.impulse}, 100*time.Millisecond))
			}
			require.NoError(t, s.Step(still{}))
		}
		require.Equal(t, row.fallen, s.Fallen(), "%g N s", row.impulse)
	}
}

// The robot's momentum after a push is the impulse: m·v = p, before the feet react.
func TestAPushGivesItsImpulse(t *testing.T) {
	s, err := New(Setup{Profile: sim.Ideal, Seed: 1})
	require.NoError(t, err)
	defer s.Close()
	up := s.Torso()
	up.P.Z += 1 // in the air
	stand := nao.StandPosture()
	require.NoError(t, s.Sim.PlaceRobot(up, &stand))
	require.NoError(t, s.Sim.Push(r3.Vec{X: 1}, 48*time.Millisecond))
	d := s.Sim.Data()
	for range 8 {
		require.NoError(t, s.Step(still{}))
	}
	torso, err := s.Sim.Model().ID(mujoco.Body, "torso")
	require.NoError(t, err)
	before := d.SubtreeCom[3*torso]
	const cycles = 10
	for range cycles {
		require.NoError(t, s.Step(still{}))
	}
	momentum := nao.TotalMass() * (d.SubtreeCom[3*torso] - before) / (cycles * nao.CyclePeriod.Seconds())
	require.InDelta(t, 1, momentum, 0.01)
}
