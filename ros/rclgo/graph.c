//go:build rclgo

#include "graph.h"

#include <rcutils/error_handling.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<rosidl_runtime_c/type_hash.h>)
#include <rosidl_runtime_c/type_hash.h>
#define GR_HAS_HASHES 1
#endif

// failed forgets rcl's error text, which the next error would complain about.
static bool failed(rcl_ret_t rc) {
  if (rc == RCL_RET_OK) {
    return false;
  }
  rcutils_reset_error();
  return true;
}

bool gr_available(const rcl_node_t *node, const rcl_client_t *client) {
  bool available = false;
  return !failed(rcl_service_server_is_available(node, client, &available)) && available;
}

rcl_ret_t gr_endpoints(const rcl_node_t *node, const char *topic, bool writers, rcl_topic_endpoint_info_array_t *out) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  *out = rcl_get_zero_initialized_topic_endpoint_info_array();
  rcl_ret_t rc = writers ? rcl_get_publishers_info_by_topic(node, &allocator, topic, false, out)
                         : rcl_get_subscriptions_info_by_topic(node, &allocator, topic, false, out);
  failed(rc);
  return rc;
}

void gr_endpoints_free(rcl_topic_endpoint_info_array_t *out) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  failed(rcl_topic_endpoint_info_array_fini(out, &allocator));
}

void gr_hash(const rmw_topic_endpoint_info_t *endpoint, char out[GR_HASH_SIZE]) {
  out[0] = 0;
#ifdef GR_HAS_HASHES
  if (endpoint->topic_type_hash.version == ROSIDL_TYPE_HASH_VERSION_UNSET) {
    return;
  }
  rcl_allocator_t allocator = rcl_get_default_allocator();
  char *text = NULL;
  if (!failed(rosidl_stringify_type_hash(&endpoint->topic_type_hash, allocator, &text))) {
    strncat(out, text, GR_HASH_SIZE - 1);
    allocator.deallocate(text, allocator.state);
  }
#else
  (void)endpoint;
#endif
}

void gr_acked(const rcl_publisher_t *publisher, long long ns) { failed(rcl_publisher_wait_for_all_acked(publisher, ns)); }

struct gr_watch *gr_watch_new(const rcl_node_t *node) {
  struct gr_watch *w = calloc(1, sizeof *w);
  if (w == NULL) {
    return NULL;
  }
  w->set = rcl_get_zero_initialized_wait_set();
  w->stop = rcl_get_zero_initialized_guard_condition();
  w->graph = rcl_node_get_graph_guard_condition(node);
  if (w->graph == NULL ||
      failed(rcl_guard_condition_init(&w->stop, node->context, rcl_guard_condition_get_default_options())) ||
      failed(rcl_wait_set_init(&w->set, 0, 2, 0, 0, 0, 0, node->context, rcl_get_default_allocator()))) {
    gr_watch_free(w);
    return NULL;
  }
  return w;
}

bool gr_watch_wait(struct gr_watch *w) {
  size_t graph, stop;
  if (failed(rcl_wait_set_clear(&w->set)) ||
      failed(rcl_wait_set_add_guard_condition(&w->set, w->graph, &graph)) ||
      failed(rcl_wait_set_add_guard_condition(&w->set, &w->stop, &stop)) || failed(rcl_wait(&w->set, -1))) {
    return false;
  }
  return w->set.guard_conditions[stop] == NULL;
}

void gr_watch_stop(struct gr_watch *w) { failed(rcl_trigger_guard_condition(&w->stop)); }

void gr_watch_free(struct gr_watch *w) {
  failed(rcl_wait_set_fini(&w->set));
  failed(rcl_guard_condition_fini(&w->stop));
  free(w);
}
