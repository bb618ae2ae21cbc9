// Type supports of ROS 2 interfaces, found by name in the libraries rosidl built.
#ifndef GONAO_SUPPORT_H
#define GONAO_SUPPORT_H

#include <rmw/rmw.h>
#include <rosidl_runtime_c/message_type_support_struct.h>
#include <rosidl_runtime_c/service_type_support_struct.h>
#include <stdbool.h>
#include <stddef.h>

// gr_symbol gives the address of a symbol in a shared library, which stays loaded.
// NULL when there is no such library or symbol; *why then says so until the next call.
void *gr_symbol(const char *library, const char *symbol, const char **why);

// gr_handle calls a function that gives a type support.
const void *gr_handle(void *get);

// gr_create and gr_destroy make and free a message.
void *gr_create(void *create);
void gr_destroy(void *destroy, void *message);

// gr_fill fills a message from CDR bytes with their header.
rmw_ret_t gr_fill(void *message, const rosidl_message_type_support_t *type, const void *data, size_t size);

// gr_bytes serializes a message into *out, which gr_release frees.
rmw_ret_t gr_bytes(const void *message, const rosidl_message_type_support_t *type,
                   rmw_serialized_message_t *out);
void gr_release(rmw_serialized_message_t *out);

#endif
