package skin

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// solid is a link as a union of bodies. Round shapes of one material melt into one body with one face; a cylinder is a body of
// its own with edges.
type solid struct {
	cell      float64 // m, of its grid
	tolerance float64 // m, see tolerance
	bodies    []body
	faces     []face
}

// body is a part of a solid.
type body struct {
	first int // the number of its first face
	round []part
	rod   *part
	thin  bool // a disc whose wall is too low for the grid: one face, with the rim as its border
}

// face is a part of a body's surface without an edge in it.
type face struct {
	material nao.Material
	body     int
	tube     bool // of a cylinder: its wall, or else its ends
}

// faces is a set of faces, a bit for each.
type faces uint64

func (s faces) has(f int) bool { return s>>f&1 == 1 }

const (
	thinnest    = 0.0045 // m, the height of a wall that is drawn as a face
	smallRadius = 0.006  // m, of a disc without one
)

// newSolid returns a link's solid.
func newSolid(l nao.Link) *solid {
	var parts []part
	flat := false // rods that lie in one plane with a box melt with it
	for _, shape := range nao.Shapes(nao.Rounded) {
		if shape.Link == l {
			parts = append(parts, newPart(shape))
			flat = flat || shape.Kind == nao.Box
		}
	}
	s := &solid{cell: coarse, tolerance: tolerance}
	if flat {
		s.cell, s.tolerance = fine, 0.45*tolerance
	}
	for m := range nao.Material(nao.NumMaterials) {
		b := body{first: len(s.faces)}
		for i := range parts {
			if p := &parts[i]; p.shape.Material == m && (flat || p.shape.Kind != nao.Cylinder) {
				b.round = append(b.round, *p)
			}
		}
		if len(b.round) > 0 {
			s.faces = append(s.faces, face{material: m, body: len(s.bodies)})
			s.bodies = append(s.bodies, b)
		}
	}
	for i := range parts {
		if p := &parts[i]; !flat && p.shape.Kind == nao.Cylinder {
			if p.shape.Size[0] < smallRadius {
				s.cell = fine
			}
			b := body{first: len(s.faces), rod: p, thin: p.shape.Size[0] < smallRadius || wall(parts, i) < thinnest}
			s.faces = append(s.faces, face{material: p.shape.Material, body: len(s.bodies)})
			if !b.thin {
				s.faces = append(s.faces, face{material: p.shape.Material, body: len(s.bodies), tube: true})
			}
			s.bodies = append(s.bodies, b)
		}
	}
	return s
}

// wall returns how far a cylinder stands out of the other shapes, the farthest on its rims, m.
func wall(parts []part, rod int) float64 {
	const step, directions = 0.0005, 16
	p := &parts[rod]
	free := func(at r3.Vec) bool {
		for i := range parts {
			if i != rod && parts[i].at(at) < 0 {
				return false
			}
		}
		return true
	}
	highest := 0.0
	for k := range directions {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / directions)
		for _, side := range [2]float64{-1, 1} {
			height := 0.0
			for height < 2*p.shape.Size[1] && free(p.shape.Pose.Apply(r3.Vec{X: p.shape.Size[0] * cos, Y: p.shape.Size[0] * sin, Z: side * (p.shape.Size[1] - height - step/2)})) {
				height += step
			}
			highest = max(highest, height)
		}
	}
	return highest
}

// tube and ends return the distances to a cylinder's wall and to the planes of its ends.
func (p *part) tube(q r3.Vec) float64 { return math.Sqrt(q.X*q.X+q.Y*q.Y) - p.shape.Size[0] }
func (p *part) ends(q r3.Vec) float64 { return math.Abs(q.Z) - p.shape.Size[1] }

// at returns the distance to a body.
func (b *body) at(p r3.Vec) float64 {
	if b.rod != nil {
		q := b.rod.X_SL.Apply(p)
		x, z := b.rod.tube(q), b.rod.ends(q)
		return length(r3.Vec{X: max(x, 0), Z: max(z, 0)}) + min(max(x, z), 0)
	}
	d := 1.0
	for i := range b.round {
		d = smoothMin(d, b.round[i].at(p), b.round[i].blend)
	}
	return d
}

// nearest returns the distance to the link, and the nearest face.
func (s *solid) nearest(p r3.Vec) (float64, int) {
	const equal = 1e-7 // m: of faces in one plane the first
	least, of := 1.0, 0
	for i := range s.bodies {
		if d := s.bodies[i].at(p); d < least-equal {
			least, of = d, i
		}
	}
	b := &s.bodies[of]
	if b.rod != nil && !b.thin {
		if q := b.rod.X_SL.Apply(p); b.rod.tube(q) > b.rod.ends(q) {
			return least, b.first + 1
		}
	}
	return least, b.first
}

// at returns the distance to a face, continued beyond its edges.
func (s *solid) at(f int, p r3.Vec) float64 {
	b := &s.bodies[s.faces[f].body]
	switch {
	case b.rod == nil:
		return b.at(p)
	case s.faces[f].tube:
		return b.rod.tube(b.rod.X_SL.Apply(p))
	}
	return b.rod.ends(b.rod.X_SL.Apply(p))
}

// slope returns the gradient of a distance.
func slope(at func(r3.Vec) float64, p r3.Vec) r3.Vec {
	const h = 1e-5
	return r3.Scale(0.5/h, r3.Vec{
		X: at(r3.Vec{X: p.X + h, Y: p.Y, Z: p.Z}) - at(r3.Vec{X: p.X - h, Y: p.Y, Z: p.Z}),
		Y: at(r3.Vec{X: p.X, Y: p.Y + h, Z: p.Z}) - at(r3.Vec{X: p.X, Y: p.Y - h, Z: p.Z}),
		Z: at(r3.Vec{X: p.X, Y: p.Y, Z: p.Z + h}) - at(r3.Vec{X: p.X, Y: p.Y, Z: p.Z - h}),
	})
}

// slope returns the gradient of the distance to a face.
func (s *solid) slope(f int, p r3.Vec) r3.Vec {
	return slope(func(q r3.Vec) float64 { return s.at(f, q) }, p)
}

// walls returns the distances that are 0 where the faces meet at a point. A thin disc meets others at its rim.
func (s *solid) walls(touches faces, p r3.Vec) []func(r3.Vec) float64 {
	const near = 0.0025 // m
	var rim *part
	for f := range s.faces {
		if !touches.has(f) || !s.bodies[s.faces[f].body].thin {
			continue
		}
		rod := s.bodies[s.faces[f].body].rod
		if math.Abs(rod.tube(rod.X_SL.Apply(p))) < near && (rim == nil || rod.shape.Size[0] < rim.shape.Size[0]) {
			rim = rod
		}
	}
	if rim != nil && touches&(touches-1) != 0 {
		return []func(r3.Vec) float64{
			func(q r3.Vec) float64 { return rim.tube(rim.X_SL.Apply(q)) },
			func(q r3.Vec) float64 { return rim.ends(rim.X_SL.Apply(q)) },
		}
	}
	var all []func(r3.Vec) float64
	for f := range s.faces {
		if touches.has(f) {
			all = append(all, func(q r3.Vec) float64 { return s.at(f, q) })
		}
	}
	return all
}

// bounds returns the corners of a box round the link; low is above high without a shape.
func (s *solid) bounds() (low, high r3.Vec) {
	low, high = r3.Vec{X: 1, Y: 1, Z: 1}, r3.Vec{X: -1, Y: -1, Z: -1}
	add := func(p *part) {
		x, r := p.shape.Pose.P, p.reach()
		low = r3.Vec{X: min(low.X, x.X-r.X), Y: min(low.Y, x.Y-r.Y), Z: min(low.Z, x.Z-r.Z)}
		high = r3.Vec{X: max(high.X, x.X+r.X), Y: max(high.Y, x.Y+r.Y), Z: max(high.Z, x.Z+r.Z)}
	}
	for i := range s.bodies {
		if b := &s.bodies[i]; b.rod != nil {
			add(b.rod)
		}
		for k := range s.bodies[i].round {
			add(&s.bodies[i].round[k])
		}
	}
	return low, high
}
