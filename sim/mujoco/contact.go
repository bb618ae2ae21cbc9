package mujoco

/*
#include "guard.h"

typedef struct {
  double position[3];  // world frame, m
  double force[3];     // on the body of geom[1], world frame, N
  int geom[2];
} gonao_contact;

// The contacts that push, up to max of them; returns their number.
static int gonao_contacts(const mjModel* m, const mjData* d, gonao_contact* out, int max) {
  int n = 0;
  for (int i = 0; i < d->ncon && n < max; i++) {
    const mjContact* c = d->contact + i;
    if (c->efc_address < 0) continue;
    mjtNum wrench[6];
    mj_contactForce(m, d, i, wrench);
    gonao_contact* o = out + n++;
    mju_copy3(o->position, c->pos);
    // The frame's rows are the contact's axes; the force is in them, from geom1 on geom2.
    for (int k = 0; k < 3; k++)
      o->force[k] = wrench[0] * c->frame[k] + wrench[1] * c->frame[3 + k] + wrench[2] * c->frame[6 + k];
    o->geom[0] = c->geom1;
    o->geom[1] = c->geom2;
  }
  return n;
}

// The geoms that press on a geom, up to max of them; returns their number.
static int gonao_touching(const mjData* d, int geom, int* out, int max) {
  int n = 0;
  for (int i = 0; i < d->ncon && n < max; i++) {
    const mjContact* c = d->contact + i;
    if (c->efc_address < 0 || (c->geom1 != geom && c->geom2 != geom)) continue;
    out[n++] = c->geom1 == geom ? c->geom2 : c->geom1;
  }
  return n;
}

typedef struct { double x, y, z; } gonao_vector;  // by value: Go would put an array on its heap

static gonao_vector gonao_body_velocity(const mjModel* m, const mjData* d, int body) {
  mjtNum v[6];  // turning, then moving
  mj_objectVelocity(m, d, mjOBJ_BODY, body, v, 0);
  return (gonao_vector){v[3], v[4], v[5]};
}

static gonao_vector gonao_camera_turning(const mjModel* m, const mjData* d, int camera) {
  mjtNum v[6];
  mj_objectVelocity(m, d, mjOBJ_CAMERA, camera, v, 1);
  gonao_vector w = {v[0], v[1], v[2]};
  return w;
}
*/
import "C"

import "unsafe"

// Contact is a place where two geoms press on each other.
type Contact struct {
	Position [3]float64 // m, in the world frame
	Force    [3]float64 // N, in the world frame, of Geom[0] on Geom[1]
	Geom     [2]int32
}

// ReadContacts fills in the contacts of the last step that carry force and returns their
// number; those that do not fit into buffer are left out.
func (d *Data) ReadContacts(buffer []Contact) int {
	if len(buffer) == 0 {
		return 0
	}
	return int(C.gonao_contacts(d.model.m, d.d, (*C.gonao_contact)(unsafe.Pointer(&buffer[0])), C.int(len(buffer))))
}

// Touching fills in the geoms that press on a geom as of the last step and returns their number.
func (d *Data) Touching(geom int, buffer []int32) int {
	if len(buffer) == 0 {
		return 0
	}
	return int(C.gonao_touching(d.d, C.int(geom), (*C.int)(unsafe.Pointer(&buffer[0])), C.int(len(buffer))))
}

// The two descriptions of a contact must be of one size.
var _ [unsafe.Sizeof(Contact{})]byte = [unsafe.Sizeof(C.gonao_contact{})]byte{}

// GeomGroups returns the group of every geom, a view of the model.
func (m *Model) GeomGroups() []int32 { return ints(m.m.geom_group, m.m.ngeom) }

// GeomBodies returns the body of every geom, a view of the model.
func (m *Model) GeomBodies() []int32 { return ints(m.m.geom_bodyid, m.m.ngeom) }

// BodyVelocity returns the velocity of a body's centre of mass as of the last step, m/s, in
// the world's axes.
func (d *Data) BodyVelocity(body int) [3]float64 {
	v := C.gonao_body_velocity(d.model.m, d.d, C.int(body))
	return [3]float64{float64(v.x), float64(v.y), float64(v.z)}
}

// CameraTurning returns the angular velocity of a camera as of the last step, rad/s, in its optical frame: x right, y
// down, z forward.
func (d *Data) CameraTurning(camera int) [3]float64 {
	w := C.gonao_camera_turning(d.model.m, d.d, C.int(camera)) // MuJoCo's camera looks along −z with y up
	return [3]float64{float64(w.x), -float64(w.y), -float64(w.z)}
}
