package kick

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestWhatIsSetWhileTheRobotKicksCountsForTheNextKick(t *testing.T) {
	plain, tuned := engine(t), engine(t)
	slower := DefaultConfig()
	slower.TableShare = 0
	slower.ShiftSec, slower.Forward.Back, slower.LagSec = 1.5, 0.1, 0.02
	commands := func(e *Engine, look func(cycle int)) (all []nao.Joints) {
		c := standing()
		begin(t, e, forward(), &c)
		play(t, e, &c, func(cycle int, _, after *nao.Command) {
			all = append(all, after.Position)
			look(cycle)
		})
		return all
	}
	first := commands(plain, func(int) {})
	require.Equal(t, first, commands(tuned, func(cycle int) {
		if cycle == 40 {
			require.NoError(t, tuned.Tune(slower))
		}
	}))
	require.Greater(t, len(commands(tuned, func(int) {})), len(first)+40, "the shift takes 0.8 s more")
}

func TestANumberOfTheKickOutOfRangeIsRefusedAndNothingChanges(t *testing.T) {
	e := engine(t)
	far := e.Farthest(0)
	wrong := DefaultConfig()
	wrong.TableShare = 0
	wrong.Rolling, wrong.ShiftSec = 0.1, math.NaN()
	require.EqualError(t, e.Tune(wrong), "kick: shift_sec: NaN: expected 0.1 to 5 s")
	require.InDelta(t, far, e.Farthest(0), 0)
	wrong.ShiftSec = 0.6
	require.NoError(t, e.Tune(wrong))
	require.Greater(t, e.Farthest(0), far, "at once, where no kick is under way")
}
