package kernel

import "math"

// Fixed is the description of one product D = Bias + Scale·(A·B) of a row and [Lanes] columns, in which A and B are
// 16-bit integers and the sums are 32-bit ones: twice as many products per instruction as [Gemm] has. The terms of a sum
// come in pairs. B holds, for each pair of terms, two weights of each column side by side, pair after pair. Memory is not
// checked, and a sum that exceeds 32 bits wraps.
type Fixed struct {
	A, B           []int16
	Scale, Bias, D []float32 // of each column
	Pairs          int       // of terms, at least 1
}

// Plain computes D in Go.
func (f *Fixed) Plain() {
	var acc [Lanes]int32
	a, b := f.A[:2*f.Pairs], f.B
	for ; len(a) > 0; a, b = a[2:], b[2*Lanes:] {
		x, y, w := int32(a[0]), int32(a[1]), (*[2 * Lanes]int16)(b)
		for i := range acc {
			acc[i] += x*int32(w[2*i]) + y*int32(w[2*i+1])
		}
	}
	d := f.D[:Lanes]
	for i := range d {
		d[i] = float32(float32(acc[i])*f.Scale[i]) + f.Bias[i]
	}
}

// PeakPlain returns the largest of some numbers, at least 0, in Go. Their number is a multiple of 4.
func PeakPlain(v []float32) float32 {
	var most [4]float32
	for ; len(v) > 0; v = v[4:] {
		for i := range most {
			most[i] = larger(most[i], v[i])
		}
	}
	return larger(larger(most[0], most[2]), larger(most[1], most[3]))
}

// FixedLimit is the largest number that [Quantize] writes.
const FixedLimit = 8191

// QuantizePlain writes numbers times scale, rounded to the nearest integer and cut off at 0 and [FixedLimit], in Go. The
// number of numbers is a multiple of 8; dst must hold as many. NaN becomes 0.
func QuantizePlain(dst []int16, src []float32, scale float32) {
	dst = dst[:len(src)]
	for i, v := range src {
		v = larger(float32(v*scale), 0)
		if !(v < FixedLimit) {
			v = FixedLimit
		}
		dst[i] = int16(math.RoundToEven(float64(v)))
	}
}

// CentrePlain writes bytes less 128, in Go. Dst must hold as many.
func CentrePlain(dst []int16, src []uint8) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] = int16(v) - 128
	}
}
