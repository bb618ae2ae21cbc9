package lines

import "math"

// Bounds of pieces.
const (
	mostPieces = 80
	leastPiece = 4    // points
	straightPx = 1.1  // deviation of a point from a straight piece, and 3 % of the width of the run
	joinPx     = 1.6  // deviation of the ends of two pieces from their common line
	joinGapM   = 1.2  // between the ends of two pieces of a line
	shortestM  = 0.15 // a piece that may end in a corner
	reportedM  = 0.5  // a line
	farthestM  = 6.0  // of the middle of a line
)

// piece is a straight piece of a line: sums over its points, and the line through them.
type piece struct {
	n, sx, sy, sxx, sxy, syy float64 // px, over the points
	width                    float64 // px, mean of the runs' lengths
	x, y, ux, uy             float64 // px: centre and direction
	from, to                 float64 // px along the direction, from the centre
	rms                      float64 // px, across
	ax, ay, bx, by           float64 // m, both ends on the ground
	ok                       bool    // both ends are on the ground
}

func (p *piece) add(x, y, width float64) {
	p.width = (p.width*p.n + width) / (p.n + 1)
	p.n++
	p.sx += x
	p.sy += y
	p.sxx += x * x
	p.sxy += x * y
	p.syy += y * y
}

// fit finds the line of least squares across it.
func (p *piece) fit() {
	p.x, p.y = p.sx/p.n, p.sy/p.n
	xx, xy, yy := p.sxx/p.n-p.x*p.x, p.sxy/p.n-p.x*p.y, p.syy/p.n-p.y*p.y
	angle := math.Atan2(2*xy, xx-yy) / 2
	p.uy, p.ux = math.Sincos(angle)
	across := p.uy*p.uy*xx - 2*p.ux*p.uy*xy + p.ux*p.ux*yy
	p.rms = math.Sqrt(max(across, 0))
}

// along returns the place of a pixel along the piece, px.
func (p *piece) along(x, y float64) float64 { return (x-p.x)*p.ux + (y-p.y)*p.uy }

// across returns the distance of a pixel from the piece's line, px.
func (p *piece) across(x, y float64) float64 { return (y-p.y)*p.ux - (x-p.x)*p.uy }

// end returns a pixel on the piece.
func (p *piece) end(s float64) (x, y float64) { return p.x + s*p.ux, p.y + s*p.uy }

// findPieces splits the chains into straight pieces and joins those of the same line.
func (f *fitter) findPieces() {
	all := f.points.all
	for i := range all {
		if all[i].prev < 0 && all[i].next >= 0 {
			f.walkChain(int32(i))
		}
	}
	f.joinPieces()
	kept := f.pieces[:0]
	for i := range f.pieces {
		p := &f.pieces[i]
		f.project(p)
		if p.ok && math.Hypot(p.bx-p.ax, p.by-p.ay) >= shortestM {
			kept = append(kept, *p)
		}
	}
	f.pieces = kept
}

// walkChain grows pieces along a chain: a point that lies off the line of the last ones begins a new piece.
func (f *fitter) walkChain(i int32) {
	all := f.points.all
	var p piece
	first := i
	for ; i >= 0; i = all[i].next {
		q := &all[i]
		if q.onCircle {
			f.keep(&p, first, i)
			p, first = piece{}, all[i].next
			continue
		}
		if p.n >= 3 {
			p.fit()
			if math.Abs(p.across(q.x, q.y)) > straightPx+0.1*q.length+p.slack() {
				f.keep(&p, first, i)
				p, first = piece{}, i
			}
		}
		p.add(q.x, q.y, q.length)
	}
	f.keep(&p, first, -1)
}

// slack is the uncertainty of a short piece's direction at the next point, px.
func (p *piece) slack() float64 { return 1.5 / p.n }

// keep ends a piece of the points from first up to, not including, end, and keeps it when it is straight and long enough.
func (f *fitter) keep(p *piece, first, end int32) {
	if p.n < leastPiece || len(f.pieces) >= mostPieces {
		return
	}
	p.fit()
	if p.rms > straightPx+0.05*p.width {
		return
	}
	p.from, p.to = math.Inf(1), math.Inf(-1)
	for i := first; i != end && i >= 0; i = f.points.all[i].next {
		s := p.along(f.points.all[i].x, f.points.all[i].y)
		p.from, p.to = min(p.from, s), max(p.to, s)
	}
	f.pieces = append(f.pieces, *p)
}

// joinPieces joins pieces of the same line, the best pair first for each.
func (f *fitter) joinPieces() {
	for i := 0; i < len(f.pieces); i++ {
		for k := i + 1; k < len(f.pieces); k++ {
			if joined, ok := f.join(&f.pieces[i], &f.pieces[k]); ok {
				f.pieces[i] = joined
				last := len(f.pieces) - 1
				f.pieces[k] = f.pieces[last]
				f.pieces = f.pieces[:last]
				k = i // the longer piece may reach others now
			}
		}
	}
}

// join returns the piece of two, if they are of one line.
func (f *fitter) join(a, b *piece) (p piece, ok bool) {
	if math.Abs(a.ux*b.uy-a.uy*b.ux) > 0.35 {
		return p, false
	}
	p = *a
	p.n += b.n
	p.sx, p.sy = a.sx+b.sx, a.sy+b.sy
	p.sxx, p.sxy, p.syy = a.sxx+b.sxx, a.sxy+b.sxy, a.syy+b.syy
	p.width = (a.width*a.n + b.width*b.n) / p.n
	p.fit()
	tolerance := joinPx + 0.06*min(a.width, b.width)
	var s [4]float64
	for i, e := range [4]struct {
		of *piece
		at float64
	}{{a, a.from}, {a, a.to}, {b, b.from}, {b, b.to}} {
		x, y := e.of.end(e.at)
		if math.Abs(p.across(x, y)) > tolerance {
			return p, false
		}
		s[i] = p.along(x, y)
	}
	p.from, p.to = min(s[0], s[1], s[2], s[3]), max(s[0], s[1], s[2], s[3])
	gapFrom, gapTo := min(max(s[0], s[1]), max(s[2], s[3])), max(min(s[0], s[1]), min(s[2], s[3]))
	return p, gapTo <= gapFrom || f.gapM(&p, gapFrom, gapTo) < joinGapM
}

// gapM returns the length on the ground of a part of a piece.
func (f *fitter) gapM(p *piece, from, to float64) float64 {
	ax, ay, ok := f.ideal.Ground(p.end(from))
	bx, by, also := f.ideal.Ground(p.end(to))
	if !ok || !also {
		return math.Inf(1)
	}
	return math.Hypot(bx-ax, by-ay)
}

// project finds the ends on the ground.
func (f *fitter) project(p *piece) {
	var also bool
	p.ax, p.ay, p.ok = f.ideal.Ground(p.end(p.from))
	p.bx, p.by, also = f.ideal.Ground(p.end(p.to))
	p.ok = p.ok && also
}
