#define _GNU_SOURCE  // SCHED_IDLE
#include "render.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gonao_render {
  gonao_egl* egl;
  mjModel model;  // shallow copy with visual settings of its own; arrays are the model's
  mjData* data;
  mjvScene scene;
  mjvOption option;
  mjrContext context;
  unsigned char* rows;  // max_width × max_height × 3
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

gonao_render* gonao_render_open(const mjModel* m, const gonao_render_options* o, char* err) {
  gonao_render* r = calloc(1, sizeof *r);
  if (!r) return NULL;
  if (o->idle) {
    // Before the context: Mesa's drawing threads inherit it.
    struct sched_param none = {0};
    sched_setscheduler(0, SCHED_IDLE, &none);
  }
  mjr_defaultContext(&r->context);
  mjv_defaultScene(&r->scene);
  r->model = *m;
  r->model.vis.global.offwidth = o->max_width;
  r->model.vis.global.offheight = o->max_height;
  r->model.vis.quality.offsamples = o->samples > 1 ? o->samples : 0;
  r->model.vis.quality.shadowsize = o->shadow_size;
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

int gonao_render_draw(gonao_render* r, const double* qpos, const double* mocap, const gonao_view* v,
                      int width, int height, unsigned char* rgb, char* err) {
  mjvCamera camera;
  mjrRect area = {0, 0, width, height};
  set_camera(&camera, v);
  for (int i = 0; i < mjNGROUP; i++) r->option.geomgroup[i] = (v->geom_groups >> i) & 1;
  GUARD(err, {
    place(r, qpos, mocap);
    mjv_updateScene(&r->model, r->data, &r->option, NULL, &camera, mjCAT_ALL, &r->scene);
    if (v->fovy > 0) set_fovy(&r->scene, v->fovy);
    mjr_render(area, &r->scene, &r->context);
    mjr_readPixels(r->rows, NULL, area, &r->context);
  });
  size_t stride = (size_t)width * 3;  // OpenGL's first row is the lowest
  for (int y = 0; y < height; y++)
    memcpy(rgb + y * stride, r->rows + (height - 1 - y) * stride, stride);
  return 0;
}
