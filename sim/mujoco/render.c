#define _GNU_SOURCE  // SCHED_IDLE
#include "render.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

struct gonao_render {
  gonao_egl* egl;
  mjModel model;  // shallow copy with visual settings of its own; arrays are the model's
  mjData* data;
  mjvScene scene;
  mjvOption option;
  mjrContext context;
  unsigned char* rows;  // max_width × max_height × 3
  int cull;             // leave out what the image does not show
};

static int make_graphics(gonao_render* r, const gonao_render_options* o, char* err) {
  GUARD(err, {
    r->data = mj_makeData(&r->model);
    mjv_makeScene(&r->model, &r->scene, o->max_geoms);
    mjv_defaultOption(&r->option);
    mjr_makeContext(&r->model, &r->context, mjFONTSCALE_100);
    mjr_setBuffer(mjFB_OFFSCREEN, &r->context);
  });
  if (r->context.currentBuffer == mjFB_OFFSCREEN) return 0;
  snprintf(err, kErrSize, "OpenGL has no framebuffer objects");
  return 1;
}

// lower_priority acts on the calling thread only (Linux), and cannot fail downwards.
static void lower_priority(int nice) {
  struct sched_param none = {0};
  if (nice >= 20) sched_setscheduler(0, SCHED_IDLE, &none);
  else if (nice > 0) setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), nice);
}

gonao_render* gonao_render_open(const mjModel* m, const gonao_render_options* o, char* err) {
  gonao_render* r = calloc(1, sizeof *r);
  if (!r) return NULL;
  lower_priority(o->nice);  // before the context: Mesa's drawing threads inherit it
  mjr_defaultContext(&r->context);
  mjv_defaultScene(&r->scene);
  r->model = *m;
  r->model.vis.global.offwidth = o->max_width;
  r->model.vis.global.offheight = o->max_height;
  r->model.vis.quality.offsamples = o->samples > 1 ? o->samples : 0;
  r->model.vis.quality.shadowsize = o->shadow_size;
  if (o->slices > 0) {
    r->model.vis.quality.numslices = o->slices;
    r->model.vis.quality.numstacks = o->slices * 5 / 8;
  }
  r->model.njmax = r->model.nconmax = 0;  // its data holds poses only: no room for contacts and constraints
  r->cull = !o->shadow_size && !o->draw_all;  // what is out of sight may cast a shadow into it
  r->rows = malloc((size_t)o->max_width * o->max_height * 3);
  r->egl = gonao_egl_open(err);
  if (!r->egl || !r->rows || make_graphics(r, o, err)) {
    gonao_render_close(r);
    return NULL;
  }
  r->scene.flags[mjRND_SHADOW] = o->shadow_size > 0;
  r->scene.flags[mjRND_REFLECTION] = 0;
  r->option.flags[mjVIS_RANGEFINDER] = 0;  // or sonars draw their rays into the image
  return r;
}

void gonao_render_close(gonao_render* r) {
  if (r->data) mj_deleteData(r->data);
  mjv_freeScene(&r->scene);
  if (r->egl) {
    mjr_freeContext(&r->context);
    gonao_egl_close(r->egl);
  }
  free(r->rows);
  free(r);
}

static void place(gonao_render* r, const double* qpos, const double* mocap) {
  const mjModel* m = &r->model;
  memcpy(r->data->qpos, qpos, m->nq * sizeof(double));
  for (int i = 0; mocap && i < m->nmocap; i++) {
    memcpy(r->data->mocap_pos + 3 * i, mocap + 7 * i, 3 * sizeof(double));
    memcpy(r->data->mocap_quat + 4 * i, mocap + 7 * i + 3, 4 * sizeof(double));
  }
  mj_kinematics(m, r->data);
  mj_comPos(m, r->data);
  mj_camlight(m, r->data);
}

static void set_camera(mjvCamera* c, const gonao_view* v) {
  mjv_defaultCamera(c);
  if (v->camera >= 0) {
    c->type = mjCAMERA_FIXED;
    c->fixedcamid = v->camera;
    return;
  }
  c->type = mjCAMERA_FREE;
  memcpy(c->lookat, v->lookat, sizeof c->lookat);
  c->distance = v->distance;
  c->azimuth = v->azimuth;
  c->elevation = v->elevation;
}

static void set_fovy(mjvScene* s, double degrees) {
  for (int i = 0; i < 2; i++) {
    float half = s->camera[i].frustum_near * (float)tan(degrees * M_PI / 360);
    s->camera[i].frustum_top = half;
    s->camera[i].frustum_bottom = -half;
  }
}

static float dot(const float* a, const float* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// cull drops the geoms whose bounding sphere lies outside the image. MuJoCo itself
// sends all of them to OpenGL, which in software costs as much as the pixels do.
static void cull(mjvScene* s, double aspect) {
  const mjvGLCamera *a = s->camera, *b = s->camera + 1;  // a pair of eyes, drawn from their middle
  float tan_y = a->frustum_top / a->frustum_near, tan_x = tan_y * (float)aspect;
  float over_y = sqrtf(1 + tan_y * tan_y), over_x = sqrtf(1 + tan_x * tan_x);
  const float *f = a->forward, *u = a->up;
  const float right[3] = {f[1] * u[2] - f[2] * u[1], f[2] * u[0] - f[0] * u[2], f[0] * u[1] - f[1] * u[0]};
  int kept = 0;
  for (int i = 0; i < s->ngeom; i++) {
    const mjvGeom* g = s->geoms + i;
    float r = g->modelrbound * 1.001f, p[3], x, y, z;
    for (int k = 0; k < 3; k++) p[k] = g->pos[k] - (a->pos[k] + b->pos[k]) / 2;
    x = fabsf(dot(p, right));
    y = fabsf(dot(p, a->up));
    z = dot(p, a->forward);
    // A plane has no bounding sphere: its radius is 0.
    if (r > 0 && (z < -r || x > z * tan_x + r * over_x || y > z * tan_y + r * over_y)) continue;
    if (kept != i) s->geoms[kept] = *g;
    kept++;
  }
  s->ngeom = kept;
}

// shine colours the geoms that glow: one that is dark is as a lamp that is off.
static void shine(mjvScene* s, const gonao_glow* glow, int glows) {
  const float off = 0.12f;
  for (int i = 0; glows && i < s->ngeom; i++) {
    mjvGeom* g = s->geoms + i;
    for (int k = 0; k < glows; k++) {
      if (g->objtype != mjOBJ_GEOM || g->objid != glow[k].geom) continue;
      const float light[3] = {glow[k].r, glow[k].g, glow[k].b};
      g->emission = fmaxf(light[0], fmaxf(light[1], light[2]));
      for (int c = 0; c < 3; c++) g->rgba[c] = off + (1 - off) * light[c];
    }
  }
}

// compose places everything and collects what the view shows.
static int compose(gonao_render* r, const double* qpos, const double* mocap, const gonao_view* v, char* err) {
  mjvCamera camera;
  set_camera(&camera, v);
  for (int i = 0; i < mjNGROUP; i++) r->option.geomgroup[i] = (v->geom_groups >> i) & 1;
  GUARD(err, {
    place(r, qpos, mocap);
    mjv_updateScene(&r->model, r->data, &r->option, NULL, &camera, mjCAT_ALL, &r->scene);
  });
  if (v->fovy > 0) set_fovy(&r->scene, v->fovy);
  return 0;
}

int gonao_render_draw(gonao_render* r, const double* qpos, const double* mocap, const gonao_glow* glow,
                      int glows, const gonao_view* v, int width, int height, unsigned char* rgb, char* err) {
  mjrRect area = {0, 0, width, height};
  if (compose(r, qpos, mocap, v, err)) return 1;
  shine(&r->scene, glow, glows);
  if (r->cull) cull(&r->scene, (double)width / height);
  GUARD(err, {
    mjr_render(area, &r->scene, &r->context);
    mjr_readPixels(r->rows, NULL, area, &r->context);
  });
  size_t stride = (size_t)width * 3;  // OpenGL's first row is the lowest
  for (int y = 0; y < height; y++)
    memcpy(rgb + y * stride, r->rows + (height - 1 - y) * stride, stride);
  return 0;
}

// number sets what each geom of the scene is drawn as: its number in the model, or nothing.
static void number(mjvScene* s, const unsigned char* show) {
  for (int i = 0; i < s->ngeom; i++) {
    mjvGeom* g = s->geoms + i;
    int drawn = g->objtype == mjOBJ_GEOM && g->rgba[3] == 1 && (!show || show[g->objid]);
    g->segid = drawn ? g->objid : -1;
  }
}

int gonao_render_segment(gonao_render* r, const double* qpos, const double* mocap, const unsigned char* show,
                         const gonao_view* v, int width, int height, int* geoms, char* err) {
  mjrRect area = {0, 0, width, height};
  if (compose(r, qpos, mocap, v, err)) return 1;
  number(&r->scene, show);
  if (r->cull) cull(&r->scene, (double)width / height);
  r->scene.flags[mjRND_SEGMENT] = r->scene.flags[mjRND_IDCOLOR] = 1;
  GUARD(err, {
    mjr_render(area, &r->scene, &r->context);
    mjr_readPixels(r->rows, NULL, area, &r->context);
  });
  r->scene.flags[mjRND_SEGMENT] = r->scene.flags[mjRND_IDCOLOR] = 0;
  for (int y = 0; y < height; y++) {
    const unsigned char* from = r->rows + (size_t)(height - 1 - y) * width * 3;
    for (int x = 0; x < width; x++, from += 3) *geoms++ = (from[0] | from[1] << 8 | from[2] << 16) - 1;
  }
  return 0;
}
