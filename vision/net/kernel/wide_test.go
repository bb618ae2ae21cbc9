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
		c := randomConv(rng)
		c.prepare()
		plain, wide := c, c
		plain.D, wide.D = make([]float32, len(c.D)), make([]float32, len(c.D))
		plain.Plain()
		convSSE2(&c)
		sameBits(t, plain.D, c.D)
		sameBits(t, plain.Peak[:], c.Peak[:])
		if cpu.X86.HasAVX2 {
			convAVX2(&wide)
			sameBits(t, plain.D, wide.D)
			sameBits(t, plain.Peak[:], wide.Peak[:])
		}
	}
}

// So do both kinds of products of float32.
func TestSSE2AndAVX2RoundAlike(t *testing.T) {
	if !cpu.X86.HasAVX2 {
		t.Skip("the processor has no AVX2")
	}
	rng := rand.New(rand.NewPCG(17, 18))
	for range 2000 {
		g := randomGemm(rng)
		other := g
		other.D = make([]float32, len(g.D))
		gemm4(&g)
		widegemm4(&other)
		sameBits(t, g.D, other.D)
	}
}
