#include "endpoint.h"

#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_entity.h>  // before ddsi_endpoint.h, which needs it
#include <dds/ddsi/ddsi_endpoint.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/q_bswap.h>
#include <dds/ddsi/q_thread.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

dds_entity_t gn_participant(dds_domainid_t domain, const char *user_data) {
  // Images come and go thirty times a second: without this the allocator gives
  // their pages back to the kernel each time, to get them again zeroed.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  dds_qos_t *q = dds_create_qos();
  dds_qset_userdata(q, user_data, strlen(user_data));
  dds_entity_t pp = dds_create_participant(domain, q, NULL);
  dds_delete_qos(q);
  return pp;
}

dds_return_t gn_set_user_data(dds_entity_t participant, const char *user_data) {
  dds_qos_t *q = dds_create_qos();
  if (q == NULL) return DDS_RETCODE_OUT_OF_RESOURCES;
  dds_qset_userdata(q, user_data, strlen(user_data));
  dds_return_t rc = dds_set_qos(participant, q);
  dds_delete_qos(q);
  return rc;
}

static dds_qos_t *make_qos(struct gn_qos q, const char *user_data) {
  dds_qos_t *qos = dds_create_qos();
  dds_history_kind_t history = q.keep_all ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST;
  int32_t depth = q.keep_all ? DDS_LENGTH_UNLIMITED : q.depth;
  dds_qset_writer_data_lifecycle(qos, false);
  dds_qset_history(qos, history, depth);
  if (q.reliable)
    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, q.patience_ns);
  else
    dds_qset_reliability(qos, DDS_RELIABILITY_BEST_EFFORT, 0);
  if (q.transient_local) {
    dds_qset_durability(qos, DDS_DURABILITY_TRANSIENT_LOCAL);
    dds_qset_durability_service(qos, 0, history, depth, DDS_LENGTH_UNLIMITED,
                                DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
  }
  if (q.deadline_ns > 0) dds_qset_deadline(qos, q.deadline_ns);
  if (q.lifespan_ns > 0) dds_qset_lifespan(qos, q.lifespan_ns);
  if (q.manual || q.lease_ns > 0)
    dds_qset_liveliness(
        qos, q.manual ? DDS_LIVELINESS_MANUAL_BY_TOPIC : DDS_LIVELINESS_AUTOMATIC,
        q.lease_ns > 0 ? q.lease_ns : DDS_INFINITY);
  if (user_data[0] != 0) dds_qset_userdata(qos, user_data, strlen(user_data));
  return qos;
}

static void add(int eventfd) {
  uint64_t one = 1;
  ssize_t n = write(eventfd, &one, sizeof(one));
  (void)n;  // a full counter is an event too
}

// The listeners run in Cyclone's threads: they note what happened and wake Go.
static void happened(struct gn_endpoint *e, ddsrt_atomic_uint32_t *what, uint32_t value) {
  ddsrt_atomic_st32(what, value);
  ddsrt_atomic_st32(&e->dirty, 1);
  if (e->status >= 0) add(e->status);
}

#define ON(name, type, field, from)                                           \
  static void name(dds_entity_t entity, const dds_##type##_status_t s, void *arg) { \
    struct gn_endpoint *e = arg;                                              \
    (void)entity;                                                             \
    happened(e, &e->field, s.from);                                           \
  }

ON(on_writer_matched, publication_matched, matched, current_count)
ON(on_reader_matched, subscription_matched, matched, current_count)
ON(on_offered_deadline, offered_deadline_missed, deadlines, total_count)
ON(on_requested_deadline, requested_deadline_missed, deadlines, total_count)
ON(on_liveliness_lost, liveliness_lost, died, total_count)
ON(on_liveliness_changed, liveliness_changed, alive, alive_count)
ON(on_lost, sample_lost, lost, total_count)

static void on_offered_misfit(dds_entity_t entity, const dds_offered_incompatible_qos_status_t s,
                              void *arg) {
  struct gn_endpoint *e = arg;
  (void)entity;
  ddsrt_atomic_st32(&e->policy, s.last_policy_id);
  happened(e, &e->misfits, s.total_count);
}

static void on_requested_misfit(dds_entity_t entity,
                                const dds_requested_incompatible_qos_status_t s, void *arg) {
  struct gn_endpoint *e = arg;
  (void)entity;
  ddsrt_atomic_st32(&e->policy, s.last_policy_id);
  happened(e, &e->misfits, s.total_count);
}

// A sample that arrives while Go takes is taken too, so one system call wakes Go for all of them.
static void on_data(dds_entity_t entity, void *arg) {
  struct gn_endpoint *e = arg;
  (void)entity;
  if (ddsrt_atomic_cas32(&e->woken, 0, 1)) add(e->event);
}

// make_topic gives the endpoint its topic, or fails with *rc.
static struct gn_endpoint *make_topic(dds_entity_t pp, const char *topic, const char *type,
                                      int status, dds_return_t *rc) {
  struct gn_endpoint *e = calloc(1, sizeof(*e));
  struct ddsi_sertype *st = gn_sertype_new(type);
  if (e == NULL || st == NULL) {
    *rc = DDS_RETCODE_OUT_OF_RESOURCES;
    free(e);
    return NULL;
  }
  e->event = -1;
  e->status = status;
  e->topic = dds_create_topic_sertype(pp, topic, &st, NULL, NULL, NULL);
  if (e->topic < 0) {
    *rc = e->topic;
    ddsi_sertype_unref(st);
    free(e);
    return NULL;
  }
  e->type = st;
  return e;
}

static struct gn_endpoint *finish(struct gn_endpoint *e, dds_qos_t *qos, dds_listener_t *l,
                                  dds_return_t *rc) {
  dds_delete_qos(qos);
  dds_delete_listener(l);
  *rc = DDS_RETCODE_OK;
  if (e->entity >= 0) return e;
  *rc = e->entity;
  dds_delete(e->topic);
  if (e->event >= 0) close(e->event);
  free(e);
  return NULL;
}

struct gn_endpoint *gn_writer(dds_entity_t pp, const char *topic, const char *type,
                              const char *user_data, struct gn_qos q, int status,
                              dds_return_t *rc) {
  struct gn_endpoint *e = make_topic(pp, topic, type, status, rc);
  if (e == NULL) return NULL;
  dds_qos_t *qos = make_qos(q, user_data);
  dds_listener_t *l = dds_create_listener(e);
  dds_lset_publication_matched(l, on_writer_matched);
  dds_lset_offered_deadline_missed(l, on_offered_deadline);
  dds_lset_offered_incompatible_qos(l, on_offered_misfit);
  dds_lset_liveliness_lost(l, on_liveliness_lost);
  e->entity = dds_create_writer(pp, e->topic, qos, l);
  return finish(e, qos, l, rc);
}

struct gn_endpoint *gn_reader(dds_entity_t pp, const char *topic, const char *type,
                              const char *user_data, struct gn_qos q, int status,
                              bool ignore_local, dds_return_t *rc) {
  struct gn_endpoint *e = make_topic(pp, topic, type, status, rc);
  if (e == NULL) return NULL;
  e->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  dds_qos_t *qos = make_qos(q, user_data);
  if (ignore_local) dds_qset_ignorelocal(qos, DDS_IGNORELOCAL_PARTICIPANT);
  dds_listener_t *l = dds_create_listener(e);
  dds_lset_subscription_matched(l, on_reader_matched);
  dds_lset_data_available(l, on_data);
  dds_lset_requested_deadline_missed(l, on_requested_deadline);
  dds_lset_requested_incompatible_qos(l, on_requested_misfit);
  dds_lset_liveliness_changed(l, on_liveliness_changed);
  dds_lset_sample_lost(l, on_lost);
  e->entity = e->event < 0 ? DDS_RETCODE_OUT_OF_RESOURCES : dds_create_reader(pp, e->topic, qos, l);
  return finish(e, qos, l, rc);
}

// The eventfd belongs to Go's file by now.
void gn_endpoint_free(struct gn_endpoint *e) {
  dds_set_listener(e->entity, NULL);  // waits for callbacks under way
  dds_delete(e->entity);
  dds_delete(e->topic);
  free(e);
}

uint32_t gn_matched(struct gn_endpoint *e) { return ddsrt_atomic_ld32(&e->matched); }

bool gn_happened(struct gn_endpoint *e, struct gn_status *s) {
  if (ddsrt_atomic_ld32(&e->dirty) == 0) return false;
  ddsrt_atomic_st32(&e->dirty, 0);  // before reading: what comes meanwhile is read again
  ddsrt_atomic_fence();
  s->misfits = ddsrt_atomic_ld32(&e->misfits);
  s->policy = ddsrt_atomic_ld32(&e->policy);
  s->deadlines = ddsrt_atomic_ld32(&e->deadlines);
  s->died = ddsrt_atomic_ld32(&e->died);
  s->alive = ddsrt_atomic_ld32(&e->alive);
  s->lost = ddsrt_atomic_ld32(&e->lost);
  return true;
}

dds_return_t gn_write(struct gn_endpoint *w, const void *head, size_t head_size, const void *body,
                      size_t body_size) {
  struct gn_sample *s = gn_sample_new(w->type, head, head_size, body, body_size);
  if (s == NULL) return DDS_RETCODE_OUT_OF_RESOURCES;
  return dds_writecdr(w->entity, &s->c);  // consumes the reference, come what may
}

dds_return_t gn_write_call(struct gn_endpoint *w, struct gn_call call, const void *body,
                           size_t size) {
  if (!gn_send_calls(ddsrt_atomic_ldvoidp(&w->type->gv))) return DDS_RETCODE_NOT_ALLOWED_BY_SECURITY;
  struct gn_sample *s = gn_sample_new(w->type, body, size, NULL, 0);
  if (s == NULL) return DDS_RETCODE_OUT_OF_RESOURCES;
  s->call = call;
  return dds_writecdr(w->entity, &s->c);
}

dds_return_t gn_write_lent(struct gn_endpoint *w, struct gn_sample *s, size_t n) {
  gn_sample_finish(s, n);
  return dds_writecdr(w->entity, &s->c);
}

void gn_want_first(struct gn_endpoint *r) {
  struct ddsi_domaingv *gv = ddsrt_atomic_ldvoidp(&r->type->gv);
  ddsi_guid_t guid;
  DDSRT_STATIC_ASSERT(sizeof(guid) == sizeof(dds_guid_t));
  if (dds_get_guid(r->entity, (dds_guid_t *)&guid) != DDS_RETCODE_OK) return;
  guid = nn_ntoh_guid(guid);
  struct thread_state *thread = lookup_thread_state();
  thread_state_awake(thread, gv);
  struct ddsi_reader *rd = entidx_lookup_reader_guid(gv->entity_index, &guid);
  if (rd != NULL) rd->handle_as_transient_local = 1;  // it is read when a writer is discovered
  thread_state_asleep(thread);
}

struct gn_sample *gn_take(struct gn_endpoint *r, struct gn_source *from) {
  struct ddsi_serdata *d = NULL;
  dds_sample_info_t info;
  while (dds_takecdr(r->entity, &d, 1, &info, DDS_ANY_STATE) == 1) {
    if (info.valid_data && d->kind == SDK_DATA) {
      from->writer = info.publication_handle;
      from->sent_ns = info.source_timestamp == DDS_TIME_INVALID ? 0 : info.source_timestamp;
      from->call = ((struct gn_sample *)d)->call;
      return (struct gn_sample *)d;
    }
    ddsi_serdata_unref(d);
  }
  return NULL;
}

void gn_release(struct gn_sample *s) { ddsi_serdata_unref(&s->c); }
