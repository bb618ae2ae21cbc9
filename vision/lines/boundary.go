package lines

import (
	"math"

	"gonao/vision/segment"
	"gonao/vision/view"
)

// stripWidth is the width of the columns in which the boundary is looked for, px.
const stripWidth = 16

// Boundary is the edge of the carpet: in the image, the lower envelope of at most two straight lines.
type Boundary struct {
	Known bool // some carpet is in sight
	Spots []Spot
	gaps  []Spot // the same, each below the first gap
	edges [2]edge
	count int

	counts []uint64 // of each row of a word of 64 pixels: see countWord
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

// gapM is the length on the ground of the gap without carpet between two fields, and gapShare the share of the strips
// with such a gap that must agree on its edge.
const (
	gapM     = 0.3
	gapShare = 0.6
)

// find finds the boundary.
func (b *Boundary) find(m *segment.Masks, v *view.View) {
	b.Known, b.count, b.Spots = false, 0, b.Spots[:0]
	b.gaps = b.gaps[:0]
	green := 0
	for x := 0; x+stripWidth <= m.Green.Width; x += stripWidth {
		if x%64 == 0 {
			b.countWord(m, v, x)
		}
		s, gap, n := b.strip(v, x)
		green += n
		b.Spots = append(b.Spots, s)
		b.gaps = append(b.gaps, gap)
	}
	b.Known = green > m.Green.Width*m.Green.Height/200
	if !b.Known {
		return
	}
	if b.endsAtGap() {
		b.Spots, b.gaps = b.gaps, b.Spots
	}
	b.envelope()
}

// envelope fits one or two lines to the spots.
func (b *Boundary) envelope() {
	b.count = 0
	first, ok := b.fit(0, len(b.Spots))
	if !ok {
		return
	}
	b.edges[0], b.count = first, 1
	b.addSecond(first)
}

// endsAtGap reports whether the carpet ends at a gap, with another field's carpet behind it: the lower edges of the gaps
// lie on a line or two. Those of a robot's feet do not.
func (b *Boundary) endsAtGap() bool {
	wider := 0
	for i := range b.gaps {
		if b.gaps[i].Y > b.Spots[i].Y+2 {
			wider++
		}
	}
	if wider < len(b.gaps)/4 {
		return false
	}
	b.Spots, b.gaps = b.gaps, b.Spots
	b.envelope()
	b.Spots, b.gaps = b.gaps, b.Spots
	on := 0
	for i := range b.gaps {
		if g := &b.gaps[i]; g.Y > b.Spots[i].Y+2 && math.Abs(g.Y-b.Row(g.X)) < near {
			on++
		}
	}
	return b.count > 0 && float64(on) >= gapShare*float64(wider)
}

// stripTop returns the highest row of a strip that is below the horizon.
func stripTop(v *view.View, x int) int {
	return max(0, int(min(v.Horizon(float64(x)), v.Horizon(float64(x+stripWidth)))))
}

// countWord counts the pixels of carpet and of lines in the four strips from column x on, a multiple of 64: in the 16 bits of
// each strip, those of carpet in the lower byte and those of lines in the upper one.
func (b *Boundary) countWord(m *segment.Masks, v *view.View, x int) {
	height, words := m.Green.Height, m.Green.Words
	if len(b.counts) != height {
		b.counts = make([]uint64, height)
	}
	top := height
	for i := 0; i < 64 && x+i+stripWidth <= m.Green.Width; i += stripWidth {
		top = min(top, stripTop(v, x+i))
	}
	at := top*words + x>>6
	for y := top; y < height; y++ {
		b.counts[y] = ones(m.Green.Bits[at]) | ones(m.White.Bits[at])<<8
		at += words
	}
}

// ones returns the number of bits set in each 16 bits of a word.
func ones(w uint64) uint64 {
	w -= w >> 1 & 0x5555555555555555
	w = w&0x3333333333333333 + w>>2&0x3333333333333333
	w = (w + w>>4) & 0x0f0f0f0f0f0f0f0f
	return (w + w>>8) & 0x001f001f001f001f
}

// strip finds the row above which a strip is no longer carpet: the sum, from below, of carpet counted for it and of
// anything but carpet and lines counted against it is largest there. It also returns the row where the first gap of the
// carpet begins, and the number of the carpet's pixels.
func (b *Boundary) strip(v *view.View, x int) (s, gap Spot, green int) {
	height, top, shift := len(b.counts), stripTop(v, x), x&63
	best, bestY, sum := 0, height, 0
	gapY, last := -1, -1
	for y := height - 1; y >= top; y-- {
		both := int(b.counts[y] >> shift & 0xffff)
		g := both & 0xff
		green += g
		sum += 2*g + both>>8 - stripWidth
		if 2*g < stripWidth {
			continue
		}
		if sum >= best {
			best, bestY = sum, y
		}
		if gapY < 0 && last > y+4 && apartM(v, float64(x)+stripWidth/2, last, y) > gapM {
			gapY = last
		}
		last = y
	}
	s = Spot{X: float64(x) + stripWidth/2, Y: float64(bestY), Open: bestY <= top+1}
	if gap = s; gapY > bestY {
		gap.Y, gap.Open = float64(gapY), false
	}
	return s, gap, green
}

// apartM returns the distance on the ground between two rows of a column, m; far away it is long.
func apartM(v *view.View, x float64, below, above int) float64 {
	ax, ay, ok := v.Ground(x, float64(below))
	bx, by, also := v.Ground(x, float64(above))
	if !ok || !also {
		return farthestM
	}
	return math.Hypot(bx-ax, by-ay)
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
			if score := b.score(e, i, j, bestScore); score > bestScore {
				best, bestScore, ok = e, score, true
			}
		}
	}
	if ok {
		best = b.refine(best, i, j)
	}
	return best, ok
}

// score returns how well a line fits the spots, or, as soon as it cannot exceed the best one, any number below that.
func (b *Boundary) score(e edge, i, j int, best float64) (score float64) {
	const rounding = 1e-6
	spots := b.Spots[i:j]
	for k := range spots {
		s := &spots[k]
		switch d := s.Y - e.at(s.X); {
		case math.Abs(d) < near && !s.Open:
			score++
			continue
		case d < 0:
			score -= 1.2
		default:
			score -= 0.2
		}
		if score+float64(len(spots)-1-k) < best-rounding {
			return score
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
