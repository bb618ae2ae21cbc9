package simulator

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim"
	"gonao/sim/world"
)

func TestAPhaseProviderBeginsWithARobotThatStandsStill(t *testing.T) {
	w, err := world.Load("empty")
	require.NoError(t, err)
	seeds := 6
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		node := DefaultConfig()
		node.Simulation.Seed = uint64(seed) + 1
		cfg := node.simulation(w)
		s, err := sim.New(cfg)
		require.NoError(t, err)
		defer s.Close()
		command := nao.Command{Position: nao.StandPosture()}
		for j := range command.Stiffness {
			command.Stiffness[j] = 1
		}
		changes, was := 0, false
		var state nao.State
		for cycle := range 900 { // 11 s
			require.NoError(t, s.Step(&command))
			s.State(&state)
			left, right := 0.0, 0.0
			for i := range 4 {
				left += state.FSR[i]
				right += state.FSR[4+i]
			}
			if is := left >= right; cycle > 83 && is != was { // as the provider compares them
				changes++
			}
			was = left >= right
		}
		require.GreaterOrEqual(t, changes, 10, "seed %d", cfg.Seed)
	}
}
