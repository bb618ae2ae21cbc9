package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomConv returns a layer of random shape and numbers.
func randomConv(rng *rand.Rand) Conv {
	channels := 1 + rng.IntN(14)
	c := Conv{
		AStep: channels, Pairs: (3*channels + 1) / 2, Columns: 1 + rng.IntN(4), Rows: 1 + rng.IntN(3),
		DStep: Lanes + rng.IntN(9), Pool: rng.IntN(2) == 0,
	}
	c.ARow = (2*c.Columns+2)*channels + rng.IntN(5)
	c.A = words(rng, (2*c.Rows+2)*c.ARow+8)
	c.B = words(rng, 3*c.Pairs*2*Lanes)
	c.Scale, c.Bias = fill(rng, Lanes), fill(rng, Lanes)
	for i, v := range c.Scale {
		c.Scale[i] = max(v, -v)
	}
	copy(c.Peak[:], fill(rng, Lanes))
	c.DRow = 2*c.Columns*c.DStep + rng.IntN(5)
	c.D = make([]float32, 2*c.Rows*c.DRow+Lanes)
	return c
}

func TestLayersAreEqualToThoseInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for range 2000 {
		c := randomConv(rng)
		other := c
		other.D = make([]float32, len(c.D))
		c.Run()
		other.Plain()
		sameBits(t, other.D, c.D)
		sameBits(t, other.Peak[:], c.Peak[:])
	}
}

// The largest sum is the largest result: both roundings and a scale that is not negative keep the order.
func TestAPooledLayerHasTheMaximaOfOneThatIsNot(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range 500 {
		c := randomConv(rng)
		c.Pool, c.Peak = false, [Lanes]float32{}
		pooled := c
		pooled.Pool, pooled.D = true, make([]float32, len(c.D))
		c.Run()
		pooled.Run()
		for y := range c.Rows {
			for x := range c.Columns {
				for i := range Lanes {
					at := 2*y*c.DRow + 2*x*c.DStep + i
					want := max(c.D[at], c.D[at+c.DStep], c.D[at+c.DRow], c.D[at+c.DRow+c.DStep], 0)
					sameBits(t, []float32{want}, pooled.D[y*c.DRow+x*c.DStep+i:][:1])
				}
			}
		}
		sameBits(t, []float32{c.Largest()}, []float32{pooled.Largest()})
	}
}

func TestALayerSums(t *testing.T) {
	c := Conv{
		A: make([]int16, 4*4+8), B: make([]int16, 3*2*2*Lanes), Scale: make([]float32, Lanes), Bias: make([]float32, Lanes),
		D: make([]float32, 4*Lanes), AStep: 1, ARow: 4, DStep: Lanes, DRow: 2 * Lanes, Pairs: 2, Columns: 1, Rows: 1,
	}
	for i := range 16 {
		c.A[i] = int16(i)
	}
	c.Scale[0], c.Bias[0] = 0.5, 1
	c.B[0], c.B[1] = 2, 4 // the pixel at the upper left, and the one on its right
	c.B[2*Lanes*2] = 10   // of the middle row the left one
	c.B[2*Lanes*5] = 100  // of the lower row the right one
	at := func(a, b, m, l int) float32 { return float32(2*a+4*b+10*m+100*l)/2 + 1 }
	c.Run()
	require.Equal(t, []float32{at(0, 1, 4, 10), at(1, 2, 5, 11), at(4, 5, 8, 14), at(5, 6, 9, 15)}, []float32{c.D[0], c.D[8], c.D[16], c.D[24]})
	require.InDelta(t, at(5, 6, 9, 15), c.Largest(), 0)
	c.Pool, c.DRow = true, Lanes
	c.Run()
	require.InDelta(t, at(5, 6, 9, 15), c.D[0], 0)
}
