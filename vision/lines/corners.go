package lines

import (
	"math"

	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/percepts/plane"
)

// Where the rays of a corner are looked at, m from it.
const (
	rayFromM   = 0.13
	rayStepM   = 0.04
	raySamples = 7
	reachM     = 0.40 // of a piece's end from a corner
	cornerFarM = 6.0
	sameM      = 0.3 // corners nearer to each other are one
)

// pixelDev is the standard deviation of a feature's pixel, and placeDev that of its place without pixels, m.
const (
	pixelDev = 0.9
	placeDev = 0.012
)

// corner is where two lines meet.
type corner struct {
	kind    field.Kind
	x, y    float64 // px
	gx, gy  float64 // m
	heading float64 // rad
	turned  bool    // heading holds
	quality float64 // share of the samples that agree
}

// ray is what is seen of a line that leaves a corner.
type ray uint8

const (
	rayUnknown ray = iota
	rayWhite
	rayGreen
)

// findCorners looks where each pair of pieces meets.
func (f *Finder) findCorners() {
	for i := range f.pieces {
		for k := i + 1; k < len(f.pieces); k++ {
			if c, ok := f.meet(&f.pieces[i], &f.pieces[k]); ok {
				f.addCorner(c)
			}
		}
	}
}

// addCorner adds a corner, or replaces a worse one at its place.
func (f *Finder) addCorner(c corner) {
	for i := range f.corners {
		o := &f.corners[i]
		if math.Hypot(o.gx-c.gx, o.gy-c.gy) < sameM {
			if c.quality > o.quality {
				*o = c
			}
			return
		}
	}
	f.corners = append(f.corners, c)
}

// meet returns the corner of two pieces.
func (f *Finder) meet(a, b *piece) (c corner, ok bool) {
	cross := a.ux*b.uy - a.uy*b.ux
	if math.Abs(cross) < 0.05 {
		return c, false
	}
	s := ((b.x-a.x)*b.uy - (b.y-a.y)*b.ux) / cross
	c.x, c.y = a.end(s)
	if !f.view.Inside(c.x, c.y, 3) {
		return c, false
	}
	if c.gx, c.gy, ok = f.view.Ground(c.x, c.y); !ok || math.Hypot(c.gx, c.gy) > cornerFarM {
		return c, false
	}
	adx, ady := unit(a.bx-a.ax, a.by-a.ay)
	bdx, bdy := unit(b.bx-b.ax, b.by-b.ay)
	if math.Abs(adx*bdx+ady*bdy) > 0.42 { // 65° to 115°: the tilt bends right angles
		return c, false
	}
	if a.awayM(c.gx, c.gy) > reachM || b.awayM(c.gx, c.gy) > reachM {
		return c, false
	}
	return f.classify(c, [4][2]float64{{adx, ady}, {-adx, -ady}, {bdx, bdy}, {-bdx, -bdy}})
}

func unit(x, y float64) (float64, float64) {
	d := math.Hypot(x, y)
	return x / d, y / d
}

// awayM returns how far a place on the line lies beyond the piece's ends.
func (p *piece) awayM(x, y float64) float64 {
	dx, dy := unit(p.bx-p.ax, p.by-p.ay)
	s := (x-p.ax)*dx + (y-p.ay)*dy
	return max(-s, s-math.Hypot(p.bx-p.ax, p.by-p.ay), 0)
}

// classify finds the kind of a corner from its four rays.
func (f *Finder) classify(c corner, rays [4][2]float64) (corner, bool) {
	white, dx, dy := 0, 0.0, 0.0
	c.quality = 1
	var seen [4]ray
	for i, r := range rays {
		var share float64
		seen[i], share = f.lookAlong(&c, r[0], r[1])
		c.quality *= share
		switch seen[i] {
		case rayUnknown:
			return c, false
		case rayWhite:
			white++
			dx, dy = dx+r[0], dy+r[1]
		case rayGreen:
		}
	}
	c.heading, c.turned = math.Atan2(dy, dx), true
	switch {
	case white == 2 && seen[0] != seen[1] && seen[2] != seen[3]:
		c.kind = field.CornerL
	case white == 3:
		c.kind = field.CornerT
	case white == 4:
		c.kind, c.turned = field.CrossX, false
	default:
		return c, false
	}
	return c, true
}

// lookAlong reports whether a line leaves a corner in a direction on the ground, and the share of samples that agree.
func (f *Finder) lookAlong(c *corner, dx, dy float64) (ray, float64) {
	// Far away the crossing line is blurred over some pixels.
	first := rayFromM
	if j, ok := f.view.Jacobian(c.x, c.y); ok {
		first = max(first, f.lineM/2+2.5*math.Hypot(j.XV*dx+j.YV*dy, 0), f.lineM/2+2.5*math.Abs(j.XU*dx+j.YU*dy))
	}
	white, green := 0, 0
	for i := range raySamples {
		s := first + float64(i)*rayStepM
		x, y, ok := f.view.Pixel(c.gx+s*dx, c.gy+s*dy, 0)
		if !ok || !f.view.Inside(x, y, 2) {
			continue
		}
		switch f.colorAt(int(x), int(y)) {
		case rayWhite:
			white++
		case rayGreen:
			green++
		case rayUnknown:
		}
	}
	switch {
	case white >= raySamples-1:
		return rayWhite, float64(white) / raySamples
	case green >= raySamples-2 && white <= 1:
		return rayGreen, float64(green) / raySamples
	}
	return rayUnknown, 0
}

// colorAt returns the colour of a pixel and its neighbours: white when one of them is.
func (f *Finder) colorAt(x, y int) ray {
	w := &f.masks.White
	if w.At(x, y) || w.At(x, y-1) || w.At(x, y+1) || w.At(x-1, y) || w.At(x+1, y) {
		return rayWhite
	}
	if f.masks.Green.At(x, y) || f.masks.Green.At(x, y+1) || f.masks.Green.At(x, y-1) {
		return rayGreen
	}
	return rayUnknown
}

// pointCov returns the covariance of a feature at a pixel.
func (f *Finder) pointCov(x, y, dev float64) (plane.Cov2, bool) {
	j, ok := f.view.Jacobian(x, y)
	if !ok {
		return plane.Cov2{}, false
	}
	c := j.Cov(dev*dev, dev*dev)
	c.XX += placeDev * placeDev
	c.YY += placeDev * placeDev
	return c, true
}

// headingVar returns the variance of a direction on the ground at a distance from the camera, rad².
func (f *Finder) headingVar(gx, gy float64) float64 {
	d2 := gx*gx + gy*gy
	h := f.view.HeightM()
	return 0.04*0.04 + f.view.TiltVar*(1+d2/(h*h))
}

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

// reportLine writes a line that is long enough.
func (f *Finder) reportLine(p *piece, out *percepts.FieldFeatures) {
	length := math.Hypot(p.bx-p.ax, p.by-p.ay)
	mx, my := (p.ax+p.bx)/2, (p.ay+p.by)/2
	if length < reportedM || p.n < 6 || math.Hypot(mx, my) > farthestM {
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
		return // without the line, a short arc may be anything round
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
