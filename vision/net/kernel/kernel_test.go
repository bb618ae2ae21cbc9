package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// fill returns n random numbers; some are 0, -0 or huge.
func fill(rng *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		switch rng.IntN(20) {
		case 0:
		case 1:
			v[i] = float32(math.Copysign(0, -1))
		case 2:
			v[i] = float32(rng.NormFloat64() * 1e18)
		default:
			v[i] = float32(rng.NormFloat64())
		}
	}
	return v
}

// sameBits fails if a bit differs. All NaN are the same: x86 and compilers may differ in their payload.
func sameBits(t *testing.T, want, got []float32) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		if want[i] != want[i] && got[i] != got[i] {
			continue
		}
		require.Equal(t, math.Float32bits(want[i]), math.Float32bits(got[i]), "number %d: %v and %v", i, want[i], got[i])
	}
}

// randomGemm returns a product of random size.
func randomGemm(rng *rand.Rand) Gemm {
	g := Gemm{
		ARow: rng.IntN(9), AK: 1 + rng.IntN(9), ASeg: rng.IntN(70), BK: rng.IntN(20), BSeg: rng.IntN(70),
		InitRow: rng.IntN(2) * Lanes, DRow: Lanes + rng.IntN(9), K: 1 + rng.IntN(40), Segs: 1 + rng.IntN(4),
	}
	g.A = fill(rng, 3*g.ARow+g.K*g.AK+g.Segs*g.ASeg+1)
	g.B = fill(rng, g.K*g.BK+g.Segs*g.BSeg+Lanes)
	g.Init = fill(rng, 3*g.InitRow+Lanes)
	g.D = make([]float32, 3*g.DRow+Lanes)
	return g
}

func TestProductsAreEqualToThoseInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		g := randomGemm(rng)
		other := g
		other.D = make([]float32, len(g.D))
		g.Run4()
		other.Plain4()
		sameBits(t, other.D, g.D)
		g.Run1()
		other.Plain1()
		sameBits(t, other.D, g.D)
	}
}

func TestProductSums(t *testing.T) {
	g := Gemm{
		A: []float32{1, 2, 3, 4, 5, 6, 7, 8}, B: []float32{1, 0, 0, 0, 0, 0, 0, 2, 10, 0, 0, 0, 0, 0, 0, 20},
		Init: make([]float32, 8), D: make([]float32, 32),
		ARow: 2, AK: 1, BK: 8, K: 2, Segs: 1, DRow: 8,
	}
	g.Run4()
	require.Equal(t, []float32{21, 43, 65, 87}, []float32{g.D[0], g.D[8], g.D[16], g.D[24]})
	require.Equal(t, []float32{174}, g.D[31:])
}

func TestPoolIsEqualToThatInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		p := Pool{Pixels: 1 + rng.IntN(10), Channels: 4 * (1 + rng.IntN(6))}
		n := p.Pixels * p.Channels
		p.Top, p.Bottom, p.Dst = fill(rng, 2*n), fill(rng, 2*n), make([]float32, n)
		p.Top[rng.IntN(2*n)] = float32(math.NaN())
		other := p
		other.Dst = make([]float32, n)
		p.Run()
		other.Plain()
		sameBits(t, other.Dst, p.Dst)
	}
}
