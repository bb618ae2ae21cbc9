package mujoco

/*
#include "guard.h"
*/
import "C"

// DofFriction gives the dry friction, N·m or N, per degree of freedom, a view of
// the model that may be tuned between steps.
func (m *Model) DofFriction() []float64 { return floats(m.m.dof_frictionloss, m.m.nv) }

// Gravity gives the acceleration of gravity, m/s², a view of the model that may
// be tuned between steps.
func (m *Model) Gravity() []float64 { return floats(&m.m.opt.gravity[0], C.int(3)) }

// UseSparse makes the solver store its matrices sparsely. MuJoCo does so by itself
// from 60 degrees of freedom on; one robot in contact with the ground, with 42,
// steps about a fifth faster with it.
func (m *Model) UseSparse() { m.m.opt.jacobian = C.mjJAC_SPARSE }

// PassThrough lets everything pass through everything: for a test stand.
func (m *Model) PassThrough() { m.m.opt.disableflags |= C.mjDSBL_CONTACT }
