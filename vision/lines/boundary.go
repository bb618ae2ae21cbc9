package lines

import (
	"math"
	"math/bits"

	"gonao/vision/segment"
	"gonao/vision/view"
)

// stripWidth is the width of the columns in which the boundary is looked for, px.
const stripWidth = 16

// Boundary is the edge of the carpet: in the image, the lower envelope of at most two straight lines.
type Boundary struct {
	Known bool // some carpet is in sight
	Spots []Spot
	edges [2]edge
	count int
}

// Spot is where the carpet ends in one strip of columns, px.
type Spot struct {
	X, Y float64
	Open bool // the carpet reaches the upper edge of the image, or the horizon
}

// edge is the line y = a + b·x.
type edge struct{ a, b float64 }

func (e edge) at(x float64) float64 { return e.a + e.b*x }

// Row returns the row at which the carpet ends at a column, 0 when it reaches the upper edge of the image.
func (b *Boundary) Row(x float64) float64 {
	y := 0.0
	for _, e := range b.edges[:b.count] {
		y = max(y, e.at(x))
	}
	return y
}

// find finds the boundary.
func (b *Boundary) find(m *segment.Masks, v *view.View) {
	b.Known, b.count, b.Spots = false, 0, b.Spots[:0]
	green := 0
	for x := 0; x+stripWidth <= m.Green.Width; x += stripWidth {
		s, n := strip(m, v, x)
		green += n
		b.Spots = append(b.Spots, s)
	}
	b.Known = green > m.Green.Width*m.Green.Height/200
	if !b.Known {
		return
	}
	first, ok := b.fit(0, len(b.Spots))
	if !ok {
		return
	}
	b.edges[0], b.count = first, 1
	b.addSecond(first)
}

// strip finds the row above which a strip is no longer carpet: the sum, from below, of carpet counted for it and of
// anything but carpet and lines counted against it is largest there.
func strip(m *segment.Masks, v *view.View, x int) (s Spot, green int) {
	top := max(0, int(min(v.Horizon(float64(x)), v.Horizon(float64(x+stripWidth)))))
	word, shift := x>>6, x&63
	best, bestY, sum := 0, m.Green.Height, 0
	for y := m.Green.Height - 1; y >= top; y-- {
		g := bits.OnesCount16(uint16(m.Green.Row(y)[word] >> shift))
		w := bits.OnesCount16(uint16(m.White.Row(y)[word] >> shift))
		green += g
		sum += g - (stripWidth - g - w)
		if sum >= best && 2*g >= stripWidth {
			best, bestY = sum, y
		}
	}
	return Spot{X: float64(x) + stripWidth/2, Y: float64(bestY), Open: bestY <= top+1}, green
}

// near is how far from a line a spot may lie, px.
const near = 2.5

// fit returns the line that most of the spots from i up to, not including, j lie on. A spot below the line may be hidden
// by a robot and costs little, one above it costs much.
func (b *Boundary) fit(i, j int) (best edge, ok bool) {
	bestScore := 2.5
	for p := i; p < j; p++ {
		for q := p + 2; q < j; q++ {
			s, t := b.Spots[p], b.Spots[q]
			if s.Open || t.Open {
				continue
			}
			e := edge{b: (t.Y - s.Y) / (t.X - s.X)}
			e.a = s.Y - e.b*s.X
			if score := b.score(e, i, j); score > bestScore {
				best, bestScore, ok = e, score, true
			}
		}
	}
	if ok {
		best = b.refine(best, i, j)
	}
	return best, ok
}

func (b *Boundary) score(e edge, i, j int) (score float64) {
	for _, s := range b.Spots[i:j] {
		switch d := s.Y - e.at(s.X); {
		case math.Abs(d) < near && !s.Open:
			score++
		case d < 0:
			score -= 1.2
		default:
			score -= 0.2
		}
	}
	return score
}

// refine fits the line to its spots by least squares.
func (b *Boundary) refine(e edge, i, j int) edge {
	for range 2 {
		var n, sx, sy, sxx, sxy float64
		for _, s := range b.Spots[i:j] {
			if math.Abs(s.Y-e.at(s.X)) < near && !s.Open {
				n, sx, sy, sxx, sxy = n+1, sx+s.X, sy+s.Y, sxx+s.X*s.X, sxy+s.X*s.Y
			}
		}
		if d := n*sxx - sx*sx; n >= 3 && d > 0 {
			e.b = (n*sxy - sx*sy) / d
			e.a = (sy - e.b*sx) / n
		}
	}
	return e
}

// addSecond looks for another line beside the spots of the first one: a corner of the carpet.
func (b *Boundary) addSecond(first edge) {
	from, to := -1, -1
	for i, s := range b.Spots {
		if math.Abs(s.Y-first.at(s.X)) < near && !s.Open {
			if from < 0 {
				from = i
			}
			to = i + 1
		}
	}
	best, bestScore := edge{}, b.total(first, first)
	for _, part := range [2][2]int{{0, from}, {to, len(b.Spots)}} {
		if part[1]-part[0] < 4 {
			continue
		}
		if e, ok := b.fit(part[0], part[1]); ok {
			if score := b.total(first, e); score > bestScore+2 {
				best, bestScore = e, score
			}
		}
	}
	if best != (edge{}) {
		b.edges[1], b.count = best, 2
	}
}

// total scores the lower envelope of two lines.
func (b *Boundary) total(e, o edge) (score float64) {
	for _, s := range b.Spots {
		switch d := s.Y - max(e.at(s.X), o.at(s.X)); {
		case math.Abs(d) < near:
			score++
		case d < 0:
			score -= 1.2
		default:
			score -= 0.2
		}
	}
	return score
}
