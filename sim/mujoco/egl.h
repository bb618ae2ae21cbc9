// An OpenGL context without a window, a display or a GPU, for the calling thread.
#ifndef GONAO_EGL_H_
#define GONAO_EGL_H_

typedef struct gonao_egl gonao_egl;

// gonao_egl_open makes a context current in this thread, or returns NULL with the
// reason in err (kErrSize bytes).
gonao_egl* gonao_egl_open(char* err);
void gonao_egl_close(gonao_egl* egl);

#endif
