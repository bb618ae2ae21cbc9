#include "sertype.h"

#include <dds/ddsi/q_radmin.h>
#include <stdlib.h>
#include <string.h>

static uint32_t align4(size_t n) { return (uint32_t)((n + 3u) & ~(size_t)3u); }

// alloc makes a sample with room for n bytes; the padding behind them is zero.
static struct gn_sample *alloc(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind,
                               size_t n) {
  struct gn_sample *s = malloc(sizeof(*s) + align4(n));
  if (s == NULL) return NULL;
  ddsi_serdata_init(&s->c, type, kind);
  s->c.hash = type->serdata_basehash;
  s->size = s->room = align4(n);
  memset(&s->call, 0, sizeof(s->call));
  if (s->size >= 4) memset(s->data + s->size - 4, 0, 4);
  return s;
}

static bool data_eqkey(const struct ddsi_serdata *a, const struct ddsi_serdata *b) {
  (void)a, (void)b;
  return true;  // keyless: one instance
}

static uint32_t data_size(const struct ddsi_serdata *d) {
  return ((const struct gn_sample *)d)->size;
}

static struct ddsi_serdata *data_from_ser(const struct ddsi_sertype *type,
                                          enum ddsi_serdata_kind kind,
                                          const struct nn_rdata *frag, size_t size) {
  struct gn_sample *s = alloc(type, kind, size);
  uint32_t off = 0;
  if (s == NULL) return NULL;
  if (frag != NULL) s->call = gn_read_call(frag);
  for (; frag != NULL; frag = frag->nextfrag) {  // fragments may overlap
    if (frag->maxp1 <= off || frag->min > off || frag->maxp1 > size) continue;
    const unsigned char *payload = NN_RMSG_PAYLOADOFF(frag->rmsg, NN_RDATA_PAYLOAD_OFF(frag));
    memcpy(s->data + off, payload + (off - frag->min), frag->maxp1 - off);
    off = frag->maxp1;
  }
  if (off != size) {  // a hole: not a sample
    free(s);
    return NULL;
  }
  return &s->c;
}

static struct ddsi_serdata *data_from_iov(const struct ddsi_sertype *type,
                                          enum ddsi_serdata_kind kind, ddsrt_msg_iovlen_t niov,
                                          const ddsrt_iovec_t *iov, size_t size) {
  struct gn_sample *s = alloc(type, kind, size);
  size_t off = 0;
  if (s == NULL) return NULL;
  for (ddsrt_msg_iovlen_t i = 0; i < niov && off < size; i++) {
    size_t n = iov[i].iov_len < size - off ? iov[i].iov_len : size - off;
    memcpy(s->data + off, iov[i].iov_base, n);
    off += n;
  }
  return &s->c;
}

static struct ddsi_serdata *data_from_keyhash(const struct ddsi_sertype *type,
                                              const struct ddsi_keyhash *keyhash) {
  (void)keyhash;
  struct gn_sample *s = alloc(type, SDK_KEY, 0);
  return s ? &s->c : NULL;
}

static struct ddsi_serdata *data_from_sample(const struct ddsi_sertype *type,
                                             enum ddsi_serdata_kind kind, const void *sample) {
  (void)sample;  // only dispose and unregister come here: bytes come by gn_sample_new
  struct gn_sample *s = alloc(type, kind, 0);
  return s ? &s->c : NULL;
}

static void data_to_ser(const struct ddsi_serdata *d, size_t off, size_t n, void *buf) {
  memcpy(buf, ((const struct gn_sample *)d)->data + off, n);
}

static struct ddsi_serdata *data_to_ser_ref(const struct ddsi_serdata *d, size_t off, size_t n,
                                            ddsrt_iovec_t *ref) {
  ref->iov_base = (void *)(((const struct gn_sample *)d)->data + off);
  ref->iov_len = n;
  return ddsi_serdata_ref(d);
}

static void data_to_ser_unref(struct ddsi_serdata *d, const ddsrt_iovec_t *ref) {
  (void)ref;
  ddsi_serdata_unref(d);
}

static bool data_to_sample(const struct ddsi_serdata *d, void *sample, void **bufptr, void *lim) {
  (void)d, (void)sample, (void)bufptr, (void)lim;
  return false;  // samples are taken as bytes only
}

static struct ddsi_serdata *data_to_untyped(const struct ddsi_serdata *d) {
  struct gn_sample *s = alloc(d->type, SDK_KEY, 0);
  if (s == NULL) return NULL;
  s->c.hash = d->hash;
  s->c.type = NULL;
  return &s->c;
}

static bool data_untyped_to_sample(const struct ddsi_sertype *type, const struct ddsi_serdata *d,
                                   void *sample, void **bufptr, void *lim) {
  (void)type;
  return data_to_sample(d, sample, bufptr, lim);
}

static void data_free(struct ddsi_serdata *d) { free(d); }

static size_t data_print(const struct ddsi_sertype *type, const struct ddsi_serdata *d, char *buf,
                         size_t size) {
  (void)type;
  int n = snprintf(buf, size, "(%u bytes)", (unsigned)((const struct gn_sample *)d)->size);
  return n < 0 ? 0 : (size_t)n;
}

static void data_keyhash(const struct ddsi_serdata *d, struct ddsi_keyhash *buf, bool force_md5) {
  (void)d, (void)force_md5;
  memset(buf, 0, sizeof(*buf));
}

static const struct ddsi_serdata_ops serdata_ops = {
    .eqkey = data_eqkey,
    .get_size = data_size,
    .from_ser = data_from_ser,
    .from_ser_iov = data_from_iov,
    .from_keyhash = data_from_keyhash,
    .from_sample = data_from_sample,
    .to_ser = data_to_ser,
    .to_ser_ref = data_to_ser_ref,
    .to_ser_unref = data_to_ser_unref,
    .to_sample = data_to_sample,
    .to_untyped = data_to_untyped,
    .untyped_to_sample = data_untyped_to_sample,
    .free = data_free,
    .print = data_print,
    .get_keyhash = data_keyhash,
};

static void type_free(struct ddsi_sertype *t) {
  ddsi_sertype_fini(t);
  free(t);
}

static void type_zero(const struct ddsi_sertype *t, void *samples, size_t count) {
  (void)t, (void)samples, (void)count;
}

static void type_realloc(void **ptrs, const struct ddsi_sertype *t, void *old, size_t oldcount,
                         size_t count) {
  (void)t, (void)old, (void)oldcount;
  for (size_t i = 0; i < count; i++) ptrs[i] = NULL;
}

static void type_free_samples(const struct ddsi_sertype *t, void **ptrs, size_t count,
                              dds_free_op_t op) {
  (void)t, (void)ptrs, (void)count, (void)op;
}

static bool type_equal(const struct ddsi_sertype *a, const struct ddsi_sertype *b) {
  (void)a, (void)b;
  return true;  // the name says it all, and is compared before
}

static uint32_t type_hash(const struct ddsi_sertype *t) {
  (void)t;
  return 0;
}

// type_id, type_map, type_info, derive_sertype, get_serialized_size and
// serialize_into stay NULL: no XTypes, no shared memory.
static const struct ddsi_sertype_ops sertype_ops = {
    .version = ddsi_sertype_v0,
    .free = type_free,
    .zero_samples = type_zero,
    .realloc_samples = type_realloc,
    .free_samples = type_free_samples,
    .equal = type_equal,
    .hash = type_hash,
};

struct ddsi_sertype *gn_sertype_new(const char *type_name) {
  struct ddsi_sertype *t = calloc(1, sizeof(*t));
  if (t == NULL) return NULL;
  ddsi_sertype_init(t, type_name, &sertype_ops, &serdata_ops, true);
  t->allowed_data_representation = DDS_DATA_REPRESENTATION_FLAG_XCDR1;
  return t;
}

struct gn_sample *gn_sample_new(const struct ddsi_sertype *type, const void *head,
                                size_t head_size, const void *body, size_t body_size) {
  struct gn_sample *s = alloc(type, SDK_DATA, head_size + body_size);
  if (s == NULL) return NULL;
  memcpy(s->data, head, head_size);
  if (body_size > 0) memcpy(s->data + head_size, body, body_size);
  return s;
}

bool gn_is_sample(const struct ddsi_serdata *d) { return d->ops == &serdata_ops; }

struct gn_sample *gn_sample_lend(const struct ddsi_sertype *type, size_t n) {
  return alloc(type, SDK_DATA, n);
}

void gn_sample_finish(struct gn_sample *s, size_t n) {
  s->size = align4(n);
  memset(s->data + n, 0, s->size - n);
}
