package lines

import (
	"math"
	"math/bits"

	"gonao/percepts/field"
)

// Where the rays of a corner are looked at, m from it.
const (
	rayFromM        = 0.10
	rayStepM        = 0.04
	raySamples      = 8
	quadrantFromM   = 0.12 // between the rays
	quadrantSamples = 3
	quadrantShare   = 0.75 // of them that are carpet
	reachM          = 0.40 // of a piece's end from a corner
	cornerFarM      = 6.0
	sameM           = 0.3 // corners nearer to each other are one
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
	for i := range f.pieces {
		for _, side := range [2]float64{1, -1} {
			f.findBranches(&f.pieces[i], side)
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

// How much a sample along a ray speaks for a line there, as the logarithm of a likelihood ratio; what is near counts more,
// as farther out there may be another line, or something that hides this one.
const (
	forWhite    = 2.2
	forGreen    = -2.7
	forUnknown  = -0.3
	nearSamples = 4
	farWeight   = 0.3
	crossPrior  = -3.0 // straight lines do not cross on a field; the halfway line and the circle do
	leastMargin = 8.0  // of the best kind over the next
	mostDoubt   = 12.0 // of the best kind against all samples alike
)

// classify finds the kind of a corner from its four rays: the two of a line, then the two of the other one.
func (f *matcher) classify(c corner, rays [4][2]float64) (corner, bool) {
	var white [4]float64
	for i, r := range rays {
		white[i] = f.lookAlong(&c, r[0], r[1])
	}
	best, next, kind := math.Inf(-1), math.Inf(-1), 0
	for rayed := range 16 {
		prior, ok := cornerPrior(rayed)
		if !ok {
			continue
		}
		sum := prior
		for i, w := range white {
			if rayed>>i&1 != 0 {
				sum += min(w, 6)
			} else {
				sum -= max(w, -6)
			}
		}
		if sum > best {
			best, next, kind = sum, best, rayed
		} else {
			next = max(next, sum)
		}
	}
	if best-next < leastMargin || best < mostDoubt || !f.carpetBetween(&c, rays) {
		return c, false
	}
	dx, dy := 0.0, 0.0
	for i, r := range rays {
		if kind>>i&1 != 0 {
			dx, dy = dx+r[0], dy+r[1]
		}
	}
	c.heading, c.turned, c.quality = math.Atan2(dy, dx), true, min(1, best/24)
	switch bits.OnesCount(uint(kind)) {
	case 2:
		c.kind = field.CornerL
	case 3:
		c.kind = field.CornerT
	default:
		c.kind, c.turned = field.CrossX, false
	}
	return c, true
}

// carpetBetween reports whether there is carpet between the rays of a corner: robots and goals have corners, too.
func (f *matcher) carpetBetween(c *corner, rays [4][2]float64) bool {
	green, n := 0, 0
	for _, a := range rays[:2] {
		for _, b := range rays[2:] {
			for i := range quadrantSamples {
				s := (quadrantFromM + float64(i)*rayStepM) / math.Sqrt2
				x, y, ok := f.view.Pixel(c.gx+s*(a[0]+b[0]), c.gy+s*(a[1]+b[1]), 0)
				if !ok || !f.view.Inside(x, y, 1) {
					continue
				}
				n++
				if f.masks.Green.At(int(x), int(y)) {
					green++
				}
			}
		}
	}
	return float64(green) >= quadrantShare*float64(n)
}

// cornerPrior returns the prior of a set of rays that are lines, and reports whether a corner may have it: both lines, and
// at least one of them on one side only, or a crossing.
func cornerPrior(rayed int) (float64, bool) {
	first, second := bits.OnesCount(uint(rayed&3)), bits.OnesCount(uint(rayed>>2))
	if first == 0 || second == 0 {
		return 0, false
	}
	if first+second == 4 {
		return crossPrior, true
	}
	return 0, true
}

// lookAlong returns how much speaks for a line that leaves a corner in a direction on the ground.
func (f *matcher) lookAlong(c *corner, dx, dy float64) (sum float64) {
	// Far away the crossing line is blurred over some pixels.
	first := rayFromM
	exact := false
	if j, ok := f.view.Jacobian(c.x, c.y); ok {
		first = max(first, f.lineM/2+2.5*math.Abs(j.XV*dx+j.YV*dy), f.lineM/2+2.5*math.Abs(j.XU*dx+j.YU*dy))
		exact = f.lineM > 4*math.Hypot(j.XV, j.YV)
	}
	for i := range raySamples {
		s := first + float64(i)*rayStepM
		x, y, ok := f.view.Pixel(c.gx+s*dx, c.gy+s*dy, 0)
		if !ok || !f.view.Inside(x, y, 2) {
			break
		}
		weight := 1.0
		if i >= nearSamples {
			weight = farWeight
		}
		sum += weight * f.speaks(int(x), int(y), exact)
	}
	return sum
}

// speaks returns how much a pixel speaks for a line there.
func (f *matcher) speaks(x, y int, exact bool) float64 {
	color := f.colorAt(x, y)
	if exact && color == rayWhite && !f.masks.White.At(x, y) {
		color = rayUnknown
	}
	switch color {
	case rayWhite:
		return forWhite
	case rayGreen:
		return forGreen
	default:
		return forUnknown
	}
}
