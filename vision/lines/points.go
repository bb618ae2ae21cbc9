package lines

import (
	"math"
	"math/bits"
)

// The grid of scan lines.
const (
	scanCols  = 4                  // px between two columns
	scanRows  = 4                  // px between two rows
	scanBits  = 0x1111111111111111 // the columns in a word of a mask
	mostRuns  = 1200
	openSpace = 3 // px beside a run within which the carpet must begin, and a quarter of its length: wide lines blur more
)

// point is the middle of a white run between green, on a column or a row of the grid.
type point struct {
	x, y       float64 // px, without the lens's distortion
	column     int32   // px, in the image
	gx, gy     float64 // m, on the ground
	dx, dy     float64 // m, unit vector along the line; 0: not known
	length     float64 // px, of the run
	prev, next int32   // in the chain; −1: none
	row        bool    // the run lies along a row
	onCircle   bool
}

// points are the white runs of an image.
type points struct {
	all    []point
	starts []int32 // of a run on each column; −1: none
	line   []int32 // number of the first point of each scan line, and of the end
	rows   int     // the first scan line that is a row
}

// findPoints collects the runs and connects them.
func (f *scanner) findPoints() {
	p := &f.points
	p.all, p.line = p.all[:0], p.line[:0]
	f.scanColumns()
	p.rows = len(p.line)
	f.scanRows()
	p.line = append(p.line, int32(len(p.all)))
	p.connect()
	p.direct()
}

// scanColumns finds the runs down the columns of the grid: where the white of a row differs from that of the row above.
func (f *scanner) scanColumns() {
	p, white := &f.points, &f.masks.White
	cols := (white.Width + scanCols - 1) / scanCols
	if len(p.starts) != cols {
		p.starts = make([]int32, cols)
	}
	for c := range p.starts {
		p.starts[c] = -1
	}
	top := f.topRow()
	for y := top + 1; y < white.Height; y++ {
		above, row := white.Row(y-1), white.Row(y)
		for w := range row {
			for t := (above[w] ^ row[w]) & scanBits; t != 0; t &= t - 1 {
				i := bits.TrailingZeros64(t)
				c := (w<<6 + i) / scanCols
				if row[w]>>i&1 != 0 {
					p.starts[c] = int32(y)
				} else if from := p.starts[c]; from >= 0 {
					p.starts[c] = -1
					f.addColumn(w<<6+i, int(from), y-1)
				}
			}
		}
	}
	f.sortColumns(cols)
}

// addColumn adds the run of rows a..b of column x if it may be a line.
func (f *scanner) addColumn(x, a, b int) {
	p := &f.points
	if len(p.all) >= mostRuns || float64(b) < f.boundary.Row(float64(x)) || !f.greenDown(x, a-1, -1, b-a) || !f.greenDown(x, b+1, 1, b-a) {
		return
	}
	y := f.centreDown(x, a, b)
	f.addRun(point{x: float64(x) + 0.5, y: y, column: int32(x), length: float64(b - a + 1)})
}

// greenDown reports whether the carpet begins beside a run of a length, up or down.
func (f *scanner) greenDown(x, y, step, length int) bool {
	for i := range openSpace + length/4 {
		if f.masks.Green.At(x, y+i*step) {
			return true
		}
	}
	return false
}

func (f *scanner) greenAlong(x, y, step, length int) bool {
	for i := range openSpace + length/4 {
		if f.masks.Green.At(x+i*step, y) {
			return true
		}
	}
	return false
}

// centreDown returns the centre of the brightness above that of the carpet beside the run, px.
func (f *scanner) centreDown(x, a, b int) float64 {
	lo, hi := max(a-2, 0), min(b+2, f.img.Height-1)
	base := float64(f.luma(x, lo)+f.luma(x, hi)) / 2
	var sum, moment float64
	for y := lo; y <= hi; y++ {
		if w := float64(f.luma(x, y)) - base; w > 0 {
			sum += w
			moment += w * (float64(y) + 0.5)
		}
	}
	if sum <= 0 {
		return float64(a+b+1) / 2
	}
	return moment / sum
}

func (f *scanner) centreAlong(y, a, b int) float64 {
	lo, hi := max(a-2, 0), min(b+2, f.img.Width-1)
	base := float64(f.luma(lo, y)+f.luma(hi, y)) / 2
	var sum, moment float64
	for x := lo; x <= hi; x++ {
		if w := float64(f.luma(x, y)) - base; w > 0 {
			sum += w
			moment += w * (float64(x) + 0.5)
		}
	}
	if sum <= 0 {
		return float64(a+b+1) / 2
	}
	return moment / sum
}

// addRun adds a run if a line there may be as wide.
func (f *scanner) addRun(q point) {
	s, ok := f.view.Spot(q.x, q.y)
	if !ok {
		return
	}
	j := &s.ByPixel
	perPx := math.Hypot(j.XV, j.YV)
	if q.row {
		perPx = math.Hypot(j.XU, j.YU)
	}
	width := f.lineM / perPx
	if q.length > 2.2*width+3 || q.length < 0.35*width-1 {
		return
	}
	q.x, q.y, q.gx, q.gy = s.X, s.Y, s.GX, s.GY
	q.prev, q.next = -1, -1
	f.points.all = append(f.points.all, q)
}

// sortColumns orders the points of the columns by column: they were found row by row. It is a counting sort.
func (f *scanner) sortColumns(cols int) {
	p := &f.points
	n := len(p.all)
	if cap(p.line) < cols+f.img.Height/scanRows+3 {
		p.line = make([]int32, 0, cols+f.img.Height/scanRows+3)
	}
	p.line = p.line[:cols+1]
	clear(p.line)
	for i := range p.all {
		p.line[int(p.all[i].column)/scanCols+1]++
	}
	for c := range cols {
		p.line[c+1] += p.line[c]
	}
	if cap(p.all) < 2*mostRuns {
		p.all = append(make([]point, 0, 2*mostRuns), p.all...)
	}
	unsorted := p.all[n : 2*n]
	copy(unsorted, p.all)
	// starts is free now: the next place of each column.
	copy(p.starts, p.line)
	for i := range unsorted {
		c := int(unsorted[i].column) / scanCols
		p.all[p.starts[c]] = unsorted[i]
		p.starts[c]++
	}
	p.line = p.line[:cols]
}

// scanRows finds the runs along the rows of the grid.
func (f *scanner) scanRows() {
	p, white := &f.points, &f.masks.White
	top := f.topRow()
	for y := top - top%scanRows; y < white.Height; y += scanRows {
		p.line = append(p.line, int32(len(p.all)))
		row := white.Row(y)
		open := -1
		var carry uint64
		for w, word := range row {
			for t := word ^ (word<<1 | carry); t != 0; t &= t - 1 {
				i := bits.TrailingZeros64(t)
				if word>>i&1 != 0 {
					open = w<<6 + i
				} else if open >= 0 {
					f.addRow(y, open, w<<6+i-1)
					open = -1
				}
			}
			carry = word >> 63
		}
	}
}

// addRow adds the run of columns a..b of row y if it may be a line.
func (f *scanner) addRow(y, a, b int) {
	p := &f.points
	middle := float64(a+b+1) / 2
	if len(p.all) >= 2*mostRuns || float64(y) < f.boundary.Row(middle) || !f.greenAlong(a-1, y, -1, b-a) || !f.greenAlong(b+1, y, 1, b-a) {
		return
	}
	f.addRun(point{x: f.centreAlong(y, a, b), y: float64(y) + 0.5, length: float64(b - a + 1), row: true})
}

// connect links each point to the nearest one on the next scan line.
func (p *points) connect() {
	for l := 0; l+2 < len(p.line); l++ {
		if l == p.rows-1 {
			continue // the last column and the first row
		}
		for i := p.line[l]; i < p.line[l+1]; i++ {
			p.link(i, p.line[l+1], p.line[l+2])
		}
	}
}

// link connects point i with one of the points from a up to b.
func (p *points) link(i, a, b int32) {
	q := &p.all[i]
	best, bestAway := int32(-1), 3+0.6*q.length+scanCols
	for k := a; k < b; k++ {
		o := &p.all[k]
		away := math.Abs(o.y - q.y)
		if q.row {
			away = math.Abs(o.x - q.x)
		}
		if away < bestAway && o.prev < 0 && o.length < 2.5*q.length+3 && q.length < 2.5*o.length+3 {
			best, bestAway = k, away
		}
	}
	if best >= 0 {
		q.next, p.all[best].prev = best, i
	}
}

// direct sets the direction of the line at each point, from its neighbours on the ground two links away.
func (p *points) direct() {
	for i := range p.all {
		q := &p.all[i]
		a, b := int32(i), int32(i)
		for range 3 {
			if n := p.all[a].prev; n >= 0 {
				a = n
			}
			if n := p.all[b].next; n >= 0 {
				b = n
			}
		}
		if b == a {
			continue
		}
		dx, dy := p.all[b].gx-p.all[a].gx, p.all[b].gy-p.all[a].gy
		if d := math.Hypot(dx, dy); d > 1e-3 {
			q.dx, q.dy = dx/d, dy/d
		}
	}
}
