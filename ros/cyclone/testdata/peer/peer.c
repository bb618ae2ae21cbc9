// A DDS program that knows nothing of gonao, to talk with: its types come from
// idlc. Usage: peer MODE TOPIC [ARGUMENT...], see main.
#include <dds/dds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "peer.h"

typedef std_msgs_msg_dds__String_ String;
typedef sensor_msgs_msg_dds__Image_ Image;

static dds_entity_t pp;

static void fail(const char *what, dds_return_t rc) {
  fprintf(stderr, "peer: %s: %s\n", what, dds_strretcode(-rc));
  exit(1);
}

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static dds_entity_t topic(const char *name, int image) {
  dds_entity_t t = dds_create_topic(
      pp, image ? &sensor_msgs_msg_dds__Image__desc : &std_msgs_msg_dds__String__desc, name, NULL,
      NULL);
  if (t < 0) fail("topic", t);
  return t;
}

static dds_qos_t *qos(int reliable, int depth) {  // depth 0: all
  dds_qos_t *q = dds_create_qos();
  dds_qset_reliability(q, reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT,
                       DDS_INFINITY);
  dds_qset_history(q, depth ? DDS_HISTORY_KEEP_LAST : DDS_HISTORY_KEEP_ALL, depth);
  return q;
}

static dds_entity_t writer(const char *name, int image, dds_qos_t *q) {
  dds_entity_t w = dds_create_writer(pp, topic(name, image), q, NULL);
  if (w < 0) fail("writer", w);
  return w;
}

static dds_entity_t reader(const char *name, int image, dds_qos_t *q) {
  dds_entity_t r = dds_create_reader(pp, topic(name, image), q, NULL);
  if (r < 0) fail("reader", r);
  return r;
}

static void await(dds_entity_t e, uint32_t status) {  // until matched
  uint32_t got = 0;
  dds_set_status_mask(e, status);
  while (dds_get_status_changes(e, &got) == 0 && !(got & status)) dds_sleepfor(DDS_MSECS(1));
}

static dds_entity_t waitset(dds_entity_t r) {
  dds_entity_t ws = dds_create_waitset(pp);
  dds_waitset_attach(ws, dds_create_readcondition(r, DDS_ANY_STATE), r);
  return ws;
}

// take waits for one sample, which stays the reader's until the next.
static void *take(dds_entity_t r, dds_entity_t ws) {
  static void *sample;
  dds_sample_info_t si;
  if (sample != NULL) dds_return_loan(r, &sample, 1);
  for (;;) {
    dds_attach_t xs[1];
    sample = NULL;
    dds_return_t n = dds_take(r, &sample, &si, 1, 1);
    if (n < 0) fail("take", n);
    if (n == 1 && si.valid_data) return sample;
    if (n == 1) dds_return_loan(r, &sample, 1);
    if (n == 0) dds_waitset_wait(ws, xs, 1, DDS_SECS(20));
  }
}

static void ready(void) {
  puts("ready");
  fflush(stdout);
}

// matched prints "matched" once a reader has a writer: what that publishes from now on comes.
static void matched(dds_entity_t r) {
  await(r, DDS_SUBSCRIPTION_MATCHED_STATUS);
  puts("matched");
  fflush(stdout);
}

static void fill(Image *m, int width, int height) {
  memset(m, 0, sizeof(*m));
  m->header.frame_id = (char *)"CameraTop_optical_frame";
  m->encoding = (char *)"yuv422_yuy2";
  m->width = (uint32_t)width, m->height = (uint32_t)height, m->step = 2 * m->width;
  m->data._length = m->data._maximum = m->step * m->height;
  m->data._buffer = malloc(m->data._length);
}

static uint32_t sum(const Image *m) {  // Fletcher-like, depends on the order
  uint32_t a = 1, b = 0;
  for (uint32_t i = 0; i < m->data._length; i++) a += m->data._buffer[i], b += a;
  return b;
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// ping measures n round trips of 64 bytes after 20 more, each period_ms after the
// last (0: at once), and prints the median and the 99th percentile in ns, and 0 lost.
static void ping(const char *to, const char *from, int n, int period_ms) {
  dds_qos_t *q = qos(1, 10);
  dds_entity_t w = writer(to, 0, q), r = reader(from, 0, q), ws = waitset(r);
  int64_t *took = malloc(sizeof(*took) * (size_t)n);
  char text[60];
  String m = {.data = text};
  memset(text, 'x', 59), text[59] = 0;
  await(w, DDS_PUBLICATION_MATCHED_STATUS);
  await(r, DDS_SUBSCRIPTION_MATCHED_STATUS);
  dds_time_t next = dds_time();
  for (int i = -20; i < n; i++) {
    if (period_ms > 0) dds_sleepfor((next += DDS_MSECS(period_ms)) - dds_time());
    int64_t start = now();
    dds_write(w, &m);
    take(r, ws);
    if (i >= 0) took[i] = now() - start;
  }
  qsort(took, (size_t)n, sizeof(*took), by_value);
  printf("%lld %lld 0\n", (long long)took[n / 2], (long long)took[n * 99 / 100]);
}

static void pong(const char *from, const char *to) {
  dds_qos_t *q = qos(1, 10);
  dds_entity_t w = writer(to, 0, q), r = reader(from, 0, q), ws = waitset(r);
  ready();
  for (;;) dds_write(w, take(r, ws));
}

// told prints "ready" and waits for a line of input: only the other side knows when it has matched this one, too.
static void told(void) {
  ready();
  while (getchar() != '\n' && !feof(stdin)) continue;
}

static void talk(const char *name, int n) {
  dds_entity_t w = writer(name, 0, qos(1, 0));
  await(w, DDS_PUBLICATION_MATCHED_STATUS);
  told();
  for (int i = 0; i < n; i++) {
    char text[64];
    String m = {.data = text};
    snprintf(text, sizeof(text), "hello %d", i);
    dds_write(w, &m);
  }
  dds_wait_for_acks(w, DDS_SECS(20));
}

static void listen(const char *name, int n) {
  dds_entity_t r = reader(name, 0, qos(1, 0)), ws = waitset(r);
  ready();
  matched(r);
  for (int i = 0; i < n; i++) printf("%s\n", ((String *)take(r, ws))->data), fflush(stdout);
}

// hoard matches as a reliable reader of everything, has room for four samples,
// and never takes one.
static void hoard(const char *name) {
  dds_qos_t *q = qos(1, 0);
  dds_qset_resource_limits(q, 4, 4, 4);
  reader(name, 0, q);
  ready();
  dds_sleepfor(DDS_INFINITY);
}

// The image talker writes its sequence number into stamp.sec; hz 0 is flat out.
static void talk_image(const char *name, int n, int width, int height, int hz, int reliable) {
  Image m;
  dds_entity_t w = writer(name, 1, qos(reliable, reliable ? 0 : 5));
  fill(&m, width, height);
  for (uint32_t i = 0; i < m.data._length; i++) m.data._buffer[i] = (uint8_t)(i * 7 + i / 251);
  await(w, DDS_PUBLICATION_MATCHED_STATUS);
  told();
  dds_time_t next = dds_time();
  for (int i = 0; i < n; i++) {
    m.header.stamp.sec = i;
    dds_write(w, &m);
    if (hz > 0) dds_sleepfor((next += DDS_SECS(1) / hz) - dds_time());
  }
  if (reliable) dds_wait_for_acks(w, DDS_SECS(20));
}

static void listen_image(const char *name, int n, int reliable) {
  dds_entity_t r = reader(name, 1, qos(reliable, reliable ? 0 : 5)), ws = waitset(r);
  ready();
  matched(r);
  int64_t start = 0, end = 0;
  for (int i = 0; i < n; i++) {
    Image *m = take(r, ws);
    end = now();
    if (i == 0) start = end;
    if (i == 0 || i == n - 1)
      printf("%d %u %u %u %s %s %u %u\n", m->header.stamp.sec, m->width, m->height, m->step,
             m->encoding, m->header.frame_id, m->data._length, sum(m));
  }
  printf("%lld\n", (long long)(end - start));
}

int main(int argc, char **argv) {
  const char *domain = getenv("ROS_DOMAIN_ID");
  int arg[5] = {0};
  if (argc < 3) return 2;
  for (int i = 3; i < argc && i < 8; i++) arg[i - 3] = atoi(argv[i]);
  pp = dds_create_participant(domain ? (dds_domainid_t)atoi(domain) : 0, NULL, NULL);
  if (pp < 0) fail("participant", pp);
  if (!strcmp(argv[1], "talk")) talk(argv[2], arg[0]);
  else if (!strcmp(argv[1], "listen")) listen(argv[2], arg[0]);
  else if (!strcmp(argv[1], "hoard")) hoard(argv[2]);
  else if (!strcmp(argv[1], "talk_image")) talk_image(argv[2], arg[0], arg[1], arg[2], arg[3], arg[4]);
  else if (!strcmp(argv[1], "listen_image")) listen_image(argv[2], arg[0], arg[1]);
  else if (!strcmp(argv[1], "ping")) ping(argv[2], argv[3], arg[1], arg[2]);
  else if (!strcmp(argv[1], "pong")) pong(argv[2], argv[3]);
  else return 2;
  fflush(stdout);
  dds_delete(pp);
  return 0;
}
