#include "egl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "guard.h"

// libEGL is opened at run time and not linked, so that a machine without it still
// simulates, and says what to install once it is asked for a picture. MuJoCo's own
// loader then finds eglGetProcAddress in the process: hence RTLD_GLOBAL.
struct gonao_egl {
  void* lib;
  EGLDisplay display;
  EGLContext context;
  __typeof__(&eglGetProcAddress) getProcAddress;
  __typeof__(&eglInitialize) initialize;
  __typeof__(&eglBindAPI) bindAPI;
  __typeof__(&eglChooseConfig) chooseConfig;
  __typeof__(&eglCreateContext) createContext;
  __typeof__(&eglMakeCurrent) makeCurrent;
  __typeof__(&eglDestroyContext) destroyContext;
  __typeof__(&eglReleaseThread) releaseThread;
  __typeof__(&eglGetError) getError;
};

static int load_functions(gonao_egl* e) {
#define LOAD(field, name) \
  if (!(e->field = (__typeof__(e->field))dlsym(e->lib, name))) return 0
  LOAD(getProcAddress, "eglGetProcAddress");
  LOAD(initialize, "eglInitialize");
  LOAD(bindAPI, "eglBindAPI");
  LOAD(chooseConfig, "eglChooseConfig");
  LOAD(createContext, "eglCreateContext");
  LOAD(makeCurrent, "eglMakeCurrent");
  LOAD(destroyContext, "eglDestroyContext");
  LOAD(releaseThread, "eglReleaseThread");
  LOAD(getError, "eglGetError");
#undef LOAD
  return 1;
}

// open_display returns what failed, or NULL. The display is shared by the process
// and never terminated: EGL counts no users.
static const char* open_display(gonao_egl* e) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC getPlatformDisplay =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)e->getProcAddress("eglGetPlatformDisplayEXT");
  if (!getPlatformDisplay) return "eglGetPlatformDisplayEXT is missing";
  e->display = getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (e->display == EGL_NO_DISPLAY) return "there is no surfaceless display";
  EGLint major, minor;
  if (!e->initialize(e->display, &major, &minor)) return "eglInitialize";
  return NULL;
}

static const char* open_context(gonao_egl* e) {
  if (!e->bindAPI(EGL_OPENGL_API)) return "eglBindAPI(OpenGL)";
  const EGLint want[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                         EGL_RED_SIZE,        8,              EGL_GREEN_SIZE,   8,
                         EGL_BLUE_SIZE,       8,              EGL_NONE};
  EGLConfig config;
  EGLint found = 0;
  if (!e->chooseConfig(e->display, want, &config, 1, &found) || found < 1)
    return "eglChooseConfig";
  e->context = e->createContext(e->display, config, EGL_NO_CONTEXT, NULL);
  if (e->context == EGL_NO_CONTEXT) return "eglCreateContext";
  if (!e->makeCurrent(e->display, EGL_NO_SURFACE, EGL_NO_SURFACE, e->context))
    return "eglMakeCurrent";
  return NULL;
}

gonao_egl* gonao_egl_open(char* err) {
  gonao_egl* e = calloc(1, sizeof *e);
  if (!e) {
    snprintf(err, kErrSize, "out of memory");
    return NULL;
  }
  e->lib = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
  const char* what = NULL;
  if (!e->lib) what = dlerror();
  else if (!load_functions(e)) what = "libEGL.so.1 lacks a function";
  else if (!(what = open_display(e))) what = open_context(e);
  if (!what) return e;

  if (e->lib && e->getError)
    snprintf(err, kErrSize, "%s (EGL error 0x%x)", what, e->getError());
  else
    snprintf(err, kErrSize, "%s", what);
  gonao_egl_close(e);
  return NULL;
}

void gonao_egl_close(gonao_egl* e) {
  if (e->context) {
    e->makeCurrent(e->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    e->destroyContext(e->display, e->context);
    e->releaseThread();
  }
  free(e);  // the library stays: Mesa's threads may still run in it
}
