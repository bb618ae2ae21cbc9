// What rcl knows of the graph and rclgo does not pass on.
#ifndef GONAO_GRAPH_H
#define GONAO_GRAPH_H

#include <rcl/graph.h>
#include <rcl/rcl.h>
#include <stdbool.h>
#include <stddef.h>

// gr_available tells whether a client has a server to answer it.
bool gr_available(const rcl_node_t *node, const rcl_client_t *client);

// gr_endpoints finds a topic's writers or readers; gr_endpoints_free frees them.
rcl_ret_t gr_endpoints(const rcl_node_t *node, const char *topic, bool writers, rcl_topic_endpoint_info_array_t *out);
void gr_endpoints_free(rcl_topic_endpoint_info_array_t *out);

// GR_HASH_SIZE has room for "RIHS01_", 64 digits and a NUL.
enum { GR_HASH_SIZE = 72 };

// gr_hash writes the type hash of an endpoint, or "" where there is none: rcl has them
// since Iron.
void gr_hash(const rmw_topic_endpoint_info_t *endpoint, char out[GR_HASH_SIZE]);

// gr_acked waits until readers have what a reliable publisher sent, at most ns.
void gr_acked(const rcl_publisher_t *publisher, long long ns);

// gr_watch waits for changes of the graph, in one thread.
struct gr_watch {
  rcl_wait_set_t set;
  rcl_guard_condition_t stop;
  const rcl_guard_condition_t *graph;
};

// gr_watch_new makes a watch that must be freed before its node; NULL on failure.
struct gr_watch *gr_watch_new(const rcl_node_t *node);

// gr_watch_wait returns true after a change, false once gr_watch_stop was called.
bool gr_watch_wait(struct gr_watch *w);
void gr_watch_stop(struct gr_watch *w);
void gr_watch_free(struct gr_watch *w);

#endif
