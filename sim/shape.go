package sim

import (
	"fmt"
	"math"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// shape makes the compiled model into these robots on this ground: their masses, their
// friction, and the ground, which is that of the first robot's traits. The state is
// put back to the model's initial positions.
func shape(m *mujoco.Model, d *mujoco.Data, bodies []*Body) error {
	if err := weigh(m, d, bodies); err != nil {
		return err
	}
	floor, err := m.ID(mujoco.Geom, "floor")
	if err != nil {
		return err
	}
	if err := rub(m, floor, bodies); err != nil {
		return err
	}
	if ground := &bodies[0].traits; ground.SinkM > 0 {
		m.GeomSolRef()[2*floor] = carpetSec * math.Sqrt(ground.SinkM/carpetSinkM)
		copy(m.GeomSolImp()[5*floor:], []float64{carpetGive, carpetGive})
		m.GeomSolMix()[floor] = 1e4 // the carpet is soft for everything that stands on it
	}
	stick(m, bodies)
	return shapeGround(m, floor, &bodies[0].traits.Uneven)
}

// shellOnGround is the sliding friction of a smooth shell, such as that of arms and knees, on a carpet.
const shellOnGround = 0.4

// rub sets the sliding friction of ground, shells and soles. In a contact the larger one of the two counts: the ground
// has that of a shell that lies on it, so that each robot stands with its own.
func rub(m *mujoco.Model, floor int, bodies []*Body) error {
	friction := m.GeomFriction()
	friction[3*floor] = shellOnGround
	for _, b := range bodies {
		slides := b.traits.Friction
		friction[3*floor] = min(friction[3*floor], slides)
		for g, owner := range m.GeomBodies() {
			if m.BodyRoot[owner] == int32(b.limbs.torso) {
				friction[3*g] = min(friction[3*g], slides)
			}
		}
		for leg := range nao.Leg(nao.NumLegs) {
			for i := range nao.SoleSpheres(leg) {
				sphere, err := m.ID(mujoco.Geom, fmt.Sprintf("%s%s_%d", b.Prefix(), leg.SoleFrame(), i))
				if err != nil {
					return err
				}
				friction[3*sphere] = slides
			}
		}
	}
	return nil
}

// A carpet is a soft contact: a standing robot sinks by carpetSinkM when the contact's
// time constant is carpetSec and the friction carpetFriction. The depth grows with the
// square of the time constant and, as measured, with the 2.7th power of the friction.
// carpetGive, the contact's impedance, is a compromise: with a softer one the soles creep
// under a sideways force as on ice.
const (
	carpetGive  = 0.8
	carpetSec   = 0.0323
	carpetSinkM = 0.001
)

// stick adds the dry friction of sticking joints.
func stick(m *mujoco.Model, bodies []*Body) {
	friction := m.DofFriction()
	for _, b := range bodies {
		for j, more := range b.traits.Sticking {
			friction[b.limbs.dof[j]] += more
		}
		friction[b.limbs.followDof] += b.traits.Sticking[nao.LHipYawPitch]
	}
}

// weigh sets the mass of every link.
func weigh(m *mujoco.Model, d *mujoco.Data, bodies []*Body) error {
	changed := false
	exact := exactTraits(Ideal)
	inertia, com := m.BodyInertia(), m.BodyCom()
	for _, b := range bodies {
		if b.traits.Mass == exact.Mass && b.traits.CoM == exact.CoM {
			continue
		}
		changed = true
		for l := range nao.Link(nao.NumLinks) {
			id, err := m.ID(mujoco.Body, b.Prefix()+l.String())
			if err != nil {
				return err
			}
			m.BodyMass[id] *= b.traits.Mass[l]
			for i, shift := range [3]float64{b.traits.CoM[l].X, b.traits.CoM[l].Y, b.traits.CoM[l].Z} {
				inertia[3*id+i] *= b.traits.Mass[l]
				com[3*id+i] += shift
			}
		}
	}
	if !changed {
		return nil
	}
	return m.SetConst(d)
}
