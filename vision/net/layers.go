package net

import "gonao/vision/net/kernel"

// Arithmetic selects the implementation of the sums. The results are equal bit by bit.
type Arithmetic uint8

// The arithmetics.
const (
	Fast  Arithmetic = iota // assembler where there is one
	Plain                   // Go
)

// Bordered returns the number of numbers of the plane with a border of one pixel.
func (p Plane) Bordered() int { return (p.Width + 2) * (p.Height + 2) * p.Channels }

// Place copies an image whose pixels are stride numbers apart into dst, which has a border of that many pixels around it.
func Place(dst, src []float32, p Plane, stride, border int) {
	row := (p.Width + 2*border) * p.Channels
	for y := range p.Height {
		line := dst[(y+border)*row+border*p.Channels:]
		if stride == p.Channels {
			copy(line[:p.Width*p.Channels], src[y*p.Width*stride:])
			continue
		}
		for x := range p.Width {
			copy(line[x*p.Channels:][:p.Channels], src[(y*p.Width+x)*stride:])
		}
	}
}

// Conv computes the sums of a 3×3 layer from a bordered input: for each pixel len(bias) numbers, a multiple of 8. Rows
// holds len(bias) weights for each of the 9·Channels terms.
func Conv(sums, input []float32, in Plane, rows, bias []float32, how Arithmetic) {
	// Four pixels of a row at a time; the last four may overlap the ones before.
	lanes, channels, row := len(bias), in.Channels, (in.Width+2)*in.Channels
	m := kernel.Gemm{
		ARow: channels, AK: 1, ASeg: row, BK: lanes, BSeg: 3 * channels * lanes,
		DRow: lanes, K: 3 * channels, Segs: 3,
	}
	for y := range in.Height {
		for x := 0; ; x += 4 {
			x = min(x, in.Width-4)
			m.A = input[y*row+x*channels:]
			d := sums[(y*in.Width+x)*lanes:]
			for c := 0; c < lanes; c += kernel.Lanes {
				m.B, m.Init, m.D = rows[c:], bias[c:], d[c:]
				if how == Plain {
					m.Plain4()
				} else {
					m.Run4()
				}
			}
			if x == in.Width-4 {
				break
			}
		}
	}
}

// Dense computes the len(bias) sums of a dense layer.
func Dense(sums, input, rows, bias []float32, how Arithmetic) {
	lanes := len(bias)
	m := kernel.Gemm{A: input, AK: 1, BK: lanes, K: len(input), Segs: 1}
	for c := 0; c < lanes; c += kernel.Lanes {
		m.B, m.Init, m.D = rows[c:], bias[c:], sums[c:]
		if how == Plain {
			m.Plain1()
		} else {
			m.Run1()
		}
	}
}

// MaxPool writes the maxima of 2×2 sums, or 0 where all are negative, to dst, an image of the size result with a border
// of so many pixels.
func MaxPool(dst, sums []float32, result Plane, border int, how Arithmetic) {
	row := (result.Width + 2*border) * result.Channels
	above := 2 * result.Width * result.Channels
	m := kernel.Pool{Pixels: result.Width, Channels: result.Channels}
	for y := range result.Height {
		m.Dst = dst[(y+border)*row+border*result.Channels:]
		m.Top, m.Bottom = sums[2*y*above:], sums[(2*y+1)*above:]
		if how == Plain {
			m.Plain()
		} else {
			m.Run()
		}
	}
}
