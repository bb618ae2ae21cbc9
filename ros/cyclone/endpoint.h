// Readers, writers and what is known of others, in the shape that Go likes.
#ifndef GONAO_ENDPOINT_H
#define GONAO_ENDPOINT_H

#include "sertype.h"

struct gn_qos {
  bool reliable, transient_local, keep_all, never_block;
  bool manual;  // liveliness by topic
  int32_t depth;
  int64_t deadline_ns, lifespan_ns, lease_ns;  // 0: none, infinite
};

// A reader or a writer with its topic.
struct gn_endpoint {
  dds_entity_t topic, entity;
  const struct ddsi_sertype *type;
  ddsrt_atomic_uint32_t matched;  // endpoints on the other side now
  ddsrt_atomic_uint32_t misfit;   // id of the QoS policy that kept a writer out, 0: none
  int event;                      // eventfd that counts arrivals; -1 for writers
};

struct gn_guid {
  unsigned char v[16];
};

// An endpoint of anybody's, as discovered. Free with gn_infos_free.
struct gn_info {
  struct gn_guid guid, participant;
  char *topic, *type, *user_data;
  size_t user_data_size;
  bool reliable, transient_local;
  int32_t depth;  // of the history; -1: all of it
};

dds_entity_t gn_participant(dds_domainid_t domain, const char *user_data);

// Both give NULL and *rc on error. ignore_local keeps the process's own samples out.
struct gn_endpoint *gn_writer(dds_entity_t pp, const char *topic, const char *type,
                              const char *user_data, struct gn_qos qos, dds_return_t *rc);
struct gn_endpoint *gn_reader(dds_entity_t pp, const char *topic, const char *type,
                              const char *user_data, struct gn_qos qos, bool ignore_local,
                              dds_return_t *rc);
void gn_endpoint_free(struct gn_endpoint *e);
uint32_t gn_matched(struct gn_endpoint *e);
// gn_misfit tells, once, which QoS policy kept a writer out of a reader; 0: none.
uint32_t gn_misfit(struct gn_endpoint *reader);

// gn_write sends head followed by body as one sample.
dds_return_t gn_write(struct gn_endpoint *w, const void *head, size_t head_size, const void *body,
                      size_t body_size);

// gn_write_lent sends the first n bytes of a sample of gn_sample_lend, which it consumes.
dds_return_t gn_write_lent(struct gn_endpoint *w, struct gn_sample *s, size_t n);

// gn_take gives the next sample, NULL when there is none; release it.
struct gn_sample *gn_take(struct gn_endpoint *r, dds_instance_handle_t *writer);
void gn_release(struct gn_sample *s);

// gn_infos lists all writers (or readers) known in pp's domain, -1 on error.
int gn_infos(dds_entity_t pp, bool writers, struct gn_info **out);
void gn_infos_free(struct gn_info *infos, int n);

// gn_writer_data copies the user data of the writer that a reader matched with
// into buf and returns its length, -1 when it is gone.
int gn_writer_data(struct gn_endpoint *reader, dds_instance_handle_t writer, char *buf, size_t size);
// gn_has_reader tells whether the writer has matched a reader whose user data
// contains text.
bool gn_has_reader(struct gn_endpoint *writer, const char *text);

#endif
