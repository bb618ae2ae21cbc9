// Package skin draws the robot: one closed, smooth surface of few triangles for each link, made from the table of shapes
// ([nao.Shapes]). The surface is the smooth union of the link's shapes, as a net over a grid of distances, cut where two materials
// meet, with as few triangles as its curves need. Frame: the link's; m.
package skin

import (
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// A Mesh is the skin of a link.
type Mesh struct {
	Link  nao.Link
	Parts []Part // one for each material, in the order of the materials; together a closed surface
}

// A Part is the part of a mesh that has one material.
type Part struct {
	Material  nao.Material
	Vertices  []r3.Vec
	Normals   []r3.Vec // as many as vertices, of length 1
	Triangles [][3]int // indexes of vertices, counterclockwise from outside
}

// Of returns the skin of a link, which has no parts if the link has no shape. The result is shared: do not change it.
func Of(l nao.Link) *Mesh { return meshes[l]() }

// File returns the file of a link's mesh by its name, such as torso.dae.
func File(name string) (document string, ok bool) {
	for l := range nao.Link(nao.NumLinks) {
		if l.MeshFile() == name {
			return Of(l).COLLADA(), true
		}
	}
	return "", false
}

// meshes makes each link's mesh once; right ones mirror left ones.
var meshes = func() (all [nao.NumLinks]func() *Mesh) {
	for l := range nao.Link(nao.NumLinks) {
		if all[l] != nil {
			continue
		}
		left := sync.OnceValue(func() *Mesh { return newMesh(l) })
		all[l] = left
		if right, ok := l.Right(); ok {
			all[right] = sync.OnceValue(func() *Mesh { return left().mirrored(right) })
		}
	}
	return all
}()

func newMesh(l nao.Link) *Mesh {
	m := &Mesh{Link: l}
	s, ok := net(l)
	if !ok {
		return m
	}
	s.split()
	s.decimate()
	for material := range nao.Material(nao.NumMaterials) {
		if p := s.part(material); len(p.Triangles) > 0 {
			m.Parts = append(m.Parts, p)
		}
	}
	return m
}

// part returns the part of a material, its vertices in the order of the triangles. A vertex on an edge has a normal for each face.
func (s *surface) part(m nao.Material) Part {
	p := Part{Material: m}
	at := map[[2]int]int{}
	for _, t := range s.triangles {
		if s.solid.faces[t.face].material != m {
			continue
		}
		var corners [3]int
		for k, v := range t.v {
			i, ok := at[[2]int{v, t.face}]
			if !ok {
				i = len(p.Vertices)
				at[[2]int{v, t.face}] = i
				p.Vertices = append(p.Vertices, s.vertices[v])
				p.Normals = append(p.Normals, r3.Unit(s.solid.slope(t.face, s.vertices[v])))
			}
			corners[k] = i
		}
		p.Triangles = append(p.Triangles, corners)
	}
	p.sort()
	return p
}

// mirrored returns the mesh of the right link from that of the left.
func (m *Mesh) mirrored(right nao.Link) *Mesh {
	flip := func(all []r3.Vec) []r3.Vec {
		out := make([]r3.Vec, len(all))
		for i, v := range all {
			out[i] = r3.Vec{X: v.X, Y: -v.Y, Z: v.Z}
		}
		return out
	}
	out := &Mesh{Link: right}
	for _, p := range m.Parts {
		q := Part{Material: p.Material, Vertices: flip(p.Vertices), Normals: flip(p.Normals)}
		for _, t := range p.Triangles {
			q.Triangles = append(q.Triangles, [3]int{t[0], t[2], t[1]})
		}
		out.Parts = append(out.Parts, q)
	}
	return out
}
