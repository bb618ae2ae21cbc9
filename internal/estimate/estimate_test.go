package estimate

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Student's and Wilson's intervals by tables: t(4) is 2.776; 8 of 10 is 0.490 to 0.943.
func TestIntervalsAreThoseOfTheTables(t *testing.T) {
	x := MeanOrShare([]float64{1, 2, 3, 4, 5, math.NaN()})
	require.Equal(t, 5, x.N)
	require.InDelta(t, 3, x.Mean, 1e-12)
	require.InDelta(t, 3-2.776*math.Sqrt(2.5/5), x.Low, 1e-3)
	share := MeanOrShare([]float64{1, 1, 1, 1, 1, 1, 1, 1, 0, 0})
	require.InDelta(t, 0.490, share.Low, 1e-3)
	require.InDelta(t, 0.943, share.High, 1e-3)
	require.Zero(t, MeanOrShare(nil).N)
	one := MeanOrShare([]float64{0.3})
	require.Equal(t, "0.300", one.Text(1))
}

func TestAQuantileIsAValueThatIsThere(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	for share, want := range map[float64]float64{0: 1, 0.5: 3, 0.9: 5, 1: 5} {
		require.InDelta(t, want, Quantile(values, share), 0, "%g", share)
	}
	require.Equal(t, []float64{5, 1, 4, 2, 3}, values, "the order stays")
	require.True(t, math.IsNaN(Quantile(nil, 0.5)))
}
