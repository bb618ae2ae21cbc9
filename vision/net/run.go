package net

import "fmt"

// Runner evaluates a net. It has its own memory and is not safe for concurrent use.
type Runner struct {
	net    *Net
	how    Arithmetic
	inputs [][]float32 // of every layer; those of a conv have a border of one pixel of zeros
	sums   []float32   // of one layer, before the maximum
	out    []float32
	stages []stage
}

// stage is one layer with the sizes around it.
type stage struct {
	layer    Layer
	in       Plane
	bordered bool // the next layer is a conv, whose input has a border
}

// NewRunner returns a runner of the net.
func NewRunner(n *Net) *Runner {
	r := &Runner{net: n}
	planes, largest := n.Shape.Planes(), 0
	for i, l := range n.Shape.Layers {
		in := planes[i]
		size := in.Len()
		if l.Kind == "conv" {
			size = in.Bordered()
			largest = max(largest, in.Width*in.Height*Lanes(l.Out))
		}
		r.inputs = append(r.inputs, make([]float32, size))
		next := i+1 < len(n.Shape.Layers) && n.Shape.Layers[i+1].Kind == "conv"
		r.stages = append(r.stages, stage{l, in, next})
		largest = max(largest, Lanes(l.Out))
	}
	r.sums = make([]float32, largest)
	r.out = make([]float32, planes[len(planes)-1].Len())
	return r
}

// newPlainRunner returns a runner that uses no assembler. Its results are equal bit by bit.
func newPlainRunner(n *Net) *Runner {
	r := NewRunner(n)
	r.how = Plain
	return r
}

// Net returns the net that the runner evaluates.
func (r *Runner) Net() *Net { return r.net }

// Run evaluates the net for one input of Width·Height·Channels numbers, and returns the outputs, which are valid until
// the next call. It does not allocate.
func (r *Runner) Run(input []float32) []float32 {
	s := r.net.Shape
	if len(input) != s.Width*s.Height*s.Channels {
		panic(fmt.Sprintf("net: input of %d numbers: expected %d", len(input), s.Width*s.Height*s.Channels))
	}
	border := 0
	if s.Layers[0].Kind == "conv" {
		border = 1
	}
	Place(r.inputs[0], input, Plane{s.Width, s.Height, s.Channels}, s.Channels, border)
	for i := range r.stages {
		r.step(i)
	}
	return r.out
}

// step evaluates one layer.
func (r *Runner) step(i int) {
	st, w := &r.stages[i], &r.net.layers[i]
	if st.layer.Kind == "dense" {
		Dense(r.sums, r.inputs[i], w.rows, w.bias, r.how)
	} else {
		Conv(r.sums, r.inputs[i], st.in, w.rows, w.bias, r.how)
	}
	result, lanes := st.layer.Result(st.in), Lanes(st.layer.Out)
	if i == len(r.stages)-1 {
		Place(r.out, r.sums, result, lanes, 0)
		return
	}
	border := 0
	if st.bordered {
		border = 1
	}
	if st.layer.Pool {
		MaxPool(r.inputs[i+1], r.sums, result, border, r.how)
		return
	}
	sums := r.sums[:result.Len()]
	for j, v := range sums {
		sums[j] = max(v, 0)
	}
	Place(r.inputs[i+1], sums, result, lanes, border)
}
