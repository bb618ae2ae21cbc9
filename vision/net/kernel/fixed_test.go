package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// words returns n random integers; some are the smallest or the largest one.
func words(rng *rand.Rand, n int) []int16 {
	v := make([]int16, n)
	for i := range v {
		v[i] = int16(rng.IntN(1 << 16))
		switch rng.IntN(30) {
		case 0:
			v[i] = math.MinInt16
		case 1:
			v[i] = math.MaxInt16
		}
	}
	return v
}

func TestFixedProductsAreEqualToThoseInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		f := Fixed{Pairs: 1 + rng.IntN(20), Scale: fill(rng, Lanes), Bias: fill(rng, Lanes), D: make([]float32, Lanes)}
		f.A, f.B = words(rng, 2*f.Pairs), words(rng, f.Pairs*2*Lanes)
		other := f
		other.D = make([]float32, len(f.D))
		f.Run()
		other.Plain()
		sameBits(t, other.D, f.D)
	}
}

func TestFixedProductSums(t *testing.T) {
	f := Fixed{
		A: []int16{1, 2}, B: make([]int16, 2*Lanes), Scale: make([]float32, Lanes), Bias: make([]float32, Lanes),
		D: make([]float32, Lanes), Pairs: 1,
	}
	f.B[0], f.B[1], f.B[14], f.B[15] = 1, 10, 2, 20
	f.Scale[0], f.Scale[7], f.Bias[0] = 1, 0.5, 3
	f.Run()
	require.Equal(t, []float32{24, 0, 0, 0, 0, 0, 0, 21}, f.D)
}

func TestPeakIsEqualToThatInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		v := fill(rng, 4*(1+rng.IntN(20)))
		sameBits(t, []float32{PeakPlain(v)}, []float32{Peak(v)})
		v[rng.IntN(len(v))] = float32(math.NaN())
		sameBits(t, []float32{PeakPlain(v)}, []float32{Peak(v)})
	}
	require.InDelta(t, 0, Peak([]float32{-1, -2, -3, -4}), 0)
	require.InDelta(t, 5, Peak([]float32{-1, 5, -3, 4}), 0)
}

func TestNumbersAreQuantizedAsInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 1000 {
		v := fill(rng, 8*(1+rng.IntN(20)))
		v[rng.IntN(len(v))] = float32(math.NaN())
		v[rng.IntN(len(v))] = float32(math.Inf(1))
		v[rng.IntN(len(v))] = float32(math.Inf(-1))
		scale := float32(math.Ldexp(1, rng.IntN(30)-10))
		want, got := make([]int16, len(v)), make([]int16, len(v))
		QuantizePlain(want, v, scale)
		Quantize(got, v, scale)
		require.Equal(t, want, got)
	}
	got := make([]int16, 8)
	Quantize(got, []float32{-1, 0.5, 1.5, 2.5, 2.6, 20000, 8191, float32(math.NaN())}, 1)
	require.Equal(t, []int16{0, 0, 2, 2, 3, FixedLimit, FixedLimit, 0}, got)
}

func TestBytesAreCentredAsInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for n := range 70 {
		src := make([]uint8, n)
		for i := range src {
			src[i] = uint8(rng.IntN(256))
		}
		want, got := make([]int16, n), make([]int16, n)
		CentrePlain(want, src)
		Centre(got, src)
		require.Equal(t, want, got)
	}
}
