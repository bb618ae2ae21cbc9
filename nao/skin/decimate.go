package skin

import (
	"container/heap"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	// Root mean square distances of a vertex to what it replaces, m: to the planes of triangles, to the lines of borders.
	tolerance       = 0.001
	borderTolerance = 0.00031

	leastTurn   = 0.5  // cosine of the angle by which a triangle may turn
	leastFacing = 0.77 // cosine of the angle between a triangle and the surface at its corner
)

// quadric is a sum of weighted squares of distances to planes (Garland and Heckbert 1997): pᵀ·A·p − 2·b·p + c, and the sum of the weights.
type quadric struct {
	a      [6]float64 // xx xy xz yy yz zz
	b      r3.Vec
	c      float64
	weight float64
}

func (q *quadric) addPlane(n, at r3.Vec, weight float64) {
	d := r3.Dot(n, at)
	for i, v := range [6]float64{n.X * n.X, n.X * n.Y, n.X * n.Z, n.Y * n.Y, n.Y * n.Z, n.Z * n.Z} {
		q.a[i] += weight * v
	}
	q.b = r3.Add(q.b, r3.Scale(weight*d, n))
	q.c += weight * d * d
	q.weight += weight
}

func (q *quadric) add(o *quadric) {
	for i := range q.a {
		q.a[i] += o.a[i]
	}
	q.b, q.c, q.weight = r3.Add(q.b, o.b), q.c+o.c, q.weight+o.weight
}

// at returns the mean square of the distances.
func (q *quadric) at(p r3.Vec) float64 {
	a := &q.a
	sum := p.X*(a[0]*p.X+2*a[1]*p.Y+2*a[2]*p.Z) + p.Y*(a[3]*p.Y+2*a[4]*p.Z) + p.Z*a[5]*p.Z - 2*r3.Dot(q.b, p) + q.c
	return max(sum, 0) / max(q.weight, 1e-30)
}

// collapse is the proposal to merge vertex a into b.
type collapse struct {
	cost     float64
	a, b     int
	versions [2]int
}

type proposals []collapse

func (p proposals) Len() int { return len(p) }
func (p proposals) Less(i, j int) bool {
	if p[i].cost != p[j].cost {
		return p[i].cost < p[j].cost
	}
	return p[i].a < p[j].a || p[i].a == p[j].a && p[i].b < p[j].b
}
func (p proposals) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *proposals) Push(x any)   { *p = append(*p, x.(collapse)) }
func (p *proposals) Pop() any {
	last := len(*p) - 1
	x := (*p)[last]
	*p = (*p)[:last]
	return x
}

// decimation merges the vertices of a surface, the cheapest edge first.
type decimation struct {
	*surface
	round    [][]int   // the triangles round a vertex
	gone     []bool    // triangles
	quadrics []quadric // of triangles
	borders  []quadric // of borders
	version  []int     // grows when a vertex moves
	queue    proposals

	leastRound float64 // of a triangle: 1 is equilateral, 0 a line
}

// decimate merges vertices as long as the surface stays within the tolerance.
func (s *surface) decimate() {
	n := len(s.vertices)
	d := &decimation{
		surface: s, round: make([][]int, n), gone: make([]bool, len(s.triangles)),
		quadrics: make([]quadric, n), borders: make([]quadric, n), version: make([]int, n),
	}
	for i, t := range s.triangles {
		for _, v := range t.v {
			d.round[v] = append(d.round[v], i)
		}
	}
	d.measure()
	// What was refused may be right when the vertices near it have moved.
	for _, d.leastRound = range [...]float64{0.2, 0.1, 0.05, 0.02, 0.02} {
		d.proposeAll()
		for len(d.queue) > 0 {
			c := heap.Pop(&d.queue).(collapse)
			if c.versions == [2]int{d.version[c.a], d.version[c.b]} && len(d.round[c.a]) > 0 && len(d.round[c.b]) > 0 {
				d.merge(c.a, c.b)
			}
		}
	}
	d.compact()
}

// proposeAll proposes to merge the ends of each edge.
func (d *decimation) proposeAll() {
	for i := range d.triangles {
		for k := range 3 {
			if a, b := d.triangles[i].v[k], d.triangles[i].v[(k+1)%3]; a < b && !d.gone[i] {
				d.propose(a, b)
			}
		}
	}
}

// measure sets the quadrics of all vertices.
func (d *decimation) measure() {
	for i := range d.triangles {
		t := &d.triangles[i]
		area := length(d.normal(t.v))
		if area < 1e-12 {
			continue
		}
		// The face's normal, not the triangle's, which leans where the face ends at the rim of a thin disc.
		n := r3.Unit(d.solid.slope(t.face, r3.Scale(1./3, r3.Add(d.vertices[t.v[0]], r3.Add(d.vertices[t.v[1]], d.vertices[t.v[2]])))))
		for k, v := range t.v {
			d.quadrics[v].addPlane(n, d.vertices[v], area)
			// A border has planes across, which hold its line.
			next := t.v[(k+1)%3]
			if d.touches[v].count() > 1 && d.touches[next].count() > 1 && d.isBorder(v, next) {
				along := r3.Sub(d.vertices[next], d.vertices[v])
				if across := r3.Cross(along, n); length(across) > 1e-9 {
					for _, end := range [2]int{v, next} {
						d.borders[end].addPlane(r3.Unit(across), d.vertices[v], length(along))
					}
				}
			}
		}
	}
}

// normal returns the normal of a triangle; its length is twice the area.
func (s *surface) normal(v [3]int) r3.Vec {
	a := s.vertices[v[0]]
	return r3.Cross(r3.Sub(s.vertices[v[1]], a), r3.Sub(s.vertices[v[2]], a))
}

// isBorder reports whether the triangles beside an edge have two faces.
func (d *decimation) isBorder(a, b int) bool {
	seen := -1
	for _, t := range d.round[a] {
		if tri := &d.triangles[t]; slices.Contains(tri.v[:], b) {
			if seen >= 0 && seen != tri.face {
				return true
			}
			seen = tri.face
		}
	}
	return false
}

// target returns where two vertices merge: on the border if one lies on it. ok is false if they must not.
func (d *decimation) target(a, b int) (into r3.Vec, ok bool) {
	ta, tb := d.touches[a], d.touches[b]
	if ta.count() > 1 && tb.count() > 1 && !d.isBorder(a, b) {
		return into, false
	}
	switch {
	case ta == tb && ta.count() < 3:
		return r3.Scale(0.5, r3.Add(d.vertices[a], d.vertices[b])), true
	case ta != tb && ta&tb == ta:
		return d.vertices[b], true
	case ta != tb && ta&tb == tb:
		return d.vertices[a], true
	}
	return into, false
}

// propose queues the merging of two vertices if it is within the tolerance.
func (d *decimation) propose(a, b int) {
	into, ok := d.target(a, b)
	if !ok {
		return
	}
	q, line := d.quadrics[a], d.borders[a]
	q.add(&d.quadrics[b])
	line.add(&d.borders[b])
	cost := max(q.at(into)/(d.solid.tolerance*d.solid.tolerance), line.at(into)/(borderTolerance*borderTolerance))
	if cost < 1 {
		// Among equals short edges first, so that triangles stay round.
		cost += 1e3 * r3.Norm2(r3.Sub(d.vertices[a], d.vertices[b]))
		heap.Push(&d.queue, collapse{cost, a, b, [2]int{d.version[a], d.version[b]}})
	}
}

// merge merges vertex b into a, unless that folds the surface.
func (d *decimation) merge(a, b int) {
	into, ok := d.target(a, b)
	if !ok {
		return
	}
	touches := d.touches[a] | d.touches[b]
	if d.touches[a] == d.touches[b] {
		into = d.onto(into, touches)
	}
	if !d.oneRing(a, b) {
		return
	}
	var slopes [64]r3.Vec
	for f := range d.solid.faces {
		if touches.has(f) {
			slopes[f] = d.solid.slope(f, into)
		}
	}
	if !d.keeps(a, b, into, &slopes) || !d.keeps(b, a, into, &slopes) {
		return
	}
	d.vertices[a], d.touches[a] = into, touches
	d.quadrics[a].add(&d.quadrics[b])
	d.borders[a].add(&d.borders[b])
	for _, t := range d.round[b] {
		v := &d.triangles[t].v
		if slices.Contains(v[:], a) {
			d.gone[t] = true
			continue
		}
		v[slices.Index(v[:], b)] = a
		d.round[a] = append(d.round[a], t)
	}
	d.round[b] = nil
	near := d.neighbours(a)
	for _, v := range append([]int{a}, near...) {
		d.round[v] = slices.DeleteFunc(d.round[v], func(t int) bool { return d.gone[t] })
	}
	d.version[a]++
	for _, v := range near {
		d.propose(min(a, v), max(a, v))
	}
}

// neighbours returns the vertices that share a triangle with one.
func (d *decimation) neighbours(a int) []int {
	var all []int
	for _, t := range d.round[a] {
		for _, v := range d.triangles[t].v {
			if v != a && !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}

// oneRing reports whether an edge has two triangles, and its ends no other common neighbour: then the surface stays closed
// when they merge.
func (d *decimation) oneRing(a, b int) bool {
	beside, common := 0, 0
	for _, t := range d.round[a] {
		if slices.Contains(d.triangles[t].v[:], b) {
			beside++
		}
	}
	nearB := d.neighbours(b)
	for _, v := range d.neighbours(a) {
		if slices.Contains(nearB, v) {
			common++
		}
	}
	return beside == 2 && common == 2
}

// keeps reports whether the triangles round a, but those at b, face along the surface and do not become lines when a moves. slopes
// are the faces' there.
func (d *decimation) keeps(a, b int, to r3.Vec, slopes *[64]r3.Vec) bool {
	from := d.vertices[a]
	defer func() { d.vertices[a] = from }()
	for _, t := range d.round[a] {
		v := d.triangles[t].v
		if slices.Contains(v[:], b) {
			continue
		}
		d.vertices[a] = from
		before, roundBefore := d.normal(v), d.roundness(v)
		d.vertices[a] = to
		after, roundAfter := d.normal(v), d.roundness(v)
		if roundAfter < d.leastRound && roundAfter < roundBefore || roundAfter < 0.01 {
			return false
		}
		if r3.Dot(before, after) < leastTurn*length(before)*length(after) && roundBefore > 0.06 {
			return false
		}
		slope := slopes[d.triangles[t].face]
		if f := facing(after, slope); f < leastFacing && f < facing(before, slope) {
			return false
		}
	}
	return true
}

// facing returns the cosine of the angle between two vectors.
func facing(a, b r3.Vec) float64 { return r3.Dot(a, b) / max(length(a)*length(b), 1e-30) }

// roundness returns 1 for a triangle of equal sides, 0 for a line.
func (s *surface) roundness(v [3]int) float64 {
	p, q, r := s.vertices[v[0]], s.vertices[v[1]], s.vertices[v[2]]
	sides := r3.Norm2(r3.Sub(p, q)) + r3.Norm2(r3.Sub(q, r)) + r3.Norm2(r3.Sub(r, p))
	return 3.4641016 * length(s.normal(v)) / max(sides, 1e-30)
}

// compact removes the triangles that are gone.
func (d *decimation) compact() {
	kept := d.triangles[:0]
	for i, t := range d.triangles {
		if !d.gone[i] {
			kept = append(kept, t)
		}
	}
	d.triangles = kept
}

// count returns the number of faces.
func (s faces) count() int { return bits.OnesCount64(uint64(s)) }
