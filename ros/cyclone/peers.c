#define _GNU_SOURCE  // memmem
#include "endpoint.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static char *property(const dds_qos_t *qos, const char *name) {
  char *value = NULL, *copy = NULL;
  if (!dds_qget_prop(qos, name, &value) || value == NULL) return NULL;
  copy = strdup(value);
  dds_free(value);
  return copy;
}

static int64_t or_none(dds_duration_t d) { return d == DDS_INFINITY ? 0 : d; }

static struct gn_qos read_qos(const dds_qos_t *q) {
  struct gn_qos out = {.depth = 1};
  dds_durability_kind_t durability = DDS_DURABILITY_VOLATILE;
  dds_reliability_kind_t reliability = DDS_RELIABILITY_BEST_EFFORT;
  dds_history_kind_t history = DDS_HISTORY_KEEP_LAST;
  dds_liveliness_kind_t liveliness = DDS_LIVELINESS_AUTOMATIC;
  dds_duration_t deadline = DDS_INFINITY, lifespan = DDS_INFINITY, lease = DDS_INFINITY;
  dds_qget_durability(q, &durability);
  dds_qget_reliability(q, &reliability, NULL);
  dds_qget_history(q, &history, &out.depth);
  dds_qget_deadline(q, &deadline);
  dds_qget_lifespan(q, &lifespan);
  dds_qget_liveliness(q, &liveliness, &lease);
  out.reliable = reliability == DDS_RELIABILITY_RELIABLE;
  out.transient_local = durability >= DDS_DURABILITY_TRANSIENT_LOCAL;
  out.keep_all = history == DDS_HISTORY_KEEP_ALL;
  out.manual = liveliness == DDS_LIVELINESS_MANUAL_BY_TOPIC;
  out.deadline_ns = or_none(deadline);
  out.lifespan_ns = or_none(lifespan);
  out.lease_ns = or_none(lease);
  return out;
}

static void read_user_data(struct gn_info *to, const dds_qos_t *qos) {
  void *data = NULL;
  if (dds_qget_userdata(qos, &data, &to->user_data_size)) to->user_data = data;
}

static void fill_participant(struct gn_info *to, const dds_builtintopic_participant_t *from) {
  memcpy(to->guid.v, from->key.v, sizeof(to->guid.v));
  to->participant = to->guid;
  if (!to->alive) return;
  to->host = property(from->qos, "__Hostname");
  to->pid = property(from->qos, "__Pid");
  read_user_data(to, from->qos);
}

static void fill_endpoint(struct gn_info *to, const dds_builtintopic_endpoint_t *from) {
  memcpy(to->guid.v, from->key.v, sizeof(to->guid.v));
  if (!to->alive) return;
  memcpy(to->participant.v, from->participant_key.v, sizeof(to->participant.v));
  to->topic = strdup(from->topic_name);
  to->type = strdup(from->type_name);
  read_user_data(to, from->qos);
  to->qos = read_qos(from->qos);
}

static void on_change(dds_entity_t e, void *arg) {
  (void)e;
  uint64_t one = 1;
  ssize_t n = write(((struct gn_watch *)arg)->event, &one, sizeof(one));
  (void)n;
}

struct gn_watch *gn_watch_new(dds_entity_t pp, dds_return_t *rc) {
  static const dds_entity_t topics[gn_kinds] = {DDS_BUILTIN_TOPIC_DCPSPARTICIPANT,
                                                DDS_BUILTIN_TOPIC_DCPSPUBLICATION,
                                                DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION};
  struct gn_watch *w = calloc(1, sizeof(*w));
  *rc = DDS_RETCODE_OUT_OF_RESOURCES;
  if (w == NULL) return NULL;
  if ((w->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) < 0) {
    free(w);
    return NULL;
  }
  dds_listener_t *l = dds_create_listener(w);
  dds_lset_data_available(l, on_change);
  *rc = DDS_RETCODE_OK;
  for (int i = 0; i < gn_kinds && *rc == DDS_RETCODE_OK; i++)
    if ((w->reader[i] = dds_create_reader(pp, topics[i], NULL, l)) < 0) *rc = w->reader[i];
  dds_delete_listener(l);
  if (*rc == DDS_RETCODE_OK) return w;
  close(w->event);
  gn_watch_free(w);
  return NULL;
}

bool gn_watch_next(struct gn_watch *w, int kind, struct gn_info *out) {
  void *sample = NULL;
  dds_sample_info_t si;
  memset(out, 0, sizeof(*out));
  if (dds_take(w->reader[kind], &sample, &si, 1, 1) != 1) return false;
  out->alive = si.valid_data && si.instance_state == DDS_IST_ALIVE;
  if (kind == gn_participants)
    fill_participant(out, sample);
  else
    fill_endpoint(out, sample);
  dds_return_loan(w->reader[kind], &sample, 1);
  return true;
}

void gn_info_free(struct gn_info *i) {
  free(i->topic);
  free(i->type);
  free(i->host);
  free(i->pid);
  dds_free(i->user_data);
}

// The eventfd belongs to Go's file by now.
void gn_watch_free(struct gn_watch *w) {
  for (int i = 0; i < gn_kinds; i++) {
    if (w->reader[i] <= 0) continue;
    dds_set_listener(w->reader[i], NULL);
    dds_delete(w->reader[i]);
  }
  free(w);
}

int gn_peers(struct gn_endpoint *e, bool writer, dds_instance_handle_t *handles, size_t max) {
  dds_return_t n = writer ? dds_get_matched_subscriptions(e->entity, handles, max)
                          : dds_get_matched_publications(e->entity, handles, max);
  return n > (dds_return_t)max ? (int)max : n;
}

bool gn_peer_guid(struct gn_endpoint *e, bool writer, dds_instance_handle_t h,
                  struct gn_guid *guid) {
  dds_builtintopic_endpoint_t *p = writer ? dds_get_matched_subscription_data(e->entity, h)
                                          : dds_get_matched_publication_data(e->entity, h);
  if (p == NULL) return false;
  memcpy(guid->v, p->key.v, sizeof(guid->v));
  dds_builtintopic_free_endpoint(p);
  return true;
}

// has tells whether the endpoint's user data contains text, and frees it.
static bool has(dds_builtintopic_endpoint_t *e, const char *text) {
  void *data = NULL;
  size_t size = 0;
  if (e == NULL) return false;
  bool found = dds_qget_userdata(e->qos, &data, &size) && data != NULL &&
               memmem(data, size, text, strlen(text)) != NULL;
  dds_free(data);
  dds_builtintopic_free_endpoint(e);
  return found;
}

int gn_writer_data(struct gn_endpoint *reader, dds_instance_handle_t writer, char *buf,
                   size_t size) {
  void *data = NULL;
  size_t n = 0;
  dds_builtintopic_endpoint_t *e = dds_get_matched_publication_data(reader->entity, writer);
  if (e == NULL) return -1;
  dds_qget_userdata(e->qos, &data, &n);
  if (n > size) n = size;
  if (n > 0) memcpy(buf, data, n);
  dds_free(data);
  dds_builtintopic_free_endpoint(e);
  return (int)n;
}

bool gn_has_reader(struct gn_endpoint *writer, const char *text) {
  enum { max_peers = 1024 };
  dds_instance_handle_t h[max_peers];
  int n = dds_get_matched_subscriptions(writer->entity, h, max_peers);
  for (int i = 0; i < n && i < max_peers; i++)
    if (has(dds_get_matched_subscription_data(writer->entity, h[i]), text)) return true;
  return false;
}
