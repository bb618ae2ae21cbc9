package net

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// oddShape has images that blocks of 2×2 pixels do not fill.
var oddShape = Shape{Width: 9, Height: 7, Channels: 2, Layers: []Layer{
	{Kind: "conv", Out: 16}, {Kind: "conv", Out: 8}, {Kind: "dense", Out: 8}, {Kind: "dense", Out: 3},
}}

// bytesOf returns a random input as bytes and as the numbers that they stand for.
func bytesOf(shape Shape, seed uint64) (bytes []uint8, numbers []float32) {
	numbers = randomInput(shape, seed)
	for _, v := range numbers {
		bytes = append(bytes, uint8(v*128+128))
	}
	return bytes, numbers
}

func TestIntegersAnswerAsNumbersDo(t *testing.T) {
	for _, shape := range []Shape{patchShape, gridShape, oddShape} {
		for seed := range uint64(10) {
			n := random(t, shape, seed)
			bytes, numbers := bytesOf(shape, seed+20)
			want, got := NewRunner(n).Run(numbers), NewFixed(n).Run(bytes)
			require.Len(t, got, len(want))
			largest := 0.0
			for _, v := range want {
				largest = max(largest, math.Abs(float64(v)))
			}
			for i := range want {
				require.InDelta(t, want[i], got[i], 1e-3*(1+largest), "output %d", i)
			}
		}
	}
}

func TestIntegersInPlainGoAreEqualBitByBit(t *testing.T) {
	for _, shape := range []Shape{patchShape, gridShape, oddShape} {
		for seed := range uint64(5) {
			n := random(t, shape, seed)
			fast, plain := NewFixed(n), newPlainFixed(n)
			for k := range uint64(2) { // the second run finds no traces of the first
				bytes, _ := bytesOf(shape, seed+k)
				a, b := fast.Run(bytes), plain.Run(bytes)
				for i := range a {
					require.Equal(t, math.Float32bits(b[i]), math.Float32bits(a[i]))
				}
			}
		}
	}
}

// No sum exceeds 32 bits: every term is as large as it can be, and all have one sign.
func TestSumsOfIntegersDoNotOverflow(t *testing.T) {
	for _, weight := range []float32{1e-6, 0.3, 1e3} {
		values := make([]float32, patchShape.Parameters())
		for i := range values {
			values[i] = weight
		}
		n, err := New(patchShape, []string{"a", "b", "c", "d"}, values)
		require.NoError(t, err)
		bytes := make([]uint8, 32*32)
		numbers := make([]float32, 32*32)
		for i := range bytes {
			bytes[i], numbers[i] = 255, 127./128
		}
		want, got := NewRunner(n).Run(numbers), NewFixed(n).Run(bytes)
		require.InEpsilon(t, want[0], got[0], 2e-3)
	}
}

// Weights so large that numbers become infinite lead to some answer, and not to a panic.
func TestHugeWeightsAreNoPanic(t *testing.T) {
	values := make([]float32, patchShape.Parameters())
	for i := range values {
		values[i] = math.MaxFloat32 * float32(1-2*(i%2))
	}
	n, err := New(patchShape, []string{"a", "b", "c", "d"}, values)
	require.NoError(t, err)
	bytes, _ := bytesOf(patchShape, 1)
	fast, plain := NewFixed(n), newPlainFixed(n)
	require.NotPanics(t, func() { fast.Run(bytes); plain.Run(bytes) })
}

func TestARunInIntegersDoesNotAllocate(t *testing.T) {
	for _, f := range []*Fixed{NewFixed(random(t, patchShape, 1)), newPlainFixed(random(t, gridShape, 1))} {
		bytes, _ := bytesOf(f.Net().Shape, 1)
		require.Zero(t, testing.AllocsPerRun(20, func() { f.Run(bytes) }))
	}
}

func BenchmarkRunInIntegers(b *testing.B) {
	n := random(b, patchShape, 1)
	bytes, _ := bytesOf(patchShape, 1)
	for name, f := range map[string]*Fixed{"assembler": NewFixed(n), "plain": newPlainFixed(n)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Run(bytes)
			}
		})
	}
}
