package train

import (
	"math"

	"gonao/vision/net"
	"gonao/vision/net/kernel"
)

// model is a net while it is trained: all its numbers in one slice, layer by layer the rows of weights, then the biases.
type model struct {
	shape  net.Shape
	planes []net.Plane
	layers []span
	size   int // of values
	values []float32
	turned [][]float32 // of every conv but the first: weights for the way back, turned by 180° and transposed
}

// span is where the numbers of a layer are.
type span struct {
	net.Layer
	in               net.Plane
	lanes            int
	from, biases, to int
}

func newModel(shape net.Shape) *model {
	m := &model{shape: shape, planes: shape.Planes()}
	for i, l := range shape.Layers {
		s := span{Layer: l, in: m.planes[i], lanes: net.Lanes(l.Out), from: m.size}
		s.biases = s.from + l.Terms(s.in)*s.lanes
		s.to = s.biases + s.lanes
		m.size = s.to
		m.layers = append(m.layers, s)
		var turned []float32
		if i > 0 && l.Kind == "conv" {
			turned = make([]float32, 9*s.lanes*net.Lanes(s.in.Channels))
		}
		m.turned = append(m.turned, turned)
	}
	m.values = make([]float32, m.size)
	return m
}

// export returns the values in the order of [net.New].
func (m *model) export() []float32 {
	var out []float32
	for _, s := range m.layers {
		for k := s.from; k < s.to; k += s.lanes {
			out = append(out, m.values[k:k+s.Out]...)
		}
	}
	return out
}

// turn computes the weights for the way back.
func (m *model) turn() {
	for i, s := range m.layers {
		if m.turned[i] == nil {
			continue
		}
		channels := s.in.Channels
		for tap := range 9 {
			for c := range channels {
				row := m.values[s.from+(tap*channels+c)*s.lanes:][:s.lanes]
				for o, v := range row {
					m.turned[i][((8-tap)*s.lanes+o)*channels+c] = v
				}
			}
		}
	}
}

// pass computes outputs and gradients of single samples. Each goroutine has its own.
type pass struct {
	m       *model
	inputs  [][]float32 // of every layer; those of a conv have a border
	sums    [][]float32 // of every layer
	back    [][]float32 // the gradient of the sums of every layer; that of a conv has a border
	dInput  []float32   // the gradient of one layer's input
	zeros   []float32   // biases for the way back
	out     []float32
	dOut    []float32
	scratch []float32 // the input as numbers
}

func newPass(m *model) *pass {
	p := &pass{m: m, scratch: make([]float32, m.planes[0].Len())}
	largest := 0
	for i, s := range m.layers {
		in, sums, back := s.in.Len(), s.lanes, s.lanes
		if s.Kind == "conv" {
			in = s.in.Bordered()
			plane := net.Plane{Width: s.in.Width, Height: s.in.Height, Channels: s.lanes}
			sums, back = plane.Len(), plane.Bordered()
		}
		p.inputs = append(p.inputs, make([]float32, in))
		p.sums = append(p.sums, make([]float32, sums))
		p.back = append(p.back, make([]float32, back))
		if i > 0 {
			largest = max(largest, s.in.Len())
		}
	}
	p.dInput, p.zeros = make([]float32, largest), make([]float32, 256)
	n := m.planes[len(m.planes)-1].Len()
	p.out, p.dOut = make([]float32, n), make([]float32, n)
	return p
}

// border returns the width of the border of layer i's input.
func (p *pass) border(i int) int {
	if i < len(p.m.layers) && p.m.layers[i].Kind == "conv" {
		return 1
	}
	return 0
}

// forward computes the outputs.
func (p *pass) forward(input []uint8) []float32 {
	for i, v := range input {
		p.scratch[i] = (float32(v) - 128) / 128
	}
	m := p.m
	net.Place(p.inputs[0], p.scratch, m.planes[0], m.planes[0].Channels, p.border(0))
	for i := range m.layers {
		s := &m.layers[i]
		rows, bias := m.values[s.from:s.biases], m.values[s.biases:s.to]
		if s.Kind == "conv" {
			net.Conv(p.sums[i], p.inputs[i], s.in, rows, bias, net.Fast)
		} else {
			net.Dense(p.sums[i], p.inputs[i], rows, bias, net.Fast)
		}
		result := m.planes[i+1]
		switch {
		case i == len(m.layers)-1:
			net.Place(p.out, p.sums[i], result, s.lanes, 0)
		case s.Pool:
			net.MaxPool(p.inputs[i+1], p.sums[i], result, p.border(i+1), net.Fast)
		default:
			p.cutOff(i, result)
		}
	}
	return p.out
}

// cutOff copies the positive sums of layer i to the input of the next one.
func (p *pass) cutOff(i int, result net.Plane) {
	rowLen, border := result.Width*result.Channels, p.border(i+1)
	for y := range result.Height {
		dst := p.inputs[i+1][(y+border)*(result.Width+2*border)*result.Channels+border*result.Channels:]
		for j, v := range p.sums[i][y*rowLen : (y+1)*rowLen] {
			dst[j] = max(v, 0)
		}
	}
}

// backward adds the gradients of all values to grad; dOut holds those of the outputs.
func (p *pass) backward(grad []float32) {
	m := p.m
	last := len(m.layers) - 1
	s := &m.layers[last]
	p.spread(last, m.planes[last+1], func(dst []float32, at int) {
		copy(dst[:s.Out], p.dOut[at*s.Out:])
	})
	for i := last; i >= 0; i-- {
		s := &m.layers[i]
		if s.Kind == "dense" {
			p.denseWeights(i, grad)
		} else {
			p.convWeights(i, grad)
		}
		if i == 0 {
			return
		}
		if s.Kind == "dense" {
			p.denseInput(i)
		} else {
			net.Conv(p.dInput, p.back[i], net.Plane{Width: s.in.Width, Height: s.in.Height, Channels: s.lanes},
				m.turned[i], p.zeros[:s.in.Channels], net.Fast)
		}
		p.through(i - 1)
	}
}

// spread calls put for every pixel of layer i's sums with its place in back.
func (p *pass) spread(i int, result net.Plane, put func(dst []float32, at int)) {
	lanes, border := p.m.layers[i].lanes, p.border(i)
	for y := range result.Height {
		for x := range result.Width {
			put(p.back[i][((y+border)*(result.Width+2*border)+x+border)*lanes:], y*result.Width+x)
		}
	}
}

// through turns dInput, the gradient of layer i's output, into the gradient of its sums.
func (p *pass) through(i int) {
	s, result := &p.m.layers[i], p.m.planes[i+1]
	if !s.Pool {
		p.spread(i, result, func(dst []float32, at int) {
			for c := range s.Out {
				dst[c] = 0
				if p.sums[i][at*s.lanes+c] > 0 {
					dst[c] = p.dInput[at*s.Out+c]
				}
			}
		})
		return
	}
	wide := s.in.Width
	for y := range result.Height {
		for x := range result.Width {
			at, to := (2*y*wide+2*x)*s.lanes, ((2*y+1)*(wide+2)+2*x+1)*s.lanes
			below, toBelow := at+wide*s.lanes, to+(wide+2)*s.lanes
			spreadMax(p.back[i][to:], p.back[i][toBelow:], p.sums[i][at:], p.sums[i][below:], p.dInput[(y*result.Width+x)*s.Out:][:s.Out], s.lanes)
		}
	}
}

// spreadMax writes the gradient of a 2×2 maximum of some channels to where the maximum was, the first one of equal ones, and
// 0 elsewhere, everywhere if it was cut off. Rows are two pixels of lanes numbers. It has no branches, as which of
// the four it is cannot be predicted.
func spreadMax(back, backBelow, sums, sumsBelow, d []float32, lanes int) {
	n := len(d)
	s0, s1, s2, s3 := sums[:n], sums[lanes:][:n], sumsBelow[:n], sumsBelow[lanes:][:n]
	b0, b1, b2, b3 := back[:n], back[lanes:][:n], backBelow[:n], backBelow[lanes:][:n]
	bits := func(v float32) int64 { return max(int64(int32(math.Float32bits(v))), 0) } // in the numbers' order; 0 below 0
	for c, g := range d {
		v0, v1, v2, v3 := bits(s0[c]), bits(s1[c]), bits(s2[c]), bits(s3[c])
		best := max(v0, v1, v2, v3)
		some := -best >> 63 // all ones if the maximum is above 0
		is := func(v int64) int64 { return (v ^ best - 1) >> 63 }
		m0 := is(v0) & some
		m1 := is(v1) & some &^ m0
		m2 := is(v2) & some &^ (m0 | m1)
		m3 := is(v3) & some &^ (m0 | m1 | m2)
		of := func(m int64) float32 { return math.Float32frombits(math.Float32bits(g) & uint32(m)) }
		b0[c], b1[c], b2[c], b3[c] = of(m0), of(m1), of(m2), of(m3)
	}
}

// denseWeights adds the gradients of a dense layer's weights and biases.
func (p *pass) denseWeights(i int, grad []float32) {
	s, x, d := &p.m.layers[i], p.inputs[i], p.back[i]
	for k, v := range x {
		if v == 0 {
			continue
		}
		row := grad[s.from+k*s.lanes:][:s.lanes]
		for o, g := range d {
			row[o] += float32(v * g)
		}
	}
	for o, g := range d {
		grad[s.biases+o] += g
	}
}

// denseInput computes the gradient of a dense layer's input.
func (p *pass) denseInput(i int) {
	s := &p.m.layers[i]
	for k := range p.inputs[i] {
		var sum float32
		for o, w := range p.m.values[s.from+k*s.lanes:][:s.lanes] {
			sum += float32(w * p.back[i][o])
		}
		p.dInput[k] = sum
	}
}

// convWeights adds the gradients of a conv's weights and biases: of each weight the sum over all pixels of its input
// times its output's gradient.
func (p *pass) convWeights(i int, grad []float32) {
	s := &p.m.layers[i]
	channels, row, backRow := s.in.Channels, (s.in.Width+2)*s.in.Channels, (s.in.Width+2)*s.lanes
	inner := p.back[i][backRow+s.lanes:]
	m := kernel.Gemm{
		ARow: 1, AK: channels, ASeg: row, BK: s.lanes, BSeg: backRow,
		InitRow: s.lanes, DRow: s.lanes, K: s.in.Width, Segs: s.in.Height,
	}
	for tap := range 9 {
		for c := 0; c < channels; {
			m.A = p.inputs[i][tap/3*row+tap%3*channels+c:]
			count := 4
			if channels-c < 4 {
				count = 1
			}
			for o := 0; o < s.lanes; o += kernel.Lanes {
				m.B = inner[o:]
				m.D = grad[s.from+(tap*channels+c)*s.lanes+o:]
				m.Init = m.D
				if count == 4 {
					m.Run4()
				} else {
					m.Run1()
				}
			}
			c += count
		}
	}
	bias := grad[s.biases:s.to]
	for y := range s.in.Height {
		for x := range s.in.Width {
			for o, g := range inner[y*backRow+x*s.lanes:][:s.lanes] {
				bias[o] += g
			}
		}
	}
}
