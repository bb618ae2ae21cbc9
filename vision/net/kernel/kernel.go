// Package kernel multiplies small matrices of float32, the only arithmetic that a net spends time on.
//
// There are two implementations: SSE assembler on amd64, and plain Go. Both add the same products in the same order
// and round each of them, so their results are equal bit by bit. The assembler needs SSE2 only, which every amd64
// processor has: the robot's Atom has no AVX. Where a processor has AVX2, four rows are multiplied with it: products and sums
// are rounded one by one as well, and sums of integers are exact in any order.
package kernel

// Lanes is the number of columns of one call.
const Lanes = 8

// Gemm is the description of one product D = Init + A·B of some rows and [Lanes] columns. The sum over k runs over
// Segs segments of K terms each, so that the three rows of a 3×3 neighbourhood are one call. Lengths and strides are
// counted in numbers, not bytes. Memory is not checked: A, B, Init and D must hold all that the strides reach.
type Gemm struct {
	A, B, Init, D []float32

	ARow, AK, ASeg int // strides in A: between rows, terms of a segment, segments
	BK, BSeg       int // strides in B: between terms of a segment, segments
	InitRow, DRow  int // strides between rows; InitRow 0: all rows begin with the same Init
	K, Segs        int // terms of a segment, segments; both at least 1
}

// plain computes D in Go.
func (g *Gemm) plain(rows int) {
	for r := range rows {
		var acc [Lanes]float32
		copy(acc[:], g.Init[r*g.InitRow:][:Lanes])
		for s := range g.Segs {
			a, b := r*g.ARow+s*g.ASeg, s*g.BSeg
			for range g.K {
				x, w := g.A[a], (*[Lanes]float32)(g.B[b:])
				for i := range acc {
					acc[i] += float32(x * w[i]) // the conversion keeps compilers from fusing both operations
				}
				a += g.AK
				b += g.BK
			}
		}
		copy(g.D[r*g.DRow:][:Lanes], acc[:])
	}
}

// Plain4 computes four rows in Go.
func (g *Gemm) Plain4() { g.plain(4) }

// Plain1 computes one row in Go.
func (g *Gemm) Plain1() { g.plain(1) }

// Pool is the description of one row of a 2×2 maximum of numbers that are cut off at 0. Top and Bottom are rows of
// 2·Pixels pixels of Channels numbers, Dst is a row of Pixels pixels. Channels is a multiple of 4.
type Pool struct {
	Dst, Top, Bottom []float32
	Pixels, Channels int
}

// Plain computes the row in Go.
func (p *Pool) Plain() {
	c := p.Channels
	for x := range p.Pixels {
		dst := p.Dst[x*c:][:c]
		a, b := p.Top[2*x*c:][:2*c], p.Bottom[2*x*c:][:2*c]
		for i := range dst {
			dst[i] = larger(larger(larger(larger(a[i], a[c+i]), b[i]), b[c+i]), 0)
		}
	}
}

// larger returns the larger number. It returns b if both are equal or one is NaN, as the instruction MAXPS does.
func larger(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}
