//go:build amd64

package kernel

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"
)

// A processor with AVX2 and one without compute the same, bit by bit.
func TestSSE2AndAVX2AreEqual(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for range 2000 {
		f := Fixed{ARow: rng.IntN(9), ASeg: rng.IntN(70), DRow: Lanes + rng.IntN(9), Pairs: 1 + rng.IntN(20), Segs: 1 + rng.IntN(4)}
		f.Fours = 1 + rng.IntN(3)
		f.A = words(rng, (4*f.Fours-1)*f.ARow+f.Segs*f.ASeg+2*f.Pairs)
		f.B = words(rng, f.Pairs*f.Segs*2*Lanes)
		f.Scale, f.Bias = fill(rng, Lanes), fill(rng, Lanes)
		f.D = make([]float32, (4*f.Fours-1)*f.DRow+Lanes)
		plain, wide := f, f
		plain.D, wide.D = make([]float32, len(f.D)), make([]float32, len(f.D))
		plain.Plain4()
		fixed4(&f)
		sameBits(t, plain.D, f.D)
		if cpu.X86.HasAVX2 {
			wide4(&wide)
			sameBits(t, plain.D, wide.D)
		}
	}
}
