package si

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestUnits(t *testing.T) {
	require.InDelta(t, math.Pi, 180*Degree, 1e-15)
	require.Equal(t, 1500*time.Millisecond, Seconds(1.5))
	require.Equal(t, -20*time.Millisecond, Seconds(-0.02))
}

func TestOnlyNumbersAreFinite(t *testing.T) {
	for v, finite := range map[float64]bool{0: true, -3: true, math.MaxFloat64: true, math.Inf(1): false, math.Inf(-1): false} {
		require.Equal(t, finite, IsFinite(v), "%g", v)
	}
	require.False(t, IsFinite(math.NaN()))
}
