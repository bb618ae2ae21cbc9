package skin

import "gonum.org/v1/gonum/spatial/r3"

// split cuts the triangles where two faces meet, so that each has one, and moves all vertices onto the surface, those of a
// border onto both faces.
func (s *surface) split() {
	label := make([]int, len(s.vertices))
	s.touches = make([]faces, len(s.vertices))
	for i, p := range s.vertices {
		_, label[i] = s.solid.nearest(p)
		s.touches[i] = 1 << label[i]
	}
	cuts := map[[2]int]int{}
	cut := func(a, b int) int {
		a, b = min(a, b), max(a, b)
		if at, ok := cuts[[2]int{a, b}]; ok {
			return at
		}
		cuts[[2]int{a, b}] = s.add(s.between(s.vertices[a], s.vertices[b], label[a]), s.touches[a]|s.touches[b])
		return len(s.vertices) - 1
	}
	var out []triangle
	for _, t := range s.triangles {
		// Turn the triangle so that its first vertex is the one whose face differs, if one does.
		a, b, c := t.v[0], t.v[1], t.v[2]
		for range 2 {
			if label[b] != label[c] {
				a, b, c = b, c, a
			}
		}
		la, lb, lc := label[a], label[b], label[c]
		switch {
		case la == lb && lb == lc:
			out = append(out, triangle{[3]int{a, b, c}, la})
		case lb == lc:
			ab, ca := cut(a, b), cut(c, a)
			out = append(out, triangle{[3]int{a, ab, ca}, la}, triangle{[3]int{ab, b, c}, lb}, triangle{[3]int{ab, c, ca}, lb})
		default:
			ab, bc, ca := cut(a, b), cut(b, c), cut(c, a)
			middle := s.add(r3.Scale(1./3, r3.Add(s.vertices[ab], r3.Add(s.vertices[bc], s.vertices[ca]))), s.touches[a]|s.touches[b]|s.touches[c])
			out = append(out, triangle{[3]int{a, ab, middle}, la}, triangle{[3]int{a, middle, ca}, la}, triangle{[3]int{b, bc, middle}, lb},
				triangle{[3]int{b, middle, ab}, lb}, triangle{[3]int{c, ca, middle}, lc}, triangle{[3]int{c, middle, bc}, lc})
		}
	}
	s.triangles = out
	for i := range s.vertices {
		s.vertices[i] = s.onto(s.vertices[i], s.touches[i])
	}
}

// add adds a vertex and returns its index.
func (s *surface) add(p r3.Vec, touches faces) int {
	s.vertices, s.touches = append(s.vertices, p), append(s.touches, touches)
	return len(s.vertices) - 1
}

// between returns where an edge from a face leaves it.
func (s *surface) between(p, q r3.Vec, face int) r3.Vec {
	low, high := 0.0, 1.0
	for range 10 {
		t := (low + high) / 2
		if _, f := s.solid.nearest(r3.Add(p, r3.Scale(t, r3.Sub(q, p)))); f == face {
			low = t
		} else {
			high = t
		}
	}
	return r3.Add(p, r3.Scale((low+high)/2, r3.Sub(q, p)))
}

// onto moves a point onto all these faces by Newton's steps. A step towards a face keeps to the tangents of the faces before it;
// where two meet at a small angle there is no such step.
func (s *surface) onto(p r3.Vec, touches faces) r3.Vec {
	walls := s.solid.walls(touches, p)
	rounds := 2
	if len(walls) > 1 {
		rounds = 5
	}
	from := p
	for range rounds {
		var before [3]r3.Vec
		count := 0
		for _, at := range walls {
			g := slope(at, p)
			way := g
			for _, u := range before[:count] {
				way = r3.Sub(way, r3.Scale(r3.Dot(way, u), u))
			}
			steep := r3.Dot(way, g)
			if steep < 0.01 || count == len(before) {
				continue
			}
			before[count] = r3.Unit(way)
			count++
			p = r3.Sub(p, r3.Scale(min(max(at(p)/steep, -s.solid.cell), s.solid.cell), way))
		}
	}
	if r3.Norm(r3.Sub(p, from)) > 3*s.solid.cell {
		return from // that is another part of the surface
	}
	return p
}
