package lines

import (
	"math"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
)

// Requirements of a line.
const (
	lineCheckM  = 0.08 // between the places that are looked at
	mostChecks  = 24   // places
	whiteShare  = 0.5  // share of the visible places that must be white
	besideShare = 0.2  // share of these with carpet on both sides: robots and posts stand beside lines, too
)

// report writes lines, corners and circle.
func (f *Finder) report(out *percepts.FieldFeatures) {
	for i := range f.pieces {
		f.reportLine(&f.pieces[i], out)
	}
	for i := range f.corners {
		c := &f.corners[i]
		if f.circle.found && math.Abs(math.Hypot(c.gx-f.circle.x, c.gy-f.circle.y)-f.field.CircleRadius) < 0.25 {
			continue // where the halfway line crosses the circle
		}
		if f.atPost(c) {
			continue // the frame of a goal meets the goal line there
		}
		p := percepts.FieldPoint{Kind: c.kind, X: c.gx, Y: c.gy, Confidence: c.quality}
		var ok bool
		if p.Cov, ok = f.pointCov(c.x, c.y, pixelDev); !ok {
			continue
		}
		if c.turned {
			p.Heading, p.HeadingVar = c.heading, f.headingVar(c.gx, c.gy)
		}
		out.Points = append(out.Points, p)
	}
	f.reportCircle(out)
}

// atPost reports whether a corner is at the foot of a post.
func (f *Finder) atPost(c *corner) bool {
	for i := range f.posts.found {
		if p := &f.posts.found[i]; math.Hypot(p.gx-c.gx, p.gy-c.gy) < 0.2 {
			return true
		}
	}
	return false
}

// reportLine writes a line that is long enough.
func (f *Finder) reportLine(p *piece, out *percepts.FieldFeatures) {
	length := math.Hypot(p.bx-p.ax, p.by-p.ay)
	mx, my := (p.ax+p.bx)/2, (p.ay+p.by)/2
	if length < reportedM || p.n < 6 || math.Hypot(mx, my) > farthestM || !f.isLine(p, length) {
		return
	}
	x, y, ok := f.view.Pixel(mx, my, 0)
	if !ok {
		return
	}
	c, ok := f.pointCov(x, y, pixelDev)
	if !ok {
		return
	}
	nx, ny := -(p.by-p.ay)/length, (p.bx-p.ax)/length
	across := nx*nx*c.XX + 2*nx*ny*c.XY + ny*ny*c.YY
	out.Lines = append(out.Lines, percepts.FieldLine{
		FromX: p.ax, FromY: p.ay, ToX: p.bx, ToY: p.by,
		OffsetVar: across, HeadingVar: 0.02*0.02 + 12*across/(length*length*max(1, p.n/4)) + f.headingVar(mx, my) - 0.04*0.04,
	})
}

// isLine reports whether the visible part of a piece is white, with carpet on both sides, which distinguishes lines from
// connections between parts of robots.
func (f *Finder) isLine(p *piece, length float64) bool {
	n := min(int(length/lineCheckM), mostChecks)
	dx, dy := unit(p.bx-p.ax, p.by-p.ay)
	white, beside, seen := 0, 0, 0
	for i := range n {
		s := length * (float64(i) + 0.5) / float64(n)
		gx, gy := p.ax+s*dx, p.ay+s*dy
		x, y, ok := f.view.Pixel(gx, gy, 0)
		if !ok || !f.view.Inside(x, y, 1) {
			continue
		}
		seen++
		if f.colorAt(int(x), int(y)) != rayWhite {
			continue
		}
		white++
		if f.greenBeside(gx, gy, dx, dy, 1) && f.greenBeside(gx, gy, dx, dy, -1) {
			beside++
		}
	}
	return float64(white) >= whiteShare*float64(seen) && float64(beside) >= besideShare*float64(white)
}

// greenBeside reports whether carpet, or the edge of the image, is beside a place on a line.
func (f *Finder) greenBeside(gx, gy, dx, dy, side float64) bool {
	for _, away := range [2]float64{1.2, 2} {
		off := side * away * f.lineM
		x, y, ok := f.view.Pixel(gx-off*dy, gy+off*dx, 0)
		if !ok || !f.view.Inside(x, y, 1) || f.masks.Green.At(int(x), int(y)) {
			return true
		}
	}
	return false
}

// reportCircle writes the circle's centre with the direction of the halfway line, and the two places where they cross.
func (f *Finder) reportCircle(out *percepts.FieldFeatures) {
	c := &f.circle
	if !c.found {
		return
	}
	var halfway *piece
	for i := range f.pieces {
		p := &f.pieces[i]
		length := math.Hypot(p.bx-p.ax, p.by-p.ay)
		off := ((c.x-p.ax)*(p.by-p.ay) - (c.y-p.ay)*(p.bx-p.ax)) / length
		if math.Abs(off) < 0.12 && p.awayM(c.x, c.y) < 1 && (halfway == nil || length > math.Hypot(halfway.bx-halfway.ax, halfway.by-halfway.ay)) {
			halfway = p
		}
	}
	x, y, ok := f.view.Pixel(c.x, c.y, 0)
	if !ok || halfway == nil && c.arcs < leastArcs+2 {
		return // without the line, a short arc may be any round object
	}
	p := percepts.FieldPoint{Kind: field.Center, X: c.x, Y: c.y, Confidence: min(1, float64(c.arcs)/12)}
	if p.Cov, ok = f.pointCov(x, y, pixelDev); !ok {
		return
	}
	spread := c.rms * c.rms / float64(c.arcs)
	p.Cov.XX, p.Cov.YY = p.Cov.XX+spread, p.Cov.YY+spread
	if halfway != nil {
		dx, dy := unit(halfway.bx-halfway.ax, halfway.by-halfway.ay)
		p.Heading, p.HeadingVar = math.Atan2(dy, dx), f.headingVar(c.x, c.y)
		f.reportCrossings(p, dx, dy, out)
	}
	out.Points = append(out.Points, p)
}

// reportCrossings writes the places in the image where the halfway line crosses the circle.
func (f *Finder) reportCrossings(at percepts.FieldPoint, dx, dy float64, out *percepts.FieldFeatures) {
	r := f.field.CircleRadius
	for _, side := range [2]float64{r, -r} {
		gx, gy := at.X+side*dx, at.Y+side*dy
		x, y, ok := f.view.Pixel(gx, gy, 0)
		if !ok || !f.view.Inside(x, y, 4) || f.colorAt(int(x), int(y)) != rayWhite {
			continue
		}
		p := at
		p.Kind, p.X, p.Y = field.CrossX, gx, gy
		if p.Cov, ok = f.pointCov(x, y, 1.5*pixelDev); ok {
			out.Points = append(out.Points, p)
		}
	}
}
