package skin

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// part is a shape with what its distance needs.
type part struct {
	shape nao.Shape
	X_SL  nao.Pose
	edge  float64 // radius of a rounded edge, m
	blend float64 // width of the seam that vanishes where it meets another, m
}

const (
	largestEdge  = 0.005 // m, of a flat shape that melts with others
	largestBlend = 0.008 // m
)

func newPart(shape nao.Shape) part {
	p := part{shape: shape, X_SL: shape.Pose.Inverse()}
	size := shape.Size
	switch shape.Kind {
	case nao.Box:
		p.edge = min(largestEdge, 0.4*min(size[0], size[1], size[2]))
		p.blend = p.edge
	case nao.Cylinder:
		p.edge = min(largestEdge, 0.12*size[0], 0.5*size[1])
		p.blend = p.edge
	case nao.Ellipsoid:
		p.blend = min(largestBlend, 0.35*min(size[0], size[1], size[2]))
	case nao.Sphere, nao.Capsule:
		p.blend = min(largestBlend, 0.5*size[0])
	}
	return p
}

// at returns the signed distance of a point to a shape in m, which is negative inside. Near an ellipsoid it is an approximation of
// first order, on its surface and for all other shapes it is exact.
func (p *part) at(point r3.Vec) float64 {
	q, size := p.X_SL.Apply(point), p.shape.Size
	switch p.shape.Kind {
	case nao.Box:
		x, y, z := math.Abs(q.X)-size[0]+p.edge, math.Abs(q.Y)-size[1]+p.edge, math.Abs(q.Z)-size[2]+p.edge
		return length(r3.Vec{X: max(x, 0), Y: max(y, 0), Z: max(z, 0)}) + min(max(x, y, z), 0) - p.edge
	case nao.Cylinder:
		x, z := math.Sqrt(q.X*q.X+q.Y*q.Y)-size[0]+p.edge, math.Abs(q.Z)-size[1]+p.edge
		out := r3.Vec{X: max(x, 0), Z: max(z, 0)}
		return length(out) + min(max(x, z), 0) - p.edge
	case nao.Capsule:
		q.Z -= min(max(q.Z, -size[1]), size[1])
		return length(q) - size[0]
	case nao.Ellipsoid:
		q = r3.Vec{X: q.X / size[0], Y: q.Y / size[1], Z: q.Z / size[2]}
		k := length(q)
		if k < 1e-6 {
			return -min(size[0], size[1], size[2])
		}
		return k * (k - 1) / length(r3.Vec{X: q.X / size[0], Y: q.Y / size[1], Z: q.Z / size[2]})
	case nao.Sphere:
	}
	return length(q) - size[0]
}

// length is faster than r3.Norm, which cares for overflow.
func length(v r3.Vec) float64 { return math.Sqrt(r3.Norm2(v)) }

// smoothMin is the lesser of two distances, rounded where they differ by less than k (the polynomial of Quílez).
func smoothMin(a, b, k float64) float64 {
	h := max(k-math.Abs(a-b), 0)
	return min(a, b) - h*h/(4*k)
}

// reach returns how far a shape reaches from its middle along each axis of the link, at most.
func (p *part) reach() r3.Vec {
	size := p.shape.Size
	half := r3.Vec{X: size[0], Y: size[1], Z: size[2]}
	switch p.shape.Kind {
	case nao.Sphere:
		half = r3.Vec{X: size[0], Y: size[0], Z: size[0]}
	case nao.Cylinder:
		half = r3.Vec{X: size[0], Y: size[0], Z: size[1]}
	case nao.Capsule:
		half = r3.Vec{X: size[0], Y: size[0], Z: size[0] + size[1]}
	case nao.Box, nao.Ellipsoid:
	}
	along := func(row int) float64 {
		r := p.shape.Pose.R[row : row+3]
		return math.Abs(r[0])*half.X + math.Abs(r[1])*half.Y + math.Abs(r[2])*half.Z
	}
	return r3.Vec{X: along(0), Y: along(3), Z: along(6)}
}
