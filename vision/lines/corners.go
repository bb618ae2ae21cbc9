package lines

import (
	"math"

	"gonao/percepts/field"
)

// Where the rays of a corner are looked at, m from it.
const (
	rayFromM     = 0.10
	rayStepM     = 0.04
	raySamples   = 8
	nearSamples  = 4    // that decide when they agree
	leastSamples = 2    // of them inside the image
	reachM       = 0.40 // of a piece's end from a corner
	cornerFarM   = 6.0
	sameM        = 0.3 // corners nearer to each other are one
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
func (f *matcher) findCorners() {
	for i := range f.pieces {
		for k := i + 1; k < len(f.pieces); k++ {
			if c, ok := f.meet(&f.pieces[i], &f.pieces[k]); ok {
				f.addCorner(c)
			}
		}
	}
}

// addCorner adds a corner, or replaces a worse one at its place.
func (f *matcher) addCorner(c corner) {
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
func (f *matcher) meet(a, b *piece) (c corner, ok bool) {
	cross := a.ux*b.uy - a.uy*b.ux
	if math.Abs(cross) < 0.05 {
		return c, false
	}
	s := ((b.x-a.x)*b.uy - (b.y-a.y)*b.ux) / cross
	c.x, c.y = f.view.Bent(a.end(s))
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
func (f *matcher) classify(c corner, rays [4][2]float64) (corner, bool) {
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
func (f *matcher) lookAlong(c *corner, dx, dy float64) (ray, float64) {
	// Far away the crossing line is blurred over some pixels.
	first := rayFromM
	if j, ok := f.view.Jacobian(c.x, c.y); ok {
		first = max(first, f.lineM/2+2.5*math.Hypot(j.XV*dx+j.YV*dy, 0), f.lineM/2+2.5*math.Abs(j.XU*dx+j.YU*dy))
	}
	white, green, n := 0, 0, 0
	for i := range raySamples {
		s := first + float64(i)*rayStepM
		x, y, ok := f.view.Pixel(c.gx+s*dx, c.gy+s*dy, 0)
		if !ok || !f.view.Inside(x, y, 2) {
			break
		}
		n++
		switch f.colorAt(int(x), int(y)) {
		case rayWhite:
			white++
		case rayGreen:
			green++
		case rayUnknown:
		}
		// What is near decides: farther out there may be another line, or something that hides this one.
		if n >= nearSamples && max(white, green) == n {
			break
		}
	}
	switch {
	case n < leastSamples:
		return rayUnknown, 0
	case white >= n-1-n/6:
		return rayWhite, float64(white) / float64(n)
	case green >= n-1-n/6 && white <= n/5:
		return rayGreen, float64(green) / float64(n)
	}
	return rayUnknown, 0
}
