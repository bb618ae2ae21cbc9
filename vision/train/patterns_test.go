package train

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
)

// Each pattern has dark parts and light ones somewhere on the ball, and no level between but that of seams.
func TestPatternsAreDarkAndLight(t *testing.T) {
	const dark, light, balls, points = 0.1, 0.9, 30, 400
	for name, draw := range map[string]func(*rand.Rand, float64, float64) pattern{
		"triangles": triangles, "waves": waves, "rings": rings,
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(balls) {
				rng := rand.New(rand.NewPCG(seed, 2))
				p := draw(rng, dark, light)
				seen := map[float64]int{}
				for range points {
					seen[p(r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}))]++
				}
				require.Positive(t, seen[dark], "seed %d", seed)
				require.Positive(t, seen[light], "seed %d", seed)
				require.LessOrEqual(t, len(seen), 3, "seed %d", seed)
			}
		})
	}
}
