package kernel

import "math"

// Fixed is the description of one product D = Bias + Scale·(A·B) of some rows and [Lanes] columns, in which A and B are
// 16-bit integers and the sums are 32-bit ones: twice as many products per instruction as [Gemm] has. The terms of a sum
// come in pairs. B holds, for each pair of terms, two weights of each column side by side, pair after pair and segment
// after segment. Strides are counted in numbers, not bytes. Memory is not checked, and a sum that exceeds 32 bits wraps.
type Fixed struct {
	A, B           []int16
	Scale, Bias, D []float32 // Scale and Bias have a number for each column

	ARow, ASeg  int // strides in A: between rows, segments
	DRow        int // stride between rows
	Pairs, Segs int // pairs of terms of a segment, segments; both at least 1
	Fours       int // how many times four rows, at least 1
}

// plain computes some rows of D in Go.
func (f *Fixed) plain(rows int) {
	for r := range rows {
		var acc [Lanes]int32
		b := f.B
		for s := range f.Segs {
			a := f.A[r*f.ARow+s*f.ASeg:][:2*f.Pairs]
			for ; len(a) > 0; a, b = a[2:], b[2*Lanes:] {
				x, y, w := int32(a[0]), int32(a[1]), (*[2 * Lanes]int16)(b)
				for i := range acc {
					acc[i] += x*int32(w[2*i]) + y*int32(w[2*i+1])
				}
			}
		}
		d := f.D[r*f.DRow:][:Lanes]
		for i := range d {
			d[i] = float32(float32(acc[i])*f.Scale[i]) + f.Bias[i]
		}
	}
}

// Plain4 computes Fours times four rows in Go.
func (f *Fixed) Plain4() { f.plain(4 * f.Fours) }

// Plain1 computes one row in Go.
func (f *Fixed) Plain1() { f.plain(1) }

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
