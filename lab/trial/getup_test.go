package trial

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/motion/getup"
	"gonao/nao"
	"gonao/sim"
)

// rising gets up from the present posture of a limp robot.
type rising struct {
	engine *getup.Engine
	status getup.Status
}

func (r *rising) Step(state *nao.State, out *nao.Command) {
	if r.status == getup.Idle {
		command := nao.Command{Position: state.Position}
		_ = r.engine.Begin(state, &command)
	}
	r.status = r.engine.Step(state, out)
}

// limp keeps the robot limp on the ground.
type limp struct{}

func (limp) Step(state *nao.State, out *nao.Command) {
	*out = nao.Command{Cycle: state.Cycle, Position: state.Position}
}

// getUp lays the robot limp on a side and lets it get up. It returns the time from lying still to standing.
func getUp(t *testing.T, side Side, profile sim.Profile, seed uint64) (sec float64, attempts int, stands bool) {
	t.Helper()
	library, err := motion.Builtin()
	require.NoError(t, err)
	engine, err := getup.New(getup.DefaultConfig(), library)
	require.NoError(t, err)
	s, err := New(Setup{Profile: profile, Seed: seed})
	require.NoError(t, err)
	defer s.Close()
	require.NoError(t, s.Lie(side))
	require.NoError(t, s.Run(limp{}, time.Second))
	r := &rising{engine: engine}
	begin := s.Time()
	for r.status == getup.Idle || r.status == getup.Running {
		require.NoError(t, s.Step(r))
	}
	return (s.Time() - begin).Seconds(), engine.Attempts(), r.status == getup.Standing && !s.Fallen()
}

func TestGetsUpAtTheFirstTryFromEverySide(t *testing.T) {
	for side, atMostSec := range map[Side]float64{Front: 7, Back: 5, Left: 9, Right: 9} {
		for _, seed := range seedsOf(3) {
			sec, attempts, stands := getUp(t, side, sim.Real, seed)
			require.True(t, stands, "%s, seed %d", side, seed)
			require.Equal(t, 1, attempts, "%s, seed %d", side, seed)
			require.Less(t, sec, atMostSec, "%s, seed %d", side, seed)
		}
	}
}
