// Drawing one model offscreen. All calls belong to the thread that opened it.
#ifndef GONAO_RENDER_H_
#define GONAO_RENDER_H_

#include "egl.h"
#include "guard.h"

typedef struct {
  int max_width, max_height;  // px
  int samples;                // per pixel, 0 or 1: no multisampling
  int shadow_size;            // px, 0: no shadows
  int max_geoms;
  int slices;                 // facets round a sphere, 0: as the model says
  int nice;                   // scheduling, for Mesa's threads too; 20: SCHED_IDLE
  int draw_all;               // 1: draw what lies outside the image too (for tests)
} gonao_render_options;

typedef struct {
  int camera;       // number of the model's camera, or -1: the free camera below
  double lookat[3]; // m
  double distance, azimuth, elevation;  // m, degrees
  double fovy;      // degrees, 0: as the model says
  int geom_groups;  // bit i: draw the geoms of group i
} gonao_view;

typedef struct {
  int geom;       // number in the model
  float r, g, b;  // 0 (dark) to 1
} gonao_glow;

typedef struct gonao_render gonao_render;

gonao_render* gonao_render_open(const mjModel* m, const gonao_render_options* o, char* err);
void gonao_render_close(gonao_render* r);

// gonao_render_draw draws qpos (nq numbers), mocap poses (7 per body, may be NULL) and
// the geoms that glow into rgb: 3 bytes a pixel, top row first.
int gonao_render_draw(gonao_render* r, const double* qpos, const double* mocap, const gonao_glow* glow,
                      int glows, const gonao_view* v, int width, int height, unsigned char* rgb, char* err);

// gonao_render_segment writes which geom each pixel shows: its number in the model, -1 for none,
// the top row first. show has a byte for each geom, 0 leaves it out; NULL shows all. What is
// transparent is left out. The renderer must have no multisampling.
int gonao_render_segment(gonao_render* r, const double* qpos, const double* mocap, const unsigned char* show,
                         const gonao_view* v, int width, int height, int* geoms, char* err);

#endif
