// The C side of the binding: every call into MuJoCo that may raise an error goes
// through one of these, which return 0, or 1 with the message in err.
#ifndef GONAO_GUARD_H_
#define GONAO_GUARD_H_

#include <mujoco/mujoco.h>
#include <setjmp.h>

enum { kErrSize = 1024 };

// The jump target of the call under way in this thread, and its error text.
extern _Thread_local jmp_buf gonao_jump;
extern _Thread_local int gonao_guarded;
extern _Thread_local char gonao_error[kErrSize];

// GUARD(err, code) runs code; a MuJoCo error inside returns 1 from the function.
#define GUARD(err, code)                        \
  do {                                          \
    if (setjmp(gonao_jump)) {                   \
      gonao_guarded = 0;                        \
      gonao_copy_error(err);                    \
      return 1;                                 \
    }                                           \
    gonao_guarded = 1;                          \
    code;                                       \
    gonao_guarded = 0;                          \
  } while (0)

void gonao_copy_error(char* err);
void gonao_install_handlers(void);

// Warnings of the whole process since its start; the last one's text in out.
long gonao_warnings(char* out);

// A set of files in memory for a model to refer to.
mjVFS* gonao_vfs_new(void);
int gonao_vfs_add(mjVFS* vfs, const char* name, const void* data, int size, char* err);
void gonao_vfs_free(mjVFS* vfs);

// The model in file `name` of vfs, or NULL with the message in err.
mjModel* gonao_load(mjVFS* vfs, const char* name, char* err);
mjData* gonao_make_data(const mjModel* m, char* err);

int gonao_step(const mjModel* m, mjData* d, int n, char* err);
int gonao_forward(const mjModel* m, mjData* d, char* err);
int gonao_kinematics(const mjModel* m, mjData* d, char* err);
int gonao_reset(const mjModel* m, mjData* d, char* err);
int gonao_copy_data(mjData* dst, const mjModel* m, const mjData* src, char* err);

#endif
