#define _GNU_SOURCE  // memmem
#include "endpoint.h"

#include <stdlib.h>
#include <string.h>

static void fill(struct gn_info *to, const dds_builtintopic_endpoint_t *from) {
  void *data = NULL;
  dds_durability_kind_t durability = DDS_DURABILITY_VOLATILE;
  dds_reliability_kind_t reliability = DDS_RELIABILITY_BEST_EFFORT;
  memcpy(to->guid.v, from->key.v, 16);
  memcpy(to->participant.v, from->participant_key.v, 16);
  to->topic = strdup(from->topic_name);
  to->type = strdup(from->type_name);
  dds_qget_userdata(from->qos, &data, &to->user_data_size);
  to->user_data = data;
  dds_qget_durability(from->qos, &durability);
  dds_qget_reliability(from->qos, &reliability, NULL);
  dds_history_kind_t history = DDS_HISTORY_KEEP_LAST;
  to->depth = 1;
  dds_qget_history(from->qos, &history, &to->depth);
  if (history == DDS_HISTORY_KEEP_ALL) to->depth = -1;
  to->transient_local = durability == DDS_DURABILITY_TRANSIENT_LOCAL;
  to->reliable = reliability == DDS_RELIABILITY_RELIABLE;
}

int gn_infos(dds_entity_t pp, bool writers, struct gn_info **out) {
  enum { max = 4096 };
  dds_entity_t topic =
      writers ? DDS_BUILTIN_TOPIC_DCPSPUBLICATION : DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION;
  dds_entity_t rd = dds_create_reader(pp, topic, NULL, NULL);
  if (rd < 0) return -1;
  void **samples = calloc(max, sizeof(*samples));
  dds_sample_info_t *si = calloc(max, sizeof(*si));
  int n = dds_read(rd, samples, si, max, max), count = 0;
  *out = calloc(n > 0 ? (size_t)n : 1, sizeof(**out));
  for (int i = 0; i < n; i++) {
    if (si[i].valid_data && si[i].instance_state == DDS_IST_ALIVE)
      fill(&(*out)[count++], samples[i]);
  }
  if (n > 0) dds_return_loan(rd, samples, n);
  dds_delete(rd);
  free(samples);
  free(si);
  return n < 0 ? -1 : count;
}

void gn_infos_free(struct gn_info *infos, int n) {
  for (int i = 0; i < n; i++) {
    free(infos[i].topic);
    free(infos[i].type);
    dds_free(infos[i].user_data);
  }
  free(infos);
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
  enum { max_peers = 256 };
  dds_instance_handle_t h[max_peers];
  int n = dds_get_matched_subscriptions(writer->entity, h, max_peers);
  for (int i = 0; i < n && i < max_peers; i++)
    if (has(dds_get_matched_subscription_data(writer->entity, h[i]), text)) return true;
  return false;
}
