package mujoco

/*
#include "guard.h"

static double gonao_ray(const mjModel* m, const mjData* d, double px, double py, double pz,
                        double vx, double vy, double vz, unsigned groups, int exclude) {
  mjtNum p[3] = {px, py, pz}, v[3] = {vx, vy, vz};
  mjtByte group[mjNGROUP];
  for (int i = 0; i < mjNGROUP; i++) group[i] = groups >> i & 1;
  int geom;
  return mj_ray(m, d, p, v, group, 1, exclude, &geom);
}

// The least distance along a ray to geoms that are neither meshes nor height fields.
static double gonao_ray_geoms(const mjModel* m, const mjData* d, double px, double py, double pz,
                              double vx, double vy, double vz, const int* geoms, int n) {
  mjtNum p[3] = {px, py, pz}, v[3] = {vx, vy, vz}, nearest = -1;
  for (int i = 0; i < n; i++) {
    int g = geoms[i];
    mjtNum way = mju_rayGeom(d->geom_xpos + 3 * g, d->geom_xmat + 9 * g, m->geom_size + 3 * g, p, v, m->geom_type[g]);
    if (way >= 0 && (nearest < 0 || way < nearest)) nearest = way;
  }
  return nearest;
}
*/
import "C"

import "unsafe"

// Ray returns the distance in m from a point along a unit direction, both in the world frame, to the nearest geom of the
// groups whose bits are set; the ray passes through geoms of the body exclude (−1: through none). It returns −1 when
// nothing is hit.
func (d *Data) Ray(from, along [3]float64, groups uint32, exclude int) float64 {
	if groups == 0 {
		return -1 // MuJoCo would read it as all groups
	}
	return float64(C.gonao_ray(d.model.m, d.d,
		C.double(from[0]), C.double(from[1]), C.double(from[2]),
		C.double(along[0]), C.double(along[1]), C.double(along[2]), C.uint(groups), C.int(exclude)))
}

// RayGeoms returns the distance in m from a point along a unit direction, both in the
// world frame, to the nearest of some geoms, which are neither meshes nor height fields.
// It is −1 when none is hit.
func (d *Data) RayGeoms(from, along [3]float64, geoms []int32) float64 {
	if len(geoms) == 0 {
		return -1
	}
	return float64(C.gonao_ray_geoms(d.model.m, d.d,
		C.double(from[0]), C.double(from[1]), C.double(from[2]),
		C.double(along[0]), C.double(along[1]), C.double(along[2]),
		(*C.int)(unsafe.Pointer(&geoms[0])), C.int(len(geoms))))
}
