package net

import (
	"fmt"
	"math"

	"gonao/vision/net/kernel"
)

// Fixed evaluates a net in 16-bit integers, several times as fast as a [Runner] does. Weights are rounded to up to 16
// bits, with a scale for each output of a layer; the input of a layer to 13 bits, with a scale for each layer and input.
// The sums are exact: the scales keep them within 32 bits. Outputs differ from those of a Runner by some thousandths. A
// Fixed has its own memory and is not safe for concurrent use.
type Fixed struct {
	net    *Net
	how    Arithmetic
	layers []fixedLayer
	sums   []float32 // output of one layer
	out    []float32
}

// fixedLayer is one layer with its input.
type fixedLayer struct {
	Layer
	in      Plane
	input   []int16   // that of a conv has a border of one pixel of zeros
	weights []int16   // as [kernel.Fixed] and [kernel.Conv] read them, eight outputs after eight outputs
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

// even returns the next even number.
func even(n int) int { return n + n%2 }

// NewFixed returns a runner of the net in 16-bit integers.
func NewFixed(n *Net) *Fixed {
	f := &Fixed{net: n}
	planes, sums := n.Shape.Planes(), 0
	for i, l := range n.Shape.Layers {
		largest := largestInput
		if i == 0 {
			largest = largestByte
		}
		f.layers = append(f.layers, newFixedLayer(l, planes[i], &n.layers[i], largest))
		wide := Lanes(l.Out)
		if l.Kind == "conv" {
			wide *= even(planes[i].Width) * even(planes[i].Height)
		}
		sums = max(sums, wide)
	}
	f.sums = make([]float32, sums)
	f.out = make([]float32, planes[len(planes)-1].Len())
	return f
}

// newPlainFixed returns a runner in 16-bit integers that uses no assembler. Its results are equal bit by bit.
func newPlainFixed(n *Net) *Fixed {
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
		size += 2 * (in.Width + 2) * in.Channels // a block of 2×2 pixels may reach beyond an odd row
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

// weightScale returns the factor for the weights of an output, so that each of them has 16 bits and no sum exceeds 32
// bits. Only the numbers of the first layer's input may be below 0.
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
		peak := l.sum(f.sums, scale, f.how)
		result := l.Result(l.in)
		if i == len(f.layers)-1 {
			Place(f.out, f.sums, result, Lanes(l.Out), 0)
			break
		}
		scale = f.layers[i+1].accept(f.sums[:result.Len()], peak, f.how)
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

// accept rounds the output of the layer before, cut off at 0, and returns its scale: the largest number, peak, becomes
// largestInput.
func (l *fixedLayer) accept(values []float32, peak float32, how Arithmetic) (scale float32) {
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

// sum computes the output of the layer from its input, which was multiplied by a scale, and returns the largest number,
// at least 0. Negative numbers are cut off only where a maximum of pixels is taken.
func (l *fixedLayer) sum(sums []float32, scale float32, how Arithmetic) (peak float32) {
	for o, v := range l.inverse {
		l.scale[o] = v / scale
	}
	if l.Kind == "dense" {
		l.dense(sums, how)
		return peakOf(sums[:len(l.scale)], how)
	}
	lanes, channels := len(l.scale), l.in.Channels
	m := kernel.Conv{
		A: l.input, AStep: channels, ARow: (l.in.Width + 2) * channels, Pairs: (3*channels + 1) / 2,
		Columns: even(l.in.Width) / 2, Rows: even(l.in.Height) / 2, DStep: lanes, DRow: even(l.in.Width) * lanes, Pool: l.Pool,
	}
	if l.Pool {
		m.DRow /= 2
	}
	for c := 0; c < lanes; c += kernel.Lanes {
		m.B, m.Scale, m.Bias, m.D = l.group(c), l.scale[c:], l.bias[c:], sums[c:]
		if how == Plain {
			m.Plain()
		} else {
			m.Run()
		}
	}
	if l.in.Width%2 == 0 && l.in.Height%2 == 0 {
		return m.Largest()
	}
	row := l.in.Width * lanes
	for y := range l.in.Height { // clear values outside the image
		copy(sums[y*row:][:row], sums[y*m.DRow:])
	}
	return peakOf(sums[:row*l.in.Height], how)
}

// dense computes the sums of a dense layer.
func (l *fixedLayer) dense(sums []float32, how Arithmetic) {
	m := kernel.Fixed{A: l.input, Pairs: (l.in.Len() + 1) / 2}
	for c := 0; c < len(l.scale); c += kernel.Lanes {
		m.B, m.Scale, m.Bias, m.D = l.group(c), l.scale[c:], l.bias[c:], sums[c:]
		if how == Plain {
			m.Plain()
		} else {
			m.Run()
		}
	}
}

// group returns the weights of the outputs from c on.
func (l *fixedLayer) group(c int) []int16 { return l.weights[c*(len(l.weights)/len(l.scale)):] }

// peakOf returns the largest of some numbers, at least 0.
func peakOf(values []float32, how Arithmetic) float32 {
	if how == Plain {
		return kernel.PeakPlain(values)
	}
	return kernel.Peak(values)
}
