package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

const (
	standardG   = 9.81
	bladeNPerMS = 10.0 // drag of a foot deep in turf, per m/s
	bladeMostN  = 12.0 // the largest drag of a foot
)

// shapeGround tilts gravity for a slope, and makes the bumps as soft as the floor.
func shapeGround(m *mujoco.Model, floor int, u *Uneven) error {
	sin, cos := math.Sincos(u.SlopeRad)
	g := m.Gravity()
	g[0], g[1], g[2] = standardG*sin*math.Cos(u.DownhillRad), standardG*sin*math.Sin(u.DownhillRad), -standardG*cos
	if u.BumpM <= 0 {
		return nil
	}
	ref, imp, mix := m.GeomSolRef(), m.GeomSolImp(), m.GeomSolMix()
	for _, id := range bumpGeoms(m) {
		copy(ref[2*id:2*id+2], ref[2*floor:2*floor+2])
		copy(imp[5*id:5*id+5], imp[5*floor:5*floor+5])
		mix[id] = mix[floor]
	}
	return nil
}

// upright returns the rotation from the ground's axes to axes of which z is against gravity.
func (u *Uneven) upright() nao.Pose {
	axis := r3.Vec{X: -math.Sin(u.DownhillRad), Y: math.Cos(u.DownhillRad)}
	return nao.Rotation(axis, u.SlopeRad)
}

// turf is the turf that brakes a robot's feet.
type turf struct {
	pileM float64
	feet  [nao.NumLegs]int // body
}

// soleCorners are where the depth of a foot in the turf is measured, in its frame, m.
var soleCorners = [4]r3.Vec{
	{X: 0.095, Y: 0.03, Z: -nao.FootHeight},
	{X: 0.095, Y: -0.03, Z: -nao.FootHeight},
	{X: -0.045, Y: 0.03, Z: -nao.FootHeight},
	{X: -0.045, Y: -0.03, Z: -nao.FootHeight},
}

// clear removes the drag of the last step of the physics.
func (t *turf) clear(d *mujoco.Data) {
	if t.pileM <= 0 {
		return
	}
	for _, foot := range t.feet {
		clear(d.AppliedWrench[6*foot : 6*foot+6])
	}
}

// brake adds the drag of the blades to feet that move among them.
func (t *turf) brake(d *mujoco.Data) {
	if t.pileM <= 0 {
		return
	}
	for _, foot := range t.feet {
		x, depth := bodyPose(d, foot), 0.0
		for _, corner := range soleCorners {
			depth += min(max(1-x.Apply(corner).Z/t.pileM, 0), 1) / float64(len(soleCorners))
		}
		if depth == 0 {
			continue
		}
		v := d.BodyVelocity(foot)
		speed := math.Hypot(v[0], v[1])
		if speed < 1e-6 {
			continue
		}
		force := min(bladeNPerMS*depth*speed, bladeMostN)
		d.AppliedWrench[6*foot] -= force * v[0] / speed
		d.AppliedWrench[6*foot+1] -= force * v[1] / speed
	}
}
