package scenery

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestADrawnWorldHasItsSeedsHallAndRobotsThatStandApart(t *testing.T) {
	for _, name := range []string{"spl", "hsl_small", "field2010"} {
		w, cam, err := Draw(3, Options{World: name, Samples: 1})
		require.NoError(t, err)
		again, _, err := Draw(3, Options{World: name, Samples: 1})
		require.NoError(t, err)
		require.Equal(t, w, again, "the same seed")
		require.NotNil(t, w.Hall)
		require.NotZero(t, cam.Effects.Gamma)
		require.GreaterOrEqual(t, len(w.Puppets), 2)
		for i, a := range w.Puppets {
			require.LessOrEqual(t, math.Abs(a.XM), w.Field.LengthM/2)
			for _, b := range w.Puppets[:i] {
				require.Greater(t, math.Hypot(a.XM-b.XM, a.YM-b.YM), 0.8, name)
			}
		}
	}
}

func TestAPlainWorldIsAsItsFileHasIt(t *testing.T) {
	w, cam, err := Draw(3, Options{Plain: true})
	require.NoError(t, err)
	require.Nil(t, w.Hall)
	require.Empty(t, w.Puppets)
	require.Zero(t, cam.Effects.Gamma)
	_, _, err = Draw(1, Options{World: "moon"})
	require.Error(t, err)
}
