package kernel

import "golang.org/x/sys/cpu"

//go:noescape
func gemm4(product *Gemm)

//go:noescape
func widegemm4(product *Gemm)

//go:noescape
func gemm1(product *Gemm)

//go:noescape
func pool(p *Pool)

//go:noescape
func fixed(product *Fixed)

//go:noescape
func peak(v *float32, fours int) float32

//go:noescape
func quantize(dst *int16, src *float32, eights int, scale, limit float32)

//go:noescape
func centre(dst *int16, src *uint8, sixteens int)

// Run4 computes four rows.
func (g *Gemm) Run4() {
	if cpu.X86.HasAVX2 {
		widegemm4(g)
	} else {
		gemm4(g)
	}
}

// Run1 computes one row.
func (g *Gemm) Run1() { gemm1(g) }

// Run computes the row.
func (p *Pool) Run() { pool(p) }

// Run computes D.
func (f *Fixed) Run() { fixed(f) }

// Peak returns the largest of some numbers, at least 0. Their number is a multiple of 4, and at least 4.
func Peak(v []float32) float32 { return peak(&v[0], len(v)/4) }

// Quantize writes numbers times scale as [QuantizePlain] does.
func Quantize(dst []int16, src []float32, scale float32) {
	dst = dst[:len(src)]
	quantize(&dst[0], &src[0], len(src)/8, scale, FixedLimit)
}

// Centre writes bytes less 128.
func Centre(dst []int16, src []uint8) {
	dst = dst[:len(src)]
	if whole := len(src) &^ 15; whole > 0 {
		centre(&dst[0], &src[0], whole/16)
		dst, src = dst[whole:], src[whole:]
	}
	CentrePlain(dst, src)
}
