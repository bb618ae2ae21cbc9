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
		f := randomFixed(rng)
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
