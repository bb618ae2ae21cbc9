package objects

import (
	"math"

	"gonao/vision"
	"gonao/vision/segment"
)

// Rays from the middle of a ball on which its edge is looked for.
const (
	rays      = 40
	leastRays = 12
	steps     = 28 // samples of a ray
	fromShare = 0.65
	toShare   = 1.4 // of the radius
)

// BallOutline is evidence for a ball besides the net: the visible part of its edge, and the fit of its size.
type BallOutline struct {
	Round float64 // share of the rays on which the carpet begins at the ball's edge; of balls that are too small, usualRound
	Size  float64 // logarithm of its radius relative to that of a ball that lies there
}

// Evidence of an outline, added to a logit, from a logistic regression on the worlds 901 to 999 of spl and hsl_small. The
// last number was chosen there for a precision above 0.98 in each. False balls are heads, hands and feet of robots, whose
// edges are less visible.
const (
	roundRise  = 4.0
	sizeFall   = 4.0
	usualRound = 0.35
	evidence   = -1.1 // for a ball of the expected size without a visible edge
)

// Evidence returns the evidence of the outline, to be added to the logit of a candidate.
func (o BallOutline) Evidence() float64 {
	return evidence + roundRise*o.Round - sizeFall*math.Abs(o.Size)
}

// edge is a place on a ball's edge, px.
type edge struct{ x, y float64 }

// refine measures centre and radius by the edge between the ball, which has no colour, and the carpet around it, and returns
// on which share of the rays that edge is. It leaves the candidate as it is if too little of the edge is against carpet.
func (f *BallFinder) refine(img vision.Image, m *segment.Masks, c *BallCandidate) (round float64) {
	if c.R < 4 {
		return usualRound
	}
	n := 0
	for k := range rays {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / rays)
		if e, ok := f.edgeAlong(img, m, c, cos, sin); ok {
			f.edges[n] = e
			n++
		}
	}
	x, y, r := c.X, c.Y, c.R
	kept := 0
	for _, gate := range [3]float64{0.3, 0.12, 0.08} {
		if x, y, r, kept = fit(f.edges[:n], x, y, r, gate*c.R+0.4); kept < leastRays {
			return 0
		}
	}
	if math.Hypot(x-c.X, y-c.Y) < 0.35*c.R && math.Abs(math.Log(r/c.R)) < 0.25 {
		c.X, c.Y, c.R = x, y, r
	}
	return float64(kept) / rays
}

// edgeAlong returns the place on a ray at which the colour of the carpet begins: where the distance from it is half of
// that on the ball. It returns false if there is no carpet outside, or only carpet in the ball's shadow.
func (f *BallFinder) edgeAlong(img vision.Image, m *segment.Masks, c *BallCandidate, cos, sin float64) (edge, bool) {
	at := func(share float64) (x, y float64) { return c.X + share*c.R*cos, c.Y + share*c.R*sin }
	ox, oy := at(toShare)
	nx, ny := at(toShare - 0.12)
	if !m.Green.At(int(ox), int(oy)) || !m.Green.At(int(nx), int(ny)) {
		return edge{}, false
	}
	u, v := chroma(img, ox, oy)
	var off [steps]float64
	best, high := 0, 0.0
	for i := range off {
		px, py := at(fromShare + (toShare-fromShare)*float64(i)/(steps-1))
		if px < 1 || py < 0 || px >= float64(img.Width-1) || py >= float64(img.Height) {
			return edge{}, false
		}
		a, b := chroma(img, px, py)
		off[i] = math.Abs(a-u) + math.Abs(b-v)
		if i < steps/3 {
			high += off[i] / (steps / 3)
		}
	}
	if high < 12 { // the carpet is as grey as the ball
		return edge{}, false
	}
	for i := steps - 1; i > 0; i-- {
		if off[i] > high/2 {
			best = i
			break
		}
	}
	if best == 0 || best >= steps-2 {
		return edge{}, false
	}
	part := (off[best] - high/2) / max(off[best]-off[best+1], 1e-9)
	x, y := at(fromShare + (toShare-fromShare)*(float64(best)+part)/(steps-1))
	return edge{x, y}, true
}

// chroma returns both chromas at a place, between pairs of pixels and rows.
func chroma(img vision.Image, x, y float64) (u, v float64) {
	x, y = min(max(x/2-0.5, 0), float64(img.Width/2-1)), min(max(y-0.5, 0), float64(img.Height-1))
	i, j := int(x), int(y)
	a, b := x-float64(i), y-float64(j)
	right, down := min(i+1, img.Width/2-1), min(j+1, img.Height-1)
	at := func(i, j, k int) float64 { return float64(img.Data[j*img.Step+4*i+k]) }
	mix := func(k int) float64 {
		return (at(i, j, k)*(1-a)+at(right, j, k)*a)*(1-b) + (at(i, down, k)*(1-a)+at(right, down, k)*a)*b
	}
	return mix(1), mix(3)
}

// fit fits a circle to the edges that are at most gate px from the circle given, by one step of Gauss and Newton, and
// returns how many they are.
func fit(edges []edge, x, y, r, gate float64) (nx, ny, nr float64, kept int) {
	// Normal equations of d = r − |e−c|: unknowns dx, dy, dr.
	var a [3][4]float64
	for _, e := range edges {
		dx, dy := e.x-x, e.y-y
		d := math.Hypot(dx, dy)
		if d == 0 || math.Abs(d-r) > gate {
			continue
		}
		kept++
		row := [4]float64{dx / d, dy / d, 1, d - r}
		for i := range 3 {
			for j := range 4 {
				a[i][j] += row[i] * row[j]
			}
		}
	}
	if kept < leastRays {
		return x, y, r, kept
	}
	for i := range 3 {
		a[i][i] += 0.3 // keeps it near where it was if the edges are all on one side
	}
	for i := range 3 {
		for j := i + 1; j < 3; j++ {
			k := a[j][i] / a[i][i]
			for l := range 4 {
				a[j][l] -= k * a[i][l]
			}
		}
	}
	dr := a[2][3] / a[2][2]
	dy := (a[1][3] - a[1][2]*dr) / a[1][1]
	dx := (a[0][3] - a[0][2]*dr - a[0][1]*dy) / a[0][0]
	return x + dx, y + dy, r + dr, kept
}
