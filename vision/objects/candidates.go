package objects

import (
	"math"

	"gonao/nao"
	"gonao/vision/segment"
	"gonao/vision/view"
)

// cellPx is the side of the cells in which the carpet's pixels are counted, px.
const cellPx = 4

// stopCells is the number of cells between two places at which a ball's radius is computed.
const stopCells = 8

// Candidates.
const (
	most      = 16   // in one image
	leastPx   = 2.5  // radius of a ball, px: a smaller one cannot be distinguished from noise
	largestPx = 240  // radius of a ball, px
	leastRise = 0.12 // by which the carpet's share around a candidate exceeds that inside it
	lineShare = 0.4  // weight of a pixel of a line, or of a white robot, around a candidate
	restShare = 0.15 // weight of any other pixel, such as one in a shadow
	reachR    = 0.7  // within so many radii only the best candidate counts
)

// Inside a ball with a pattern there are white pixels and dark ones, in a plain one neither carpet nor white. The smaller
// share of both, or the excess of the rest over the white, raises a score up to a limit.
const (
	mixedMost = 0.25 // shares above count as this
	mixedRise = 1.2  // by share
)

// BallCandidate is a place in the image where a ball may be.
type BallCandidate struct {
	X, Y, R float64 // px; R is the radius of a ball there
	Score   float64
}

// BallCandidates finds places that look unlike the carpet, in the size of a ball that lies there, with carpet around.
type BallCandidates struct {
	Kinds      BallKinds // kinds to search; 0: balls with a pattern
	cols, rows int       // cells
	carpet     []uint32  // pixels of carpet in all cells left of and above a corner
	white      []uint32  // the same of lines and other white things
	scores     []float32
	stops      int       // places in a row at which a ball's radius is computed
	radii      []float32 // of a ball at each row's stops; 0 where no ball can lie
	tops       []float64 // of each column of cells, px: where the carpet ends
	found      [most]BallCandidate
	count      int

	straight []([2]float64) // the stops as through a lens without distortion
	lens     nao.Intrinsics // of straight
	k1       float64
}

// Find returns the best candidates for balls of a radius in m below the rows that top returns, the best one first. They
// are valid until the next call.
func (c *BallCandidates) Find(m *segment.Masks, v *view.View, radiusM float64, top func(x float64) float64) []BallCandidate {
	c.count = 0
	c.resize(m.Green.Width/cellPx, m.Green.Height/cellPx)
	c.addUp(&m.Green, c.carpet)
	c.addUp(&m.White, c.white)
	first := c.first(top)
	c.expect(v, radiusM, first)
	c.rate(first)
	c.choose(first)
	return c.found[:c.count]
}

// OfSize returns the best candidates for balls of one radius, px, anywhere in the image. They are valid until the next call.
func (c *BallCandidates) OfSize(m *segment.Masks, radius float64) []BallCandidate {
	c.count = 0
	c.resize(m.Green.Width/cellPx, m.Green.Height/cellPx)
	c.addUp(&m.Green, c.carpet)
	c.addUp(&m.White, c.white)
	for i := range c.radii {
		c.radii[i] = float32(radius)
	}
	first := c.first(func(float64) float64 { return 0 })
	c.rate(first)
	c.choose(first)
	return c.found[:c.count]
}

// resize allocates when the image's size changes.
func (c *BallCandidates) resize(cols, rows int) {
	if c.cols == cols && c.rows == rows {
		return
	}
	c.cols, c.rows = cols, rows
	c.carpet = make([]uint32, (cols+1)*(rows+1))
	c.white = make([]uint32, (cols+1)*(rows+1))
	c.scores = make([]float32, cols*rows)
	c.stops = cols/stopCells + 2
	c.radii = make([]float32, c.stops*rows)
	c.tops = make([]float64, cols)
	c.straight, c.lens = make([][2]float64, c.stops*rows), nao.Intrinsics{}
}

// first computes the tops and returns the first row of cells in which a ball is looked for.
func (c *BallCandidates) first(top func(x float64) float64) int {
	first := c.rows
	for x := range c.tops {
		c.tops[x] = top((float64(x) + 0.5) * cellPx)
		first = min(first, firstRow(c.tops[x]))
	}
	return first
}

// firstRow returns the first row of cells in which a ball is looked for, where the carpet ends at a row of pixels.
func firstRow(top float64) int { return max(int(top/cellPx)-8, 0) }

// addUp counts the pixels of a mask.
func (c *BallCandidates) addUp(mask *segment.Mask, sums []uint32) {
	const nibbles, pairs, fives, threes = 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x5555555555555555, 0x3333333333333333
	width := c.cols + 1
	for y := range c.rows {
		above, line := sums[y*width:], sums[(y+1)*width:]
		sum := uint32(0)
		rows := mask.Bits[y*cellPx*mask.Words:][:cellPx*mask.Words]
		for w := range mask.Words {
			// The number of bits of each of the 16 cells of this word: even and odd ones in bytes.
			var even, odd uint64
			for k := range cellPx {
				b := rows[k*mask.Words+w]
				b -= b >> 1 & fives
				b = b&threes + b>>2&threes
				even += b & nibbles
				odd += b >> 4 & nibbles
			}
			if x := w * 16; x+16 <= c.cols {
				sum = addSixteen((*[16]uint32)(line[x+1:]), (*[16]uint32)(above[x+1:]), even, odd, sum)
				continue
			}
			for x := w * 16; x < c.cols; x++ {
				counts := even
				if x&1 != 0 {
					counts = odd
				}
				sum += uint32(counts >> (x % 16 / 2 * 8) & 0xff)
				line[x+1] = above[x+1] + sum
			}
		}
	}
}

// addSixteen adds up the counts of sixteen cells in a row, which begin with sum, and returns their sum.
func addSixteen(line, above *[16]uint32, even, odd uint64, sum uint32) uint32 {
	for i := 0; i < 16; i += 2 {
		sum += uint32(even & 0xff)
		line[i] = above[i] + sum
		sum += uint32(odd & 0xff)
		line[i+1] = above[i+1] + sum
		even, odd = even>>8, odd>>8
	}
	return sum
}

// expect computes the radius of a ball at the stops of each row from first on. The horizon may lean: a row can begin on the
// ground and end in the sky.
func (c *BallCandidates) expect(v *view.View, radiusM float64, first int) {
	if c.lens != v.Lens || c.k1 != v.K1 {
		c.straighten(v)
	}
	ideal := v.Ideal()
	for i := first * c.stops; i < len(c.radii); i++ {
		r, ok := ideal.BallRadius(c.straight[i][0], c.straight[i][1], radiusM)
		if !ok {
			r = 0
		}
		c.radii[i] = float32(r)
	}
}

// straighten computes where the stops would be with a lens without distortion: it is the same in all images.
func (c *BallCandidates) straighten(v *view.View) {
	c.lens, c.k1 = v.Lens, v.K1
	for y := range c.rows {
		for i := range c.stops {
			at := &c.straight[y*c.stops+i]
			at[0], at[1] = v.Straight(float64(i*stopCells)*cellPx+cellPx/2, (float64(y)+0.5)*cellPx)
		}
	}
}

// radius returns the radius of a ball in a cell, 0 where no ball can lie.
func (c *BallCandidates) radius(x, y int) float32 {
	i, part := x/stopCells, float32(x%stopCells)/stopCells
	a, b := c.radii[y*c.stops+i], c.radii[y*c.stops+i+1]
	switch {
	case a == 0:
		return b
	case b == 0:
		return a
	}
	return a + (b-a)*part
}

// box is a rectangle of cells.
type box struct{ left, top, right, bottom int }

// cut returns the part of a box that is inside the image, and its number of pixels.
func (c *BallCandidates) cut(b box) (box, float32) {
	b = box{max(b.left, 0), max(b.top, 0), min(b.right, c.cols), min(b.bottom, c.rows)}
	if b.right <= b.left || b.bottom <= b.top {
		return box{}, 0
	}
	return b, float32((b.right - b.left) * (b.bottom - b.top) * cellPx * cellPx)
}

// in returns the number of counted pixels in a box.
func (c *BallCandidates) in(sums []uint32, b box) float32 {
	w := c.cols + 1
	return float32(sums[b.bottom*w+b.right] - sums[b.top*w+b.right] - sums[b.bottom*w+b.left] + sums[b.top*w+b.left])
}

// around returns the share of a box that may be around a ball: carpet, and with less weight lines, white robots and the rest.
func (c *BallCandidates) around(b box) float32 {
	b, area := c.cut(b)
	if area == 0 {
		return 0.5 // the image ends
	}
	return restShare + ((1-restShare)*c.in(c.carpet, b)+(lineShare-restShare)*c.in(c.white, b))/area
}

// rate computes the score of every cell from row first on as the middle of a ball.
func (c *BallCandidates) rate(first int) {
	clear(c.scores)
	for y := first; y < c.rows; y++ {
		line, middle := c.scores[y*c.cols:][:c.cols], (float64(y)+0.5)*cellPx
		for x := range line {
			r := c.radius(x, y)
			if r < leastPx || r > largestPx || middle+float64(r) < c.tops[x] || y < firstRow(c.tops[x]) {
				continue
			}
			// Of a large ball not every cell is rated.
			if r > 40 && (x+y)&1 != 0 {
				continue
			}
			r /= cellPx
			if in := int(0.62*r + 0.5); c.mayBe(x, y, in) {
				line[x] = c.score(x, y, in, r)
			}
		}
	}
}

// mostInside is the largest share of carpet inside a candidate.
const mostInside = 0.55

// mayBe reports whether so little carpet is within some cells of a place that a ball may be there. Near the image's edge it
// does not look.
func (c *BallCandidates) mayBe(x, y, in int) bool {
	left, top, side := x-in, y-in, 2*in+1
	if left < 0 || top < 0 || left+side > c.cols || top+side > c.rows {
		return true
	}
	w := c.cols + 1
	upper := top*w + left
	lower := upper + side*w
	sum := c.carpet[lower+side] - c.carpet[upper+side] - c.carpet[lower] + c.carpet[upper]
	// A hundredth more than the limit: score looks at the exact share.
	return 100*sum <= uint32(100*mostInside+1)*uint32(side*side*cellPx*cellPx)
}

// score compares the carpet inside a ball with the areas to its left, to its right and below; the two best of them count.
// It also rates how much the inside looks like a ball.
func (c *BallCandidates) score(x, y, in int, r float32) float32 {
	core, area := c.cut(box{x - in, y - in, x + in + 1, y + in + 1})
	inside := c.in(c.carpet, core) / area
	if inside > mostInside {
		return 0
	}
	near, far := int(math.Ceil(float64(1.05*r))), int(math.Ceil(float64(1.5*r)))+1
	left := c.around(box{x - far, y - in, x - near + 1, y + in + 1})
	right := c.around(box{x + near, y - in, x + far + 1, y + in + 1})
	below := c.around(box{x - in, y + near, x + in + 1, y + far + 1})
	return (left+right+below-min(left, right, below))/2 - inside + mixedRise*c.mixed(inside, c.in(c.white, core)/area)
}

// mixed returns by how much the inside of a candidate looks like that of a ball, from 0 to mixedMost. Carpet and white are
// shares of it.
func (c *BallCandidates) mixed(carpet, white float32) float32 {
	rest, sum := 1-carpet-white, float32(0)
	if c.Kinds&Plain == 0 || c.Kinds&Pattern != 0 {
		sum = min(rest, white)
	}
	if c.Kinds&Plain != 0 {
		sum = max(sum, rest-white)
	}
	return min(max(sum, 0), mixedMost)
}

// choose keeps the highest scores, from row first on, that are the highest within their ball.
func (c *BallCandidates) choose(first int) {
	for y := first; y < c.rows; y++ {
		for x, s := range c.scores[y*c.cols:][:c.cols] {
			if s < leastRise {
				continue
			}
			r := float64(c.radius(x, y))
			if c.highest(x, y, s, max(int(reachR*r/cellPx), 1)) {
				c.insert(BallCandidate{(float64(x) + 0.5) * cellPx, (float64(y) + 0.5) * cellPx, r, float64(s)})
			}
		}
	}
}

// highest reports whether no score within reach is higher. Of equal ones the first counts.
func (c *BallCandidates) highest(x, y int, s float32, reach int) bool {
	reach = min(reach, 10)
	left, right := max(x-reach, 0), min(x+reach, c.cols-1)
	if !c.above(x, y, s, max(x-1, left), min(x+1, right), max(y-1, 0), min(y+1, c.rows-1)) {
		return false // most scores have a higher one beside them
	}
	return c.above(x, y, s, left, right, max(y-reach, 0), min(y+reach, c.rows-1))
}

// above reports whether no score of some columns and rows is higher.
func (c *BallCandidates) above(x, y int, s float32, left, right, top, bottom int) bool {
	for j := top; j <= bottom; j++ {
		for k, o := range c.scores[j*c.cols+left : j*c.cols+right+1] {
			if o >= s && (o > s || j < y || j == y && left+k < x) {
				return false
			}
		}
	}
	return true
}

// insert adds a candidate if it is among the best.
func (c *BallCandidates) insert(k BallCandidate) {
	at := c.count
	for at > 0 && c.found[at-1].Score < k.Score {
		at--
	}
	if at == most {
		return
	}
	c.count = min(c.count+1, most)
	copy(c.found[at+1:c.count], c.found[at:])
	c.found[at] = k
}
