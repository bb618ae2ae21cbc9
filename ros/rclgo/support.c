//go:build rclgo

#include "support.h"

#include <dlfcn.h>
#include <rcutils/allocator.h>

void *gr_symbol(const char *library, const char *symbol, const char **why) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  void *address = handle ? dlsym(handle, symbol) : NULL;
  *why = address ? NULL : dlerror();
  return address;  // the library is never closed: its type supports live as long as we do
}

const void *gr_handle(void *get) { return ((const void *(*)(void))get)(); }

void *gr_create(void *create) { return ((void *(*)(void))create)(); }

void gr_destroy(void *destroy, void *message) { ((void (*)(void *))destroy)(message); }

rmw_ret_t gr_fill(void *message, const rosidl_message_type_support_t *type, const void *data, size_t size) {
  rmw_serialized_message_t in = rmw_get_zero_initialized_serialized_message();
  in.buffer = (uint8_t *)data;  // only read
  in.buffer_length = in.buffer_capacity = size;
  in.allocator = rcutils_get_default_allocator();
  return rmw_deserialize(&in, type, message);
}

rmw_ret_t gr_bytes(const void *message, const rosidl_message_type_support_t *type,
                   rmw_serialized_message_t *out) {
  rcutils_allocator_t allocator = rcutils_get_default_allocator();
  *out = rmw_get_zero_initialized_serialized_message();
  // Zeros, for some middlewares count more bytes than they write.
  const size_t first = 1024;
  if (rcutils_uint8_array_init(out, first, &allocator) != RCUTILS_RET_OK) {
    return RMW_RET_BAD_ALLOC;
  }
  return rmw_serialize(message, type, out);
}

void gr_release(rmw_serialized_message_t *out) {
  if (rmw_serialized_message_fini(out) != RMW_RET_OK) {
    rcutils_reset_error();
  }
}
