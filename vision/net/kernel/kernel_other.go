//go:build !amd64

package kernel

// Run4 computes four rows.
func (g *Gemm) Run4() { g.plain(4) }

// Run1 computes one row.
func (g *Gemm) Run1() { g.plain(1) }

// Run computes the row.
func (p *Pool) Run() { p.Plain() }

// Run computes D.
func (f *Fixed) Run() { f.Plain() }

// Peak returns the largest of some numbers, at least 0. Their number is a multiple of 4, and at least 4.
func Peak(v []float32) float32 { return PeakPlain(v) }

// Quantize writes numbers times scale as [QuantizePlain] does.
func Quantize(dst []int16, src []float32, scale float32) { QuantizePlain(dst, src, scale) }

// Centre writes bytes less 128.
func Centre(dst []int16, src []uint8) { CentrePlain(dst, src) }
