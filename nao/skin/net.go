package skin

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

const (
	coarse = 0.003 // m, side of a cell of the grid
	fine   = 0.002 // m, of links with small discs
	block  = 6     // cells along the side of a block
	margin = 0.004 // m, round the link
)

// surface is a closed surface of triangles, each of one face, counterclockwise from outside.
type surface struct {
	solid     *solid
	vertices  []r3.Vec
	touches   []faces // the faces that meet at a vertex
	triangles []triangle
}

type triangle struct {
	v    [3]int
	face int
}

// grid is the distances at the corners of the cells.
type grid struct {
	cell    float64 // m
	low     r3.Vec
	n       [3]int // corners along x, y, z
	values  []float32
	strides [3]int
}

func (g *grid) index(c [3]int) int { return c[0]*g.strides[0] + c[1]*g.strides[1] + c[2] }

func (g *grid) point(c [3]int) r3.Vec {
	return r3.Add(g.low, r3.Scale(g.cell, r3.Vec{X: float64(c[0]), Y: float64(c[1]), Z: float64(c[2])}))
}

// newGrid samples the distances. In a block whose middle is farther from the surface than its corners, all have one sign:
// it is filled with the middle's.
func newGrid(s *solid, low, high r3.Vec) *grid {
	low, high = r3.Sub(low, r3.Vec{X: margin, Y: margin, Z: margin}), r3.Add(high, r3.Vec{X: margin, Y: margin, Z: margin})
	g := &grid{cell: s.cell, low: low}
	for i, length := range [3]float64{high.X - low.X, high.Y - low.Y, high.Z - low.Z} {
		g.n[i] = (int(length/g.cell)/block+1)*block + 1
	}
	g.strides = [3]int{g.n[1] * g.n[2], g.n[2], 1}
	g.values = make([]float32, g.n[0]*g.strides[0])
	reach := g.cell * block * 0.87 * 1.5 // half a diagonal; distances to ellipsoids are not exact
	for x := 0; x < g.n[0]; x += block {
		for y := 0; y < g.n[1]; y += block {
			for z := 0; z < g.n[2]; z += block {
				middle, _ := s.nearest(r3.Add(g.point([3]int{x, y, z}), r3.Scale(g.cell*block/2, r3.Vec{X: 1, Y: 1, Z: 1})))
				g.fill(s, [3]int{x, y, z}, middle, middle < -reach || middle > reach)
			}
		}
	}
	return g
}

// fill sets the corners of a block, all to one distance or each to its own.
func (g *grid) fill(s *solid, from [3]int, all float64, same bool) {
	for x := from[0]; x < min(from[0]+block, g.n[0]); x++ {
		for y := from[1]; y < min(from[1]+block, g.n[1]); y++ {
			for z := from[2]; z < min(from[2]+block, g.n[2]); z++ {
				c := [3]int{x, y, z}
				d := all
				if !same {
					d, _ = s.nearest(g.point(c))
				}
				g.values[g.index(c)] = float32(d)
			}
		}
	}
}

// net returns the surface of a link as a surface net (Gibson 1998): a vertex in each cell that the surface crosses, a
// square round each edge of the grid that it crosses. ok is false for a link without a shape.
func net(l nao.Link) (out *surface, ok bool) {
	s := newSolid(l)
	low, high := s.bounds()
	if low.X > high.X {
		return nil, false
	}
	g := newGrid(s, low, high)
	out = &surface{solid: s}
	vertexOf := make([]int32, len(g.values))
	var c [3]int
	for c[0] = 0; c[0] < g.n[0]-1; c[0]++ {
		for c[1] = 0; c[1] < g.n[1]-1; c[1]++ {
			for c[2] = 0; c[2] < g.n[2]-1; c[2]++ {
				if p, crossed := g.crossing(c); crossed {
					vertexOf[g.index(c)] = int32(len(out.vertices))
					out.vertices = append(out.vertices, p)
				}
				g.squares(c, vertexOf, out)
			}
		}
	}
	return out, true
}

// crossing returns the mean of the points where the surface crosses the edges of a cell.
func (g *grid) crossing(c [3]int) (r3.Vec, bool) {
	at := g.index(c)
	var sum r3.Vec
	count := 0.0
	for axis := range 3 {
		u, v := (axis+1)%3, (axis+2)%3
		for k := range 4 {
			corner := c
			corner[u] += k & 1
			corner[v] += k >> 1
			i := at + (k&1)*g.strides[u] + (k>>1)*g.strides[v]
			a, b := float64(g.values[i]), float64(g.values[i+g.strides[axis]])
			if (a < 0) == (b < 0) {
				continue
			}
			p := g.point(corner)
			switch shift := g.cell * a / (a - b); axis {
			case 0:
				p.X += shift
			case 1:
				p.Y += shift
			default:
				p.Z += shift
			}
			sum, count = r3.Add(sum, p), count+1
		}
	}
	if count == 0 {
		return sum, false
	}
	return r3.Scale(1/count, sum), true
}

// squares adds the squares round the three edges from a corner, two triangles each.
func (g *grid) squares(c [3]int, vertexOf []int32, out *surface) {
	at := g.index(c)
	for axis := range 3 {
		u, v := (axis+1)%3, (axis+2)%3
		if c[u] == 0 || c[v] == 0 {
			continue
		}
		inside, next := g.values[at] < 0, g.values[at+g.strides[axis]] < 0
		if inside == next {
			continue
		}
		su, sv := g.strides[u], g.strides[v]
		q := [4]int{int(vertexOf[at-su-sv]), int(vertexOf[at-sv]), int(vertexOf[at]), int(vertexOf[at-su])}
		if next {
			q[1], q[3] = q[3], q[1]
		}
		out.triangles = append(out.triangles, triangle{v: [3]int{q[0], q[1], q[2]}}, triangle{v: [3]int{q[0], q[2], q[3]}})
	}
}
