package mujoco

/*
#include "guard.h"

static int gonao_set_const(mjModel* m, mjData* d, char* err) {
  GUARD(err, mj_setConst(m, d));
  return 0;
}
*/
import "C"

// DofFriction returns the dry friction, N·m or N, per degree of freedom, a view of
// the model that may be tuned between steps.
func (m *Model) DofFriction() []float64 { return floats(m.m.dof_frictionloss, m.m.nv) }

// GeomFriction returns sliding, turning and rolling friction, 3 per geom, a view of
// the model that may be tuned between steps. Two geoms of one priority meet with the
// larger ones.
func (m *Model) GeomFriction() []float64 { return floats(m.m.geom_friction, 3*m.m.ngeom) }

// GeomSolRef returns the time constant (s) and the damping ratio of the geom's soft
// contacts, 2 per geom, a view of the model that may be tuned between steps.
func (m *Model) GeomSolRef() []float64 { return floats(m.m.geom_solref, C.mjNREF*m.m.ngeom) }

// GeomSolImp returns MuJoCo's impedance of the geom's contacts, 5 (mjNIMP) per geom, a
// view of the model that may be tuned between steps.
func (m *Model) GeomSolImp() []float64 { return floats(m.m.geom_solimp, C.mjNIMP*m.m.ngeom) }

// GeomSolMix returns the weight of a geom's SolRef and SolImp when it meets another, 1 per
// geom, a view of the model that may be tuned between steps.
func (m *Model) GeomSolMix() []float64 { return floats(m.m.geom_solmix, m.m.ngeom) }

// GeomShapes are views of a model's geoms that may be changed between steps: where they are in their body and how large.
type GeomShapes struct {
	Position []float64 // m, 3 per geom
	Size     []float64 // m, 3 per geom; the first one is a sphere's radius
	Bound    []float64 // radius of the bounding sphere, m

	// Two geoms touch when the contact bits of one meet the affinity of the other.
	Contact, Affinity []int32
}

// GeomShapes returns the shapes of the model's geoms.
func (m *Model) GeomShapes() GeomShapes {
	n := m.m.ngeom
	return GeomShapes{
		Position: floats(m.m.geom_pos, 3*n), Size: floats(m.m.geom_size, 3*n), Bound: floats(m.m.geom_rbound, n),
		Contact: ints(m.m.geom_contype, n), Affinity: ints(m.m.geom_conaffinity, n),
	}
}

// BodyInertia returns the principal moments of inertia, kg·m², 3 per body, and BodyCom
// the centre of mass in the body's frame, m, 3 per body: views of the model. Call
// SetConst after a change of these or of BodyMass.
func (m *Model) BodyInertia() []float64 { return floats(m.m.body_inertia, 3*m.m.nbody) }

// BodyCom returns the centres of mass; see BodyInertia.
func (m *Model) BodyCom() []float64 { return floats(m.m.body_ipos, 3*m.m.nbody) }

// SetConst computes the arrays of the model that depend on its masses and sizes. The
// state is put back to the model's initial positions.
func (m *Model) SetConst(d *Data) error {
	return d.check("set constants", C.gonao_set_const(m.m, d.d, d.err.c))
}

// Gravity returns the acceleration of gravity, m/s², a view of the model that may
// be tuned between steps.
func (m *Model) Gravity() []float64 { return floats(&m.m.opt.gravity[0], C.int(3)) }

// UseSparse makes the solver store its matrices sparsely, which also makes the cost of
// several robots the sum of their costs. MuJoCo does so by itself from 60 degrees of
// freedom on; a single robot in contact with the ground, with 42, steps about a fifth
// faster with it.
func (m *Model) UseSparse() { m.m.opt.jacobian = C.mjJAC_SPARSE }

// PassThrough removes all contacts: for a test stand.
func (m *Model) PassThrough() { m.m.opt.disableflags |= C.mjDSBL_CONTACT }
