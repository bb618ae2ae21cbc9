package sim

import (
	"cmp"
	"math"
	"slices"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Silhouettes computes the areas that robots cover, seen from above. It is not safe for concurrent use.
type Silhouettes struct {
	world  *World
	robots []silhouette
}

// silhouette is a robot's links in the model.
type silhouette struct {
	ModelLinks
	corners, hull [][2]float64
}

// ModelLinks are the numbers of a robot's links in the model.
type ModelLinks struct {
	Torso int
	Feet  [nao.NumLegs]int
	All   []int
}

// ModelLinks returns the numbers of the robot's links in the model.
func (b *Body) ModelLinks(model *mujoco.Model) (r ModelLinks, err error) {
	for leg := range nao.Leg(nao.NumLegs) {
		if r.Feet[leg], err = model.ID(mujoco.Body, b.Prefix()+leg.Foot().String()); err != nil {
			return r, err
		}
	}
	if r.Torso, err = model.ID(mujoco.Body, b.Prefix()+nao.LinkTorso.String()); err != nil {
		return r, err
	}
	for l := range nao.Link(nao.NumLinks) {
		if id, err := model.ID(mujoco.Body, b.Prefix()+l.String()); err == nil {
			r.All = append(r.All, id)
		}
	}
	return r, nil
}

// NewSilhouettes returns the silhouettes of a world's robots.
func NewSilhouettes(w *World) (*Silhouettes, error) {
	s := &Silhouettes{world: w}
	for _, b := range w.Bodies() {
		links, err := b.ModelLinks(w.Model())
		if err != nil {
			return nil, err
		}
		s.robots = append(s.robots, silhouette{ModelLinks: links})
	}
	return s, nil
}

// soleOutsideM is how far the outer edge of a sole is from the ankle, m.
const soleOutsideM = 0.05

// Stance returns how far the outer edges of a robot's feet are apart, m.
func (s *Silhouettes) Stance(robot int) float64 {
	d, r := s.world.Data(), &s.robots[robot]
	left, right := d.BodyPosition[3*r.Feet[nao.LeftLeg]:], d.BodyPosition[3*r.Feet[nao.RightLeg]:]
	return math.Hypot(left[0]-right[0], left[1]-right[1]) + 2*soleOutsideM
}

// coverNear is how near to a robot's torso a ball must be to lie under it, m; a robot that lies reaches so far.
const coverNear = 0.8

// Cover returns the share of a ball that lies under the convex hull of a robot's links, seen from above. The ball's middle is
// at x and y in world.
func (s *Silhouettes) Cover(robot int, x, y, radius float64) float64 {
	d, r := s.world.Data(), &s.robots[robot]
	if t := d.BodyPosition[3*r.Torso:]; math.Hypot(t[0]-x, t[1]-y) > coverNear {
		return 0
	}
	r.corners = r.corners[:0]
	for _, id := range r.All {
		r.corners = append(r.corners, [2]float64{d.BodyPosition[3*id], d.BodyPosition[3*id+1]})
	}
	for _, foot := range r.Feet { // the soles reach beyond the ankles
		for _, c := range [4][2]float64{{0.1, 0.04}, {0.1, -0.04}, {-0.06, 0.04}, {-0.06, -0.04}} {
			m, p := d.BodyMatrix[9*foot:], d.BodyPosition[3*foot:]
			r.corners = append(r.corners, [2]float64{p[0] + m[0]*c[0] + m[1]*c[1], p[1] + m[3]*c[0] + m[4]*c[1]})
		}
	}
	r.hull = hull(r.hull[:0], r.corners)
	return covered(r.hull, x, y, radius)
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
