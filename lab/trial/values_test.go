package trial

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersOfNoEngineAreRefusedInWords(t *testing.T) {
	require.Subset(t, engines(), []string{"get_up", "kick", "omni", "tfs", "walk"})
	require.NoError(t, CheckValues(nil))
	require.NoError(t, CheckValues(map[string]float64{"walk.lift": 0.01, "get_up.stand_sec": 0.1}))
	require.ErrorContains(t, CheckValues(map[string]float64{"walk.lift": 0.01, "wlak.lift": 0.01}), `engine "wlak": no such engine (did you mean "walk"?); there are get_up, kick,`)
}
