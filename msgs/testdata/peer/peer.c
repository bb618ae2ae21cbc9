/* Decodes samples with the code that idlc generates, shows their values, encodes
 * them again: the second opinion on our CDR.
 *
 * stdin:  per sample two uint32, the index of its type and its length, and its bytes
 * stdout: per sample a uint32 and the values as text, a uint32 and the bytes
 *         encoded again; both empty for a sample that does not decode.
 *
 * types.h comes from idlc; show.h, from the test, has the table `types` and the
 * functions that show values. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dds/dds.h"
#include "dds/ddsi/ddsi_serdata.h"
#include "dds/ddsi/ddsi_sertype.h"

#include "types.h"

static void show_text(FILE *out, const char *text) { fprintf(out, "%zu:%s ", strlen(text), text); }

static void show_float32(FILE *out, float v) {
  uint32_t bits;
  memcpy(&bits, &v, sizeof bits);
  fprintf(out, "%08" PRIx32 " ", bits);
}

static void show_float64(FILE *out, double v) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  fprintf(out, "%016" PRIx64 " ", bits);
}

struct type {
  const dds_topic_descriptor_t *descriptor;
  void (*show)(FILE *out, const void *sample);
};

#include "show.h"

static void die(const char *what, int code) {
  fprintf(stderr, "%s: %s\n", what, dds_strretcode(-code));
  exit(1);
}

/* The type as Cyclone sees it comes out of a sample that was written and taken. */
static struct ddsi_sertype *sertype_of(dds_entity_t participant, int i) {
  const dds_topic_descriptor_t *d = types[i].descriptor;
  char name[32];
  snprintf(name, sizeof name, "t%d", i);
  dds_entity_t topic = dds_create_topic(participant, d, name, NULL, NULL);
  if (topic < 0) die(d->m_typename, topic);
  dds_entity_t reader = dds_create_reader(participant, topic, NULL, NULL);
  dds_entity_t writer = dds_create_writer(participant, topic, NULL, NULL);
  void *sample = dds_alloc(d->m_size);
  dds_return_t rc = dds_write(writer, sample);
  if (rc < 0) die(d->m_typename, rc);
  dds_free(sample);
  struct ddsi_serdata *taken;
  dds_sample_info_t info;
  rc = dds_takecdr(reader, &taken, 1, &info, DDS_ANY_STATE);
  if (rc != 1) die(d->m_typename, rc);
  struct ddsi_sertype *type = ddsi_sertype_ref(taken->type);
  ddsi_serdata_unref(taken);
  dds_delete(writer);
  dds_delete(reader);
  dds_delete(topic);
  return type;
}

static void put(const void *data, size_t size) {
  uint32_t n = (uint32_t)size;
  fwrite(&n, sizeof n, 1, stdout);
  fwrite(data, 1, size, stdout);
}

static void answer(const struct type *type, struct ddsi_sertype *sertype, void *data, size_t size) {
  ddsrt_iovec_t iov = {.iov_base = data, .iov_len = (ddsrt_iov_len_t)size};
  struct ddsi_serdata *got = ddsi_serdata_from_ser_iov(sertype, SDK_DATA, 1, &iov, size);
  if (got == NULL) {
    put("", 0);
    put("", 0);
    return;
  }
  void *sample = dds_alloc(type->descriptor->m_size);
  if (!ddsi_serdata_to_sample(got, sample, NULL, NULL)) die("to sample", 0);
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  type->show(out, sample);
  fclose(out);
  put(text, length);
  free(text);
  struct ddsi_serdata *again = ddsi_serdata_from_sample(sertype, SDK_DATA, sample);
  uint32_t n = ddsi_serdata_size(again);
  void *bytes = malloc(n);
  ddsi_serdata_to_ser(again, 0, n, bytes);
  put(bytes, n);
  free(bytes);
  ddsi_serdata_unref(again);
  dds_sample_free(sample, type->descriptor, DDS_FREE_ALL);
  ddsi_serdata_unref(got);
}

int main(void) {
  const int count = sizeof types / sizeof types[0];
  dds_entity_t participant = dds_create_participant(DDS_DOMAIN_DEFAULT, NULL, NULL);
  if (participant < 0) die("participant", participant);
  struct ddsi_sertype **sertypes = calloc((size_t)count, sizeof *sertypes);
  uint32_t head[2];
  while (fread(head, sizeof head, 1, stdin) == 1) {
    void *data = malloc(head[1] + 4);
    if (head[0] >= (uint32_t)count || fread(data, 1, head[1], stdin) != head[1]) die("input", 0);
    if (sertypes[head[0]] == NULL) sertypes[head[0]] = sertype_of(participant, (int)head[0]);
    answer(&types[head[0]], sertypes[head[0]], data, head[1]);
    free(data);
  }
  for (int i = 0; i < count; i++)
    if (sertypes[i] != NULL) ddsi_sertype_unref(sertypes[i]);
  return dds_delete(participant) < 0;
}
