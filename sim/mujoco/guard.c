#include "guard.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

_Thread_local jmp_buf gonao_jump;
_Thread_local int gonao_guarded;
_Thread_local char gonao_error[kErrSize];

static pthread_mutex_t warning_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t handlers_once = PTHREAD_ONCE_INIT;
static long warning_count;
static char warning_text[kErrSize];

static void on_warning(const char* message) {
  pthread_mutex_lock(&warning_lock);
  warning_count++;
  snprintf(warning_text, sizeof warning_text, "%s", message);
  pthread_mutex_unlock(&warning_lock);
}

// MuJoCo cannot go on after an error. The jump leaves the frames of MuJoCo's C
// engine; its C++ compiler catches its own errors before they come here.
static void on_error(const char* message) {
  if (!gonao_guarded) {
    on_warning(message);
    return;
  }
  snprintf(gonao_error, sizeof gonao_error, "%s", message);
  longjmp(gonao_jump, 1);
}

// allocate asks for huge pages for large memory, which free frees. MuJoCo clears all memory of an mjData, with ten robots 750 MB:
// with small pages that is most of the time in which a world is opened.
static void* allocate(size_t size) {
  enum { kCacheLine = 64, kHugePage = 2 << 20 };  // MuJoCo aligns its arrays with cache lines
  void* p = NULL;
  int large = size >= 2 * kHugePage;
  if (posix_memalign(&p, large ? kHugePage : kCacheLine, size)) return NULL;
  if (large) madvise(p, size, MADV_HUGEPAGE);  // only a wish
  return p;
}

static void install(void) {
  mju_user_malloc = allocate;
  mju_user_error = on_error;
  mju_user_warning = on_warning;
}

void gonao_install_handlers(void) { pthread_once(&handlers_once, install); }

void gonao_copy_error(char* err) { snprintf(err, kErrSize, "%s", gonao_error); }

long gonao_warnings(char* out) {
  pthread_mutex_lock(&warning_lock);
  snprintf(out, kErrSize, "%s", warning_text);
  long count = warning_count;
  pthread_mutex_unlock(&warning_lock);
  return count;
}

mjVFS* gonao_vfs_new(void) {
  mjVFS* vfs = malloc(sizeof(mjVFS));  // 2 MB in MuJoCo 2: never on the stack
  if (vfs) mj_defaultVFS(vfs);
  return vfs;
}

int gonao_vfs_add(mjVFS* vfs, const char* name, const void* data, int size, char* err) {
#if mjVERSION_HEADER >= 315
  int rc = mj_addBufferVFS(vfs, name, data, size);
#else
  int rc = mj_makeEmptyFileVFS(vfs, name, size);
  if (rc == 0) {
    int i = mj_findFileVFS(vfs, name);
    if (i < 0) rc = -1;
    else memcpy(vfs->filedata[i], data, size);
  }
#endif
  if (rc == 0) return 0;
  snprintf(err, kErrSize, "file \"%s\": %s", name, rc == 1 ? "no room" : "the name is used twice");
  return 1;
}

void gonao_vfs_free(mjVFS* vfs) {
  mj_deleteVFS(vfs);
  free(vfs);
}

mjModel* gonao_load(mjVFS* vfs, const char* name, char* err) {
  mjModel* volatile m = NULL;
  if (setjmp(gonao_jump)) {
    gonao_guarded = 0;
    gonao_copy_error(err);
    return NULL;
  }
  gonao_guarded = 1;
  err[0] = 0;
  m = mj_loadXML(name, vfs, err, kErrSize);
  gonao_guarded = 0;
  install();  // the compiler puts its own error handler in place, and not always back
  return m;
}

// release gives cleared memory back to the system; whoever writes it gets zeros again.
static void release(void* begin, size_t size) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t from = ((uintptr_t)begin + page - 1) & ~(page - 1), to = ((uintptr_t)begin + size) & ~(page - 1);
  if (to > from) madvise((void*)from, to - from, MADV_DONTNEED);
}

// release_dual releases the square matrix of the dual solvers, which Newton does not use: with ten robots 640 of 680 MB.
static void release_dual(const mjModel* m, mjData* d) {
#if mjVERSION_HEADER < 230  // later ones have it on the stack
  if (m->opt.solver != mjSOL_NEWTON || m->opt.noslip_iterations) return;
  size_t square = (size_t)m->njmax * (size_t)m->njmax;
  release(d->efc_AR, square * sizeof(mjtNum));
  release(d->efc_AR_colind, square * sizeof(int));
#endif
}

mjData* gonao_make_data(const mjModel* m, char* err) {
  if (setjmp(gonao_jump)) {
    gonao_guarded = 0;
    gonao_copy_error(err);
    return NULL;
  }
  gonao_guarded = 1;
  err[0] = 0;
  mjData* d = mj_makeData(m);
  gonao_guarded = 0;
  if (d) release_dual(m, d);
  return d;
}

int gonao_step(const mjModel* m, mjData* d, int n, char* err) {
  GUARD(err, for (int i = 0; i < n; i++) mj_step(m, d));
  return 0;
}

int gonao_forward(const mjModel* m, mjData* d, char* err) {
  GUARD(err, mj_forward(m, d));
  return 0;
}

int gonao_kinematics(const mjModel* m, mjData* d, char* err) {
  GUARD(err, {
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_camlight(m, d);
  });
  return 0;
}

int gonao_reset(const mjModel* m, mjData* d, char* err) {
  GUARD(err, mj_resetData(m, d));
  release_dual(m, d);
  return 0;
}

int gonao_copy_data(mjData* dst, const mjModel* m, const mjData* src, char* err) {
  GUARD(err, mj_copyData(dst, m, src));
  release_dual(m, dst);
  return 0;
}
