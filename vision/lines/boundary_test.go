package lines

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheBitsOfFourStripsAreCounted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, w := range []uint64{0, ^uint64(0), rng.Uint64(), rng.Uint64() & rng.Uint64(), rng.Uint64() | rng.Uint64()} {
		for i := 0; i < 64; i += stripWidth {
			require.EqualValues(t, bits.OnesCount16(uint16(w>>i)), ones(w)>>i&0xffff)
		}
	}
}

// A line that cannot be the best one is given up early, and no other.
func TestTheScoreOfABetterLineIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	better := 0
	for range 3000 {
		var b Boundary
		for i := range 40 {
			b.Spots = append(b.Spots, Spot{X: float64(16*i + 8), Y: 100 + rng.NormFloat64()*3, Open: rng.IntN(8) == 0})
		}
		e, best := edge{100 + rng.NormFloat64(), 0}, rng.Float64()*40-10
		exact := b.score(e, 0, 40, math.Inf(-1))
		if got := b.score(e, 0, 40, best); exact > best {
			better++
			require.InDelta(t, exact, got, 0)
		} else {
			require.LessOrEqual(t, got, best)
		}
	}
	require.Greater(t, better, 100)
}
