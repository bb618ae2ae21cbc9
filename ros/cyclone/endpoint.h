// Readers, writers and what is known of others, in the shape that Go likes.
#ifndef GONAO_ENDPOINT_H
#define GONAO_ENDPOINT_H

#include "sertype.h"

struct gn_qos {
  bool reliable, transient_local, keep_all;
  int64_t patience_ns;  // how long a reliable write may wait
  bool manual;  // liveliness by topic
  int32_t depth;
  int64_t deadline_ns, lifespan_ns, lease_ns;  // 0: none, infinite
};

// What has happened to an endpoint so far; counts only grow, but for alive.
struct gn_status {
  uint32_t misfits, policy;  // endpoints kept apart by QoS, and the last one's policy id
  uint32_t deadlines;        // deadlines missed
  uint32_t died;             // a writer's lost liveliness
  uint32_t alive;            // a reader's writers alive now
  uint32_t lost;             // samples lost
};

// A reader or a writer with its topic.
struct gn_endpoint {
  dds_entity_t topic, entity;
  const struct ddsi_sertype *type;
  ddsrt_atomic_uint32_t matched;  // endpoints on the other side now
  ddsrt_atomic_uint32_t dirty;    // something happened since gn_happened
  ddsrt_atomic_uint32_t misfits, policy, deadlines, died, alive, lost;
  ddsrt_atomic_uint32_t woken;    // the event was added to since Go last began to take
  int event;   // eventfd that is added to when samples arrive; -1 for writers
  int status;  // eventfd of the participant that counts what happens to endpoints; -1: nobody asks
};

struct gn_guid {
  unsigned char v[16];
};

// A participant or an endpoint of anybody's, as discovered. Free with gn_info_free.
struct gn_info {
  struct gn_guid guid, participant;
  bool alive;                       // otherwise it has gone, and only guid is set
  char *topic, *type;               // of an endpoint
  char *host, *pid;                 // of a participant that tells; NULL otherwise
  char *user_data;
  size_t user_data_size;
  struct gn_qos qos;
};

// Readers of what DDS discovers: participants, writers, readers.
enum { gn_participants, gn_writers, gn_readers, gn_kinds };
struct gn_watch {
  dds_entity_t reader[gn_kinds];
  int event;  // eventfd that counts changes
};

dds_entity_t gn_participant(dds_domainid_t domain, const char *user_data);

// gn_set_user_data gives a participant another USER_DATA.
dds_return_t gn_set_user_data(dds_entity_t participant, const char *user_data);

// Both give NULL and *rc on error. ignore_local keeps the process's own samples out.
struct gn_endpoint *gn_writer(dds_entity_t pp, const char *topic, const char *type,
                              const char *user_data, struct gn_qos qos, int status,
                              dds_return_t *rc);
struct gn_endpoint *gn_reader(dds_entity_t pp, const char *topic, const char *type,
                              const char *user_data, struct gn_qos qos, int status,
                              bool ignore_local, dds_return_t *rc);
void gn_endpoint_free(struct gn_endpoint *e);
uint32_t gn_matched(struct gn_endpoint *e);
// gn_happened gives the status when it changed since the last call.
bool gn_happened(struct gn_endpoint *e, struct gn_status *s);
// gn_peers gives the handles of the endpoints matched now, at most max, and how many.
int gn_peers(struct gn_endpoint *e, bool writer, dds_instance_handle_t *handles, size_t max);
// gn_peer_guid tells which endpoint a handle is; false when it has gone.
bool gn_peer_guid(struct gn_endpoint *e, bool writer, dds_instance_handle_t h, struct gn_guid *guid);

// gn_write sends head followed by body as one sample.
dds_return_t gn_write(struct gn_endpoint *w, const void *head, size_t head_size, const void *body,
                      size_t body_size);

// gn_write_call sends a request or a reply as rmw_fastrtps does. It fails in a domain with DDS Security.
dds_return_t gn_write_call(struct gn_endpoint *w, struct gn_call call, const void *body,
                           size_t size);

// gn_write_lent sends the first n bytes of a sample of gn_sample_lend, which it consumes.
dds_return_t gn_write_lent(struct gn_endpoint *w, struct gn_sample *s, size_t n);

// gn_want_first makes a reader ask for all that a writer on Fast DDS keeps for it. Without this, Cyclone begins with the
// sample after the first heartbeat, and a call from a client that discovers us before we discover it is lost.
void gn_want_first(struct gn_endpoint *r);

// Where a sample comes from, and when it was sent by the clock of the writer's host.
struct gn_source {
  dds_instance_handle_t writer;
  int64_t sent_ns;  // since 1970; 0 when the writer does not tell
  struct gn_call call;
};

// gn_take gives the next sample, NULL when there is none; release it.
struct gn_sample *gn_take(struct gn_endpoint *r, struct gn_source *from);
void gn_release(struct gn_sample *s);

// gn_watch_new begins to look for others, NULL and *rc on error.
struct gn_watch *gn_watch_new(dds_entity_t pp, dds_return_t *rc);
// gn_watch_next gives the next change of one kind, false when there is none.
bool gn_watch_next(struct gn_watch *w, int kind, struct gn_info *out);
void gn_info_free(struct gn_info *info);
void gn_watch_free(struct gn_watch *w);

// gn_writer_data copies the user data of the writer that a reader matched with
// into buf and returns its length, -1 when it is gone.
int gn_writer_data(struct gn_endpoint *reader, dds_instance_handle_t writer, char *buf, size_t size);
// gn_has_reader tells whether the writer has matched a reader whose user data
// contains text.
bool gn_has_reader(struct gn_endpoint *writer, const char *text);

#endif
