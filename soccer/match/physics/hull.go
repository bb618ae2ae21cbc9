package physics

import (
	"cmp"
	"math"
	"slices"

	"gonao/nao"
)

// Feet of a NAO, m: from the ankle to the outer edge of the sole.
const soleOutsideM = 0.05

// Stance returns how far the outer edges of a robot's feet are apart, m.
func (w *World) Stance(i int) float64 {
	d, b := w.sim.Data(), w.bodies[i]
	l, r := d.BodyPosition[3*b.feet[nao.LeftLeg]:], d.BodyPosition[3*b.feet[nao.RightLeg]:]
	return math.Hypot(l[0]-r[0], l[1]-r[1]) + 2*soleOutsideM
}

// coverNear is how near to a robot the ball must be to lie under it, m; a robot that lies reaches so far.
const coverNear = 0.6

// Cover returns the share of the ball that lies under the convex hull of a robot's links, seen from above.
func (w *World) Cover(i int) float64 {
	b := w.bodies[i]
	ball := &w.Plane.Ball
	if math.Hypot(b.at.X-ball.X, b.at.Y-ball.Y) > coverNear {
		return 0
	}
	d := w.sim.Data()
	b.corners = b.corners[:0]
	for _, id := range b.links {
		b.corners = append(b.corners, [2]float64{d.BodyPosition[3*id], d.BodyPosition[3*id+1]})
	}
	for _, foot := range b.feet { // the soles reach beyond the ankles
		for _, c := range [4][2]float64{{0.1, 0.04}, {0.1, -0.04}, {-0.06, 0.04}, {-0.06, -0.04}} {
			m, p := d.BodyMatrix[9*foot:], d.BodyPosition[3*foot:]
			b.corners = append(b.corners, [2]float64{p[0] + m[0]*c[0] + m[1]*c[1], p[1] + m[3]*c[0] + m[4]*c[1]})
		}
	}
	b.hull = hull(b.hull[:0], b.corners)
	return covered(b.hull, ball.X, ball.Y, w.Plane.Preset.Ball.Radius)
}

// hull appends the convex hull of points, anticlockwise, to out. It sorts the points.
func hull(out, points [][2]float64) [][2]float64 {
	slices.SortFunc(points, func(a, b [2]float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	grow := func(from int, p [2]float64) {
		for len(out) >= from+2 && turn(out[len(out)-2], out[len(out)-1], p) <= 0 {
			out = out[:len(out)-1]
		}
		out = append(out, p)
	}
	for _, p := range points {
		grow(0, p)
	}
	lower := len(out) - 1
	for k := len(points) - 2; k >= 0; k-- {
		grow(lower, points[k])
	}
	if len(out) > 1 {
		out = out[:len(out)-1]
	}
	return out
}

// turn is positive where a, b, c turn to the left.
func turn(a, b, c [2]float64) float64 { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }

// covered returns the share of a disc inside a convex polygon, by 64 points of it.
func covered(polygon [][2]float64, x, y, radius float64) float64 {
	if len(polygon) < 3 {
		return 0
	}
	const rings, around = 4, 16
	inside := 0
	for ring := range rings {
		r := radius * math.Sqrt((float64(ring)+0.5)/rings) // each point stands for an equal area
		for k := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / around)
			if within(polygon, [2]float64{x + r*cos, y + r*sin}) {
				inside++
			}
		}
	}
	return float64(inside) / (rings * around)
}

func within(polygon [][2]float64, p [2]float64) bool {
	for k := range polygon {
		if turn(polygon[k], polygon[(k+1)%len(polygon)], p) < 0 {
			return false
		}
	}
	return true
}
