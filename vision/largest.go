package vision

import "math"

// strongShare is the share of the fullest cell's pixels that a cell needs to be
// part of an object's core. Stray pixels stay below it; an object's rim does,
// too, but is next to its core.
const strongShare = 8

// largest finds the object with the most pixels of colour c: neighbouring cells with many of them, and the pixels in the
// cells around these. Pixels elsewhere are noise, or another object.
func (f *Filter) largest(c int) (Blob, bool) {
	cells := f.cells[c]
	var peak uint32
	for i := range cells {
		peak = max(peak, cells[i].n)
	}
	strong := max(peak/strongShare, 1)

	var best Blob
	for i := range cells {
		if cells[i].used || cells[i].n < strong {
			continue
		}
		f.collect(cells, int32(i), strong)
		if b := f.measure(cells); b.Pixels > best.Pixels {
			best = b
		}
	}
	best.Color = f.names[c]
	return best, best.Pixels >= f.minPixels
}

// collect puts into f.group the strong cells connected to the first one and all
// their neighbours.
func (f *Filter) collect(cells []cell, first int32, strong uint32) {
	f.group = f.group[:0]
	cells[first].used = true
	f.stack = append(f.stack[:0], first)
	for len(f.stack) > 0 {
		at := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		f.group = append(f.group, at)
		if cells[at].n < strong {
			continue // the rim: it does not reach further
		}
		col, row := int(at)%f.cols, int(at)/f.cols
		for r := max(row-1, 0); r <= min(row+1, f.rows-1); r++ {
			for k := max(col-1, 0); k <= min(col+1, f.cols-1); k++ {
				if next := r*f.cols + k; !cells[next].used && cells[next].n > 0 {
					cells[next].used = true
					f.stack = append(f.stack, int32(next))
				}
			}
		}
	}
}

// measure sums up the cells of f.group.
//
// Confidence: among all shapes of n pixels the disc has the smallest second
// moment about its centre, n²/2π, so the ratio of that to the pixels' own second
// moment is 1 for a disc and less for anything else (a square 0.95, a rectangle
// of 1:3 0.57, two discs ten radii apart 0.02).
func (f *Filter) measure(cells []cell) Blob {
	b := Blob{MinX: f.width, MinY: f.height}
	var n, sx, sy, sq float64
	for _, i := range f.group {
		c := &cells[i]
		x0, y0 := int(i)%f.cols*cellSide, int(i)/f.cols*cellSide
		dx, dy, k := float64(x0), float64(y0), float64(c.n)
		n += k
		sx += float64(c.sumX) + dx*k
		sy += float64(c.sumY) + dy*k
		sq += float64(c.sumSq) + 2*(dx*float64(c.sumX)+dy*float64(c.sumY)) + (dx*dx+dy*dy)*k
		b.MinX, b.MaxX = min(b.MinX, x0+int(c.minX)), max(b.MaxX, x0+int(c.maxX))
		b.MinY, b.MaxY = min(b.MinY, y0+int(c.minY)), max(b.MaxY, y0+int(c.maxY))
	}
	if n == 0 {
		return Blob{}
	}
	mx, my := sx/n, sy/n
	moment := sq - n*(mx*mx+my*my) + n/6 // a pixel is a square: 1/12 per axis
	b.X, b.Y, b.Pixels = mx+0.5, my+0.5, int(n)
	b.Radius = math.Sqrt(n / math.Pi)
	b.Confidence = min(n*n/(2*math.Pi*moment), 1)
	return b
}
