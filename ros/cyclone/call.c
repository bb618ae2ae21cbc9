#include "call.h"

#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_tran.h>
#include <dds/ddsi/q_protocol.h>
#include <pthread.h>
#include <string.h>

#include "sertype.h"

// The parameter is sent with both numbers, as Fast DDS 2.14 does: the standard one, and the only one that 2.9 knows.
enum { pid_sentinel = 1, pid_related = 0x0083, pid_related_old = 0x800f, call_size = 24 };

bool gn_call_empty(const struct gn_call *c) {
  static const unsigned char none[sizeof(c->guid)];
  return memcmp(c->guid, none, sizeof(none)) == 0;
}

static uint32_t read4(const unsigned char *p, bool little) {
  return little ? (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24
                : (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

static uint16_t read2(const unsigned char *p, bool little) {
  return (uint16_t)(little ? p[0] | p[1] << 8 : p[1] | p[0] << 8);
}

// Cyclone has checked the submessage and its list of parameters, and has brought the fields before it into the order of
// this processor; the list is as it came.
struct gn_call gn_read_call(const struct nn_rdata *frag) {
  struct gn_call call = {.sequence = 0};
  Data_DataFrag_common_t head;
  const unsigned char *sub = NN_RMSG_PAYLOADOFF(frag->rmsg, NN_RDATA_SUBMSG_OFF(frag));
  const unsigned char *end = NN_RMSG_PAYLOADOFF(frag->rmsg, NN_RDATA_PAYLOAD_OFF(frag));
  memcpy(&head, sub, sizeof(head));
  if (!(head.smhdr.flags & DATA_FLAG_INLINE_QOS)) return call;
  const bool little = head.smhdr.flags & SMFLAG_ENDIANNESS;
  const unsigned char *p =
      sub + offsetof(Data_DataFrag_common_t, octetsToInlineQos) + 2 + head.octetsToInlineQos;
  while (p + 4 <= end) {
    const uint16_t pid = read2(p, little), size = read2(p + 2, little);
    if (pid == pid_sentinel || p + 4 + size > end) break;
    if ((pid == pid_related || pid == pid_related_old) && size >= call_size) {
      memcpy(call.guid, p + 4, sizeof(call.guid));
      call.sequence = (int64_t)((uint64_t)read4(p + 20, little) << 32 | read4(p + 24, little));
      const bool request = call.sequence < 0;  // "unknown" of a sequence number is -1 and 0
      if (request) call.sequence = (int64_t)((uint64_t)(uint32_t)head.writerSN.high << 32 | head.writerSN.low);
      break;
    }
    p += 4 + size;
  }
  return call;
}

// related_qos is an inline QoS with one call, in the byte order of this processor.
struct related_qos {
  struct {
    uint16_t pid, size;
    unsigned char guid[16];
    int32_t high;
    uint32_t low;
  } related[2];
  uint16_t sentinel, zero;
};
DDSRT_STATIC_ASSERT(sizeof(struct related_qos) == 2 * (4 + call_size) + 4);

static struct related_qos qos_of(const struct gn_call *c) {
  struct related_qos q = {.sentinel = pid_sentinel};
  for (int i = 0; i < 2; i++) {
    q.related[i].pid = i == 0 ? pid_related : pid_related_old;
    q.related[i].size = call_size;
    memcpy(q.related[i].guid, c->guid, sizeof(c->guid));
    q.related[i].high = (int32_t)(c->sequence >> 32);
    q.related[i].low = (uint32_t)c->sequence;
  }
  return q;
}

// head_size returns the size of the DATA or DATA_FRAG header at the end of head, if body is its payload, comes from a
// user's writer and has no inline QoS; else 0. frag is its copy.
static size_t head_size(const ddsrt_iovec_t *head, const ddsrt_iovec_t *body, DataFrag_t *frag) {
  static const struct {
    unsigned char id;
    size_t size;
  } kinds[] = {{SMID_DATA, sizeof(Data_t)}, {SMID_DATA_FRAG, sizeof(DataFrag_t)}};
  const unsigned char builtin = 0xc0;
  for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
    const size_t n = kinds[k].size;
    if (head->iov_len < n) continue;
    memcpy(frag, (const char *)head->iov_base + head->iov_len - n, n);
    const Data_DataFrag_common_t *d = &frag->x;
    const unsigned char kind = ((const unsigned char *)&d->writerId)[3];
    if (d->smhdr.submessageId == kinds[k].id && !(d->smhdr.flags & DATA_FLAG_INLINE_QOS) && !(kind & builtin) &&
        d->smhdr.octetsToNextHeader == n - RTPS_SUBMESSAGE_HEADER_SIZE + body->iov_len)
      return n;
  }
  return 0;
}

// sample_with_call returns the sample whose bytes are in body, if it has a call; else NULL.
static const struct gn_sample *sample_with_call(const ddsrt_iovec_t *body, const DataFrag_t *frag) {
  size_t off = offsetof(struct gn_sample, data);
  if (frag->x.smhdr.submessageId == SMID_DATA_FRAG)
    off += (size_t)(frag->fragmentStartingNum - 1) * frag->fragmentSize;
  const struct gn_sample *s = (const void *)((const char *)body->iov_base - off);
  return gn_is_sample(&s->c) && !gn_call_empty(&s->call) ? s : NULL;
}

static ddsi_tran_write_fn_t udp_write;

// Limits of one packet. Only samples that are sent again share one; the calls of those beyond the limits are lost.
enum { most_calls = 128, most_bytes = 65507 };

// write_calls sends a packet and inserts the inline QoS of each sample that has a call. Cyclone may send the same
// pieces to another address afterwards, so they are not changed.
static ssize_t write_calls(ddsi_tran_conn_t conn, const ddsi_locator_t *dst, size_t niov,
                           const ddsrt_iovec_t *iov, uint32_t flags) {
  struct {
    DataFrag_t head;
    struct related_qos qos;
  } patch[most_calls];
  size_t at[most_calls], calls = 0, bytes = 0;
  for (size_t i = 0; i < niov; i++) bytes += iov[i].iov_len;
  for (size_t i = 1; i < niov && calls < most_calls && bytes + sizeof(struct related_qos) <= most_bytes; i++) {
    DataFrag_t *head = &patch[calls].head;
    if (head_size(&iov[i - 1], &iov[i], head) == 0) continue;
    const struct gn_sample *s = sample_with_call(&iov[i], head);
    if (s == NULL) continue;
    patch[calls].qos = qos_of(&s->call);
    at[calls++] = i;
    bytes += sizeof(struct related_qos);
  }
  if (calls == 0) return udp_write(conn, dst, niov, iov, flags);

  ddsrt_iovec_t out[niov + 2 * most_calls];
  size_t n = 0, c = 0;
  for (size_t i = 0; i < niov; i++) {
    if (c < calls && i == at[c]) {
      Data_DataFrag_common_t *d = &patch[c].head.x;
      const size_t size = d->smhdr.submessageId == SMID_DATA ? sizeof(Data_t) : sizeof(DataFrag_t);
      d->smhdr.flags |= DATA_FLAG_INLINE_QOS;
      d->smhdr.octetsToNextHeader = (uint16_t)(d->smhdr.octetsToNextHeader + sizeof(struct related_qos));
      out[n - 1].iov_len -= size;
      out[n++] = (ddsrt_iovec_t){.iov_base = &patch[c].head, .iov_len = size};
      out[n++] = (ddsrt_iovec_t){.iov_base = &patch[c].qos, .iov_len = sizeof(struct related_qos)};
      c++;
    }
    out[n++] = iov[i];
  }
  return udp_write(conn, dst, n, out, flags);
}

bool gn_send_calls(struct ddsi_domaingv *gv) {
  static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
#ifdef DDS_HAS_SECURITY
  if (gv->config.omg_security_configuration != NULL) return false;
#endif
  pthread_mutex_lock(&mu);
  for (int i = 0; i < gv->n_interfaces; i++) {
    struct ddsi_tran_conn *conn = gv->xmit_conns[i];
    if (conn == NULL || conn->m_stream || conn->m_write_fn == write_calls) continue;
    if (udp_write == NULL) udp_write = conn->m_write_fn;
    if (udp_write == conn->m_write_fn) __atomic_store_n(&conn->m_write_fn, write_calls, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&mu);
  return true;
}
