package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// A Mesh is the skin of a link as triangles with a normal at each vertex, so that viewers draw it smoothly. Frame: the link's; m.
type Mesh struct {
	Link  Link
	Parts []MeshPart // one for each material, in the order of the materials
}

// A MeshPart is the part of a mesh that has one material.
type MeshPart struct {
	Material  Material
	Vertices  []r3.Vec
	Normals   []r3.Vec // as many as vertices, of length 1
	Triangles [][3]int // indexes of vertices, counterclockwise from outside
}

// MeshOf returns the skin of a link; it has no parts if the link has no skin.
func MeshOf(l Link, look Look) Mesh {
	m := Mesh{Link: l}
	var parts [NumMaterials]MeshPart
	for _, s := range Shapes(look) {
		if s.Link == l {
			parts[s.Material].add(s)
		}
	}
	for i := range parts {
		if len(parts[i].Triangles) > 0 {
			parts[i].Material = Material(i)
			m.Parts = append(m.Parts, parts[i])
		}
	}
	return m
}

// add adds a shape.
func (p *MeshPart) add(s Shape) {
	switch s.Kind {
	case Box:
		p.box(s)
	case Cylinder:
		r, half := s.Size[0], s.Size[1]
		// The rim is a vertex twice: its side and its end have normals of their own.
		p.turned(s, around(r), []ring{
			{0, -half, 0, -1}, {r, -half, 0, -1}, {r, -half, 1, 0}, {r, half, 1, 0}, {r, half, 0, 1}, {0, half, 0, 1},
		})
	case Capsule:
		p.turned(s, around(s.Size[0]), dome(s.Size[0], s.Size[1], quarter(s.Size[0])))
	case Ellipsoid:
		p.turned(s, around(max(s.Size[0], s.Size[1], s.Size[2])), dome(1, 0, quarter(max(s.Size[0], s.Size[1], s.Size[2]))))
	case Sphere:
		p.turned(s, around(s.Size[0]), dome(s.Size[0], 0, quarter(s.Size[0])))
	}
}

// around returns the number of pieces of a circle: small things need fewer.
func around(radius float64) int { return min(max(2*int(math.Round(90*math.Sqrt(radius)/2.4)), 8), 20) }

// ring is a circle of vertices: its radius and height, and the normal's parts along the radius and up.
type ring struct{ radius, z, outward, up float64 }

// quarter returns the number of pieces from the equator to a pole.
func quarter(radius float64) int { return around(radius)/4 + 1 }

// dome returns the rings of a capsule from its lower end to the upper one, n pieces from an equator to a pole; of a sphere without a length.
func dome(r, half float64, n int) []ring {
	var all []ring
	for _, end := range []float64{-1, 1} {
		for i := range n + 1 {
			a := float64(i) / float64(n) * math.Pi / 2
			if end < 0 {
				a -= math.Pi / 2
			} else if i == 0 && half == 0 {
				continue // the equator is there already
			}
			sin, cos := math.Sincos(a)
			if math.Abs(cos) < 1e-12 {
				cos = 0
			}
			all = append(all, ring{r * cos, end*half + r*sin, cos, sin})
		}
	}
	return all
}

// turned adds a solid of revolution about the shape's z axis. A ring of radius 0 has one vertex per piece, so that each
// triangle at a pole has a vertex with its own normal.
func (p *MeshPart) turned(s Shape, pieces int, rings []ring) {
	stretch := r3.Vec{X: 1, Y: 1, Z: 1}
	if s.Kind == Ellipsoid {
		stretch = r3.Vec{X: s.Size[0], Y: s.Size[1], Z: s.Size[2]}
	}
	first := len(p.Vertices)
	for _, g := range rings {
		for i := range pieces {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(pieces))
			p.vertex(s, r3.Vec{X: g.radius * cos * stretch.X, Y: g.radius * sin * stretch.Y, Z: g.z * stretch.Z},
				r3.Vec{X: g.outward * cos / stretch.X, Y: g.outward * sin / stretch.Y, Z: g.up / stretch.Z})
		}
	}
	for k := range len(rings) - 1 {
		if rings[k].radius == rings[k+1].radius && rings[k].z == rings[k+1].z {
			continue // the two of a rim
		}
		for i := range pieces {
			j := (i + 1) % pieces
			a, b := first+k*pieces+i, first+k*pieces+j
			c, d := a+pieces, b+pieces
			if rings[k].radius > 0 {
				p.Triangles = append(p.Triangles, [3]int{a, b, d})
			}
			if rings[k+1].radius > 0 {
				p.Triangles = append(p.Triangles, [3]int{a, d, c})
			}
		}
	}
}

// vertex adds a vertex with its normal, both in the shape's frame.
func (p *MeshPart) vertex(s Shape, at, normal r3.Vec) {
	p.Vertices = append(p.Vertices, s.Pose.Apply(at))
	turn := s.Pose
	turn.P = r3.Vec{}
	p.Normals = append(p.Normals, r3.Unit(turn.Apply(normal)))
}

// box adds a box with flat faces.
func (p *MeshPart) box(s Shape) {
	for axis := range 3 {
		for _, side := range []float64{-1, 1} {
			var n, u, v [3]float64
			n[axis], u[(axis+1)%3], v[(axis+2)%3] = side, 1, side
			first := len(p.Vertices)
			for _, c := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				at := r3.Vec{
					X: s.Size[0] * (n[0] + c[0]*u[0] + c[1]*v[0]), Y: s.Size[1] * (n[1] + c[0]*u[1] + c[1]*v[1]), Z: s.Size[2] * (n[2] + c[0]*u[2] + c[1]*v[2]),
				}
				p.vertex(s, at, r3.Vec{X: n[0], Y: n[1], Z: n[2]})
			}
			p.Triangles = append(p.Triangles, [3]int{first, first + 1, first + 2}, [3]int{first, first + 2, first + 3})
		}
	}
}
