package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// The bumps: round, one every 35 cm in the mean, on the square in which robots walk.
const (
	bumpHalfM  = 5.0 // half the side of the square
	mostBumps  = 800
	bumpLeastM = 0.03 // radius on the ground
	bumpMostM  = 0.08
	bumpSpareM = 0.25 // around the start, without bumps
	bumpStream = 0x62756d70
	leastBumpM = 0.0003 // flatter ones are left out
)

// The model has bumps only near moving bodies: a search for contacts with all bumps would take seven eighths of the time
// of the physics.
const (
	bumpReachM   = 0.6 // farther than a part of a robot reaches from its torso, and a bump's edge from its middle
	bumpsAMover  = 32  // geoms for each robot and ball; some nine bumps are within reach
	bumpName     = "bump"
	bumpRestingM = -100.0 // height of a geom that is not in use
)

// bump is a sphere that looks out of the floor.
type bump struct{ x, y, z, radiusM float64 }

// drawBumps draws the bumps of a ground, none of them higher than the highest one.
func drawBumps(u *Uneven, seed uint64, start r3.Vec) []bump {
	if u.BumpM <= 0 {
		return nil
	}
	d := drawer{rand.New(rand.NewPCG(seed, bumpStream))}
	var all []bump
	for range mostBumps {
		x, y := d.between(-bumpHalfM, bumpHalfM), d.between(-bumpHalfM, bumpHalfM)
		wide, high := d.between(bumpLeastM, bumpMostM), d.between(0, u.BumpM)
		if high < leastBumpM || math.Hypot(x-start.X, y-start.Y) < bumpSpareM {
			continue
		}
		radius := (wide*wide + high*high) / (2 * high)
		all = append(all, bump{x, y, high - radius, radius})
	}
	return all
}

// bumpParts writes the geoms that become bumps, for a number of robots and balls.
func bumpParts(movers int) nao.MJCFParts {
	var out strings.Builder
	for i := range movers * bumpsAMover {
		fmt.Fprintf(&out, `<geom name="%s%d" type="sphere" pos="0 0 %g" size="1" group="3" rgba="0 0 0 0" contype="0" conaffinity="0" condim="3" friction="0.01 0.005 0.0001"/>`+"\n",
			bumpName, i, bumpRestingM)
	}
	return nao.MJCFParts{Body: out.String()}
}

// bumpGeoms returns the geoms that become bumps.
func bumpGeoms(m *mujoco.Model) []int {
	var ids []int
	for {
		id, err := m.ID(mujoco.Geom, fmt.Sprint(bumpName, len(ids)))
		if err != nil {
			return ids
		}
		ids = append(ids, id)
	}
}

// bumpField holds all bumps of a ground, and puts those near something that moves into the model.
type bumpField struct {
	all    []bump
	geoms  []int
	shape  mujoco.GeomShapes
	movers []int // moving bodies, with all bodies attached to them
}

func newBumpField(m *mujoco.Model, all []bump) bumpField {
	f := bumpField{all: all, geoms: bumpGeoms(m), shape: m.GeomShapes()}
	for b, root := range m.BodyRoot {
		if b > 0 && int(root) == b {
			f.movers = append(f.movers, b)
		}
	}
	return f
}

// clear removes all bumps from the model.
func (f *bumpField) clear() {
	for _, g := range f.geoms {
		f.shape.Contact[g], f.shape.Affinity[g] = 0, 0
	}
}

// near puts the bumps near something that moves into the model, in their own order.
func (f *bumpField) near(d *mujoco.Data) {
	n := 0
	for i := range f.all {
		if n == len(f.geoms) {
			return
		}
		if b := &f.all[i]; f.touchable(d, b) {
			g := f.geoms[n]
			n++
			s := &f.shape
			s.Position[3*g], s.Position[3*g+1], s.Position[3*g+2] = b.x, b.y, b.z
			s.Size[3*g], s.Bound[g] = b.radiusM, b.radiusM
			s.Contact[g], s.Affinity[g] = 1, 1|nao.SoleContact
		}
	}
	for _, g := range f.geoms[n:] {
		f.shape.Contact[g], f.shape.Affinity[g] = 0, 0
	}
}

// touchable reports whether something may touch a bump in the next cycle.
func (f *bumpField) touchable(d *mujoco.Data, b *bump) bool {
	for _, m := range f.movers {
		dx, dy := d.BodyPosition[3*m]-b.x, d.BodyPosition[3*m+1]-b.y
		if dx*dx+dy*dy < bumpReachM*bumpReachM {
			return true
		}
	}
	return false
}
