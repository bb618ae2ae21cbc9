package nao

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// maxCorners is the largest number of corners of two soles.
const maxCorners = NumLegs * len(leftSoleOutline)

// Polygon is a convex polygon on the ground, m; its corners run counter-clockwise.
// The zero value is empty.
type Polygon struct {
	corners [maxCorners]r2.Vec
	n       int
}

// SupportPolygon returns the convex hull of the soles that touch the ground, in the frame
// in which the soles' poses are given, seen from above (its z axis). It is empty when
// none touches. It allocates nothing.
func SupportPolygon(soles [NumLegs]Pose, touches [NumLegs]bool) Polygon {
	var points [maxCorners]r2.Vec
	n := 0
	for leg := range Leg(NumLegs) {
		if !touches[leg] {
			continue
		}
		for _, corner := range SoleOutline(leg) {
			p := soles[leg].Apply(r3.Vec{X: corner[0], Y: corner[1]})
			points[n] = r2.Vec{X: p.X, Y: p.Y}
			n++
		}
	}
	return hull(points[:n])
}

// hull returns the convex hull of points, which it sorts: Andrew's monotone chain.
func hull(points []r2.Vec) (h Polygon) {
	slices.SortFunc(points, func(a, b r2.Vec) int {
		switch {
		case a.X < b.X || a.X == b.X && a.Y < b.Y:
			return -1
		case a == b:
			return 0
		}
		return 1
	})
	var chain [2 * maxCorners]r2.Vec
	n := 0
	push := func(p r2.Vec, floor int) {
		for n >= floor+2 && turn(chain[n-2], chain[n-1], p) <= 0 {
			n--
		}
		chain[n] = p
		n++
	}
	for _, p := range points {
		push(p, 0)
	}
	floor := n - 1
	for i := len(points) - 2; i >= 0; i-- {
		push(points[i], floor)
	}
	h.n = max(n-1, 0) // the last is the first again
	copy(h.corners[:], chain[:h.n])
	return h
}

// turn is positive when a, b, c turn left: twice the triangle's area.
func turn(a, b, c r2.Vec) float64 { return r2.Cross(r2.Sub(b, a), r2.Sub(c, a)) }

// Len returns the number of corners.
func (h *Polygon) Len() int { return h.n }

// Corner returns a corner, m.
func (h *Polygon) Corner(i int) r2.Vec { return h.corners[i] }

// Margin returns how far inside a point is, m: its distance to the nearest edge,
// negative outside. It is minus infinity for an empty polygon.
func (h *Polygon) Margin(p r2.Vec) float64 {
	if h.n == 0 {
		return math.Inf(-1)
	}
	inside := math.Inf(1)
	for i := range h.n {
		a, b := h.corners[i], h.corners[(i+1)%h.n]
		edge := r2.Sub(b, a)
		inside = min(inside, r2.Cross(edge, r2.Sub(p, a))/r2.Norm(edge))
	}
	if inside >= 0 {
		return inside
	}
	return -r2.Norm(r2.Sub(p, h.Nearest(p)))
}

// Contains reports whether a point is inside or on the edge.
func (h *Polygon) Contains(p r2.Vec) bool { return h.Margin(p) >= 0 }

// Nearest returns the point of the polygon that is nearest to a point: the point itself when it is
// inside or the polygon is empty.
func (h *Polygon) Nearest(p r2.Vec) r2.Vec {
	best, least, inside := p, math.Inf(1), true
	for i := range h.n {
		a, b := h.corners[i], h.corners[(i+1)%h.n]
		edge := r2.Sub(b, a)
		inside = inside && r2.Cross(edge, r2.Sub(p, a)) >= 0
		t := 0.0
		if l := r2.Norm2(edge); l > 0 {
			t = min(max(r2.Dot(r2.Sub(p, a), edge)/l, 0), 1)
		}
		q := r2.Add(a, r2.Scale(t, edge))
		if d := r2.Norm2(r2.Sub(p, q)); d < least {
			best, least = q, d
		}
	}
	if inside {
		return p
	}
	return best
}

// Centroid returns the centre of the area, m.
func (h *Polygon) Centroid() r2.Vec {
	var sum r2.Vec
	area := 0.0
	for i := 1; i+1 < h.n; i++ {
		a, b, c := h.corners[0], h.corners[i], h.corners[i+1]
		t := turn(a, b, c)
		sum = r2.Add(sum, r2.Scale(t/3, r2.Add(a, r2.Add(b, c))))
		area += t
	}
	if area == 0 {
		return h.corners[0]
	}
	return r2.Scale(1/area, sum)
}

// Area returns the area, m².
func (h *Polygon) Area() float64 {
	area := 0.0
	for i := 1; i+1 < h.n; i++ {
		area += turn(h.corners[0], h.corners[i], h.corners[i+1]) / 2
	}
	return area
}
