package train

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The gradient of a 2×2 maximum goes to the first of the largest numbers, and nowhere if none is above 0.
func TestTheGradientOfAMaximumGoesWhereItWas(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const channels, lanes = 3, 8
	numbers := func() []float32 {
		v := make([]float32, 2*lanes)
		for i := range v {
			v[i] = float32(rng.IntN(5)-2) / 2 // often equal, often not above 0
		}
		return v
	}
	for range 2000 {
		sums, sumsBelow, d := numbers(), numbers(), numbers()[:channels]
		back, backBelow := numbers(), numbers() // what was there before is overwritten
		spreadMax(back, backBelow, sums, sumsBelow, d, lanes)
		for c := range channels {
			v := [4]float32{sums[c], sums[lanes+c], sumsBelow[c], sumsBelow[lanes+c]}
			got := [4]float32{back[c], back[lanes+c], backBelow[c], backBelow[lanes+c]}
			best := 0
			for k := range v {
				if v[k] > v[best] {
					best = k
				}
			}
			var want [4]float32
			if v[best] > 0 {
				want[best] = d[c]
			}
			require.Equal(t, want, got, "of %v", v)
		}
	}
}
