package net

import (
	"fmt"
	"math"

	"gonao/vision/net/kernel"
)

// Fixed evaluates a net in 16-bit integers, several times as fast as a [Runner] does. Weights are rounded to up to 16 bits,
// with a scale for each output of a layer; what goes into a layer to 13 bits, with a scale for each layer and input. The
// sums are exact: the scales are such that none exceeds 32 bits. Outputs differ from those of a Runner by some
// thousandths. A Fixed has its own memory and is not safe for concurrent use.
type Fixed struct {
	net    *Net
	how    Arithmetic
	layers []fixedLayer
	sums   []float32 // of one layer, before the maximum
	pooled []float32
	out    []float32
}

// fixedLayer is one layer with what goes into it.
type fixedLayer struct {
	Layer
	in      Plane
	input   []int16   // that of a conv has a border of one pixel of zeros
	weights []int16   // as [kernel.Fixed] reads them, eight outputs after eight outputs
	inverse []float32 // of the weights' scales
	scale   []float32 // of the sums of this input
	bias    []float32
}

// The largest number that goes into the first layer, and into the others.
const (
	largestByte  = 128
	largestInput = kernel.FixedLimit
)

// slack is the number of numbers beyond the end of an input that an odd number of terms may read.
const slack = 8

// NewFixed returns a runner of the net in 16-bit integers.
func NewFixed(n *Net) *Fixed {
	f := &Fixed{net: n}
	planes, sums, pooled := n.Shape.Planes(), 0, 0
	for i, l := range n.Shape.Layers {
		largest := largestInput
		if i == 0 {
			largest = largestByte
		}
		f.layers = append(f.layers, newFixedLayer(l, planes[i], &n.layers[i], largest))
		wide := Lanes(l.Out)
		if l.Kind == "conv" {
			wide *= planes[i].Width * planes[i].Height
		}
		sums, pooled = max(sums, wide), max(pooled, planes[i+1].Len())
	}
	f.sums, f.pooled = make([]float32, sums), make([]float32, pooled)
	f.out = make([]float32, planes[len(planes)-1].Len())
	return f
}

// NewPlainFixed returns a runner in 16-bit integers that uses no assembler. Its results are equal bit by bit.
func NewPlainFixed(n *Net) *Fixed {
	f := NewFixed(n)
	f.how = Plain
	return f
}

// newFixedLayer rounds the weights of a layer whose input has numbers up to largest.
func newFixedLayer(l Layer, in Plane, w *weights, largest int) fixedLayer {
	lanes, terms, segs := Lanes(l.Out), l.Terms(in), 1
	size := in.Len()
	if l.Kind == "conv" {
		terms, segs, size = 3*in.Channels, 3, in.Bordered()
	}
	pairs := (terms + 1) / 2
	f := fixedLayer{
		Layer: l, in: in, input: make([]int16, size+slack), weights: make([]int16, lanes*segs*pairs*2),
		inverse: make([]float32, lanes), scale: make([]float32, lanes), bias: w.bias,
	}
	for o := range lanes {
		at := func(k int) float64 { return float64(w.rows[k*lanes+o]) }
		scale := weightScale(at, terms*segs, largest)
		f.inverse[o] = float32(1 / scale)
		group := f.weights[o/kernel.Lanes*segs*pairs*2*kernel.Lanes:]
		for s := range segs {
			for k := range terms {
				group[((s*pairs+k/2)*kernel.Lanes+o%kernel.Lanes)*2+k%2] = int16(math.RoundToEven(at(s*terms+k) * scale))
			}
		}
	}
	return f
}

// weightScale returns what the weights of an output are multiplied by, so that each of them has 16 bits and no sum exceeds
// 32 bits. Only the numbers of the first layer's input may be below 0.
func weightScale(at func(k int) float64, terms, largest int) float64 {
	above, below, most := 0.0, 0.0, 0.0
	for k := range terms {
		w := at(k)
		above, below, most = above+max(w, 0), below+max(-w, 0), max(most, math.Abs(w))
	}
	if most == 0 {
		return 1
	}
	sum := max(above, below)
	if largest == largestByte {
		sum = above + below
	}
	return min(math.MaxInt16/most, (math.MaxInt32/float64(largest)-float64(terms))/sum)
}

// Net returns the net that is evaluated.
func (f *Fixed) Net() *Net { return f.net }

// Run evaluates the net for an input of Width·Height·Channels bytes v, which stand for (v−128)/128, and returns the
// outputs, which are valid until the next call. It does not allocate.
func (f *Fixed) Run(input []uint8) []float32 {
	s := f.net.Shape
	if len(input) != s.Width*s.Height*s.Channels {
		panic(fmt.Sprintf("net: input of %d bytes: expected %d", len(input), s.Width*s.Height*s.Channels))
	}
	f.layers[0].centre(input, f.how)
	scale := float32(largestByte)
	for i := range f.layers {
		l := &f.layers[i]
		l.sum(f.sums, scale, f.how)
		result := l.Result(l.in)
		if i == len(f.layers)-1 {
			Place(f.out, f.sums, result, Lanes(l.Out), 0)
			break
		}
		values := f.sums[:result.Len()]
		if l.Pool {
			values = f.pooled[:result.Len()]
			MaxPool(values, f.sums, result, 0, f.how)
		}
		scale = f.layers[i+1].accept(values, f.how)
	}
	return f.out
}

// rows calls use for each row of the input: where it lies, and its first and last number without the border.
func (l *fixedLayer) rows(use func(dst []int16, from, to int)) {
	if l.Kind == "dense" {
		use(l.input, 0, l.in.Len())
		return
	}
	row := l.in.Width * l.in.Channels
	for y := range l.in.Height {
		use(l.input[((y+1)*(l.in.Width+2)+1)*l.in.Channels:], y*row, (y+1)*row)
	}
}

// centre writes the net's input.
func (l *fixedLayer) centre(input []uint8, how Arithmetic) {
	l.rows(func(dst []int16, from, to int) {
		if how == Plain {
			kernel.CentrePlain(dst, input[from:to])
		} else {
			kernel.Centre(dst, input[from:to])
		}
	})
}

// leastPeak bounds the scale of an input that is nearly 0.
const leastPeak = 1e-30

// accept rounds what comes out of the layer before, cut off at 0, and returns its scale: the largest number becomes largestInput.
func (l *fixedLayer) accept(values []float32, how Arithmetic) (scale float32) {
	peak := float32(0)
	if how == Plain {
		peak = kernel.PeakPlain(values)
	} else {
		peak = kernel.Peak(values)
	}
	if !(peak > leastPeak && peak <= math.MaxFloat32) {
		peak = 1
	}
	scale = largestInput / peak
	l.rows(func(dst []int16, from, to int) {
		if how == Plain {
			kernel.QuantizePlain(dst, values[from:to], scale)
		} else {
			kernel.Quantize(dst, values[from:to], scale)
		}
	})
	return scale
}

// sum computes the sums of the layer from its input, which was multiplied by a scale.
func (l *fixedLayer) sum(sums []float32, scale float32, how Arithmetic) {
	for o, v := range l.inverse {
		l.scale[o] = v / scale
	}
	lanes := len(l.scale)
	if l.Kind == "dense" {
		m := kernel.Fixed{A: l.input, Pairs: (l.in.Len() + 1) / 2, Segs: 1}
		for c := 0; c < lanes; c += kernel.Lanes {
			l.lanes(&m, c, sums)
			if how == Plain {
				m.Plain1()
			} else {
				m.Run1()
			}
		}
		return
	}
	channels, row := l.in.Channels, (l.in.Width+2)*l.in.Channels
	m := kernel.Fixed{ARow: channels, ASeg: row, DRow: lanes, Pairs: (3*channels + 1) / 2, Segs: 3}
	for c := 0; c < lanes; c += kernel.Lanes {
		for y := range l.in.Height {
			m.Fours = l.in.Width / 4
			m.A = l.input[y*row:]
			l.lanes(&m, c, sums[y*l.in.Width*lanes:])
			l.pixels(&m, how)
			if l.in.Width%4 != 0 { // the last four pixels overlap the ones before
				x := l.in.Width - 4
				m.Fours, m.A, m.D = 1, m.A[x*channels:], m.D[x*lanes:]
				l.pixels(&m, how)
			}
		}
	}
}

// pixels computes sums of a row of pixels.
func (l *fixedLayer) pixels(m *kernel.Fixed, how Arithmetic) {
	if how == Plain {
		m.Plain4()
	} else {
		m.Run4()
	}
}

// lanes sets a product to the outputs from c on.
func (l *fixedLayer) lanes(m *kernel.Fixed, c int, sums []float32) {
	m.B, m.Scale, m.Bias, m.D = l.weights[c*(len(l.weights)/len(l.scale)):], l.scale[c:], l.bias[c:], sums[c:]
}
