package lines

import "math"

// The grid of the circle's possible centres on the ground.
const (
	cellM     = 0.15
	cells     = 96 // 14.4 m
	arcBins   = 24 // of 15°
	leastArcs = 6  // bins with points: 90°
	leastOn   = 12 // points
)

// circle is the centre circle.
type circle struct {
	found  bool
	x, y   float64 // m, centre
	points int
	rms    float64 // m, of the points' distances from it
	arcs   int     // bins of its circumference with points
	votes  [cells * cells]uint8
}

// findCircle finds the centre circle: each point votes for the two places at the circle's radius along its normal.
func (f *fitter) findCircle() {
	r := f.field.CircleRadius
	if r <= 0 {
		return
	}
	c := &f.circle
	clear(c.votes[:])
	best, bestVotes := -1, uint8(0)
	for i := range f.points.all {
		p := &f.points.all[i]
		if p.dx == 0 && p.dy == 0 || p.gx*p.gx+p.gy*p.gy > 36 {
			continue
		}
		for _, side := range [2]float64{r, -r} {
			k, ok := cellOf(p.gx-side*p.dy, p.gy+side*p.dx)
			if ok && c.votes[k] < 255 {
				c.votes[k]++
				if c.votes[k] > bestVotes {
					best, bestVotes = k, c.votes[k]
				}
			}
		}
	}
	if bestVotes < 4 {
		return
	}
	c.x = (float64(best%cells)+0.5)*cellM - cells*cellM/2
	c.y = (float64(best/cells)+0.5)*cellM - cells*cellM/2
	for _, gate := range [4]float64{0.25, 0.18, 0.12, 0.10} {
		if !f.refineCircle(r, gate) {
			return
		}
	}
	c.found = c.points >= leastOn && c.arcs >= leastArcs && c.rms < 0.05 && f.circleIsWhite(r)
	if c.found {
		f.markCircle(r, 0.10)
	}
}

func cellOf(x, y float64) (int, bool) {
	i, j := int(math.Floor(x/cellM))+cells/2, int(math.Floor(y/cellM))+cells/2
	return j*cells + i, i >= 0 && j >= 0 && i < cells && j < cells
}

// on reports whether a point lies on the circle and runs along it.
func (c *circle) on(p *point, r, gate float64) (nx, ny, off float64, ok bool) {
	nx, ny = p.gx-c.x, p.gy-c.y
	d := math.Hypot(nx, ny)
	if d < 0.3*r || p.dx == 0 && p.dy == 0 {
		return 0, 0, 0, false
	}
	nx, ny = nx/d, ny/d
	off = d - r
	return nx, ny, off, math.Abs(off) < gate && math.Abs(nx*p.dx+ny*p.dy) < 0.45
}

// refineCircle moves the centre by one step of Gauss and Newton over the points within the gate.
func (f *fitter) refineCircle(r, gate float64) bool {
	c := &f.circle
	var xx, xy, yy, ex, ey, sum, n float64
	var arcs [arcBins]bool
	for i := range f.points.all {
		nx, ny, off, ok := c.on(&f.points.all[i], r, gate)
		if !ok {
			continue
		}
		xx, xy, yy = xx+nx*nx, xy+nx*ny, yy+ny*ny
		ex, ey = ex+nx*off, ey+ny*off
		sum += off * off
		n++
		arcs[int((math.Atan2(ny, nx)+math.Pi)/(2*math.Pi)*arcBins)%arcBins] = true
	}
	det := xx*yy - xy*xy
	if n < 6 || det < 1e-3*n*n {
		return false
	}
	c.x += (yy*ex - xy*ey) / det
	c.y += (xx*ey - xy*ex) / det
	c.points, c.rms, c.arcs = int(n), math.Sqrt(sum/n), 0
	for _, a := range arcs {
		if a {
			c.arcs++
		}
	}
	return true
}

// markCircle keeps the circle's points out of the straight lines.
func (f *fitter) markCircle(r, gate float64) {
	for i := range f.points.all {
		p := &f.points.all[i]
		_, _, _, p.onCircle = f.circle.on(p, r, gate)
	}
}

// circleIsWhite reports whether the circle is white wherever it is in sight, and green inside and outside it: boxes have
// normals that meet, too.
func (f *fitter) circleIsWhite(r float64) bool {
	const samples = 72
	c := &f.circle
	white, seen, beside := 0, 0, 0
	for i := range samples {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / samples)
		at := func(radius float64) (ray, bool) {
			x, y, ok := f.view.Pixel(c.x+radius*cos, c.y+radius*sin, 0)
			if !ok || !f.view.Inside(x, y, 2) || y < f.boundary.Row(x) {
				return rayUnknown, false
			}
			return f.colorAt(int(x), int(y)), true
		}
		on, ok := at(r)
		if !ok {
			continue
		}
		seen++
		if on == rayWhite {
			white++
		}
		if in, ok := at(r - 0.15); ok && in == rayGreen {
			beside++
		}
	}
	return seen >= 12 && float64(white) >= 0.75*float64(seen) && float64(beside) >= 0.5*float64(seen)
}
