// A DDS program that contains nothing of gonao. It executes the commands on its input, one per line, and answers each
// with a line. Its types come from idlc. The test writes types.inc, which holds the table of the types and the
// functions that print values. See main.
#include <dds/dds.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  const char *ros;
  const dds_topic_descriptor_t *descriptor;
  void (*show)(FILE *out, const void *sample);
};

#include "types.inc"

enum { types_n = sizeof types / sizeof *types, max_entities = 4096 };

typedef struct entity {
  char id[96];
  dds_entity_t e, topic;
  const struct type *type;
  dds_entity_t echo;  // received samples are written to this writer
  dds_entity_t reply; // requests are answered with this writer
  bool quiet;         // only count
  uint64_t count, bad;
} entity;

typedef example_interfaces_srv_dds__AddTwoInts_Request_ AddTwoIntsRequest;
typedef example_interfaces_srv_dds__AddTwoInts_Response_ AddTwoIntsResponse;

static entity entities[max_entities];
static int entities_n;
static dds_entity_t pp;
static dds_domainid_t domain;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // guards the entities

#define say(...) (flockfile(stdout), printf(__VA_ARGS__), putchar('\n'), fflush(stdout), funlockfile(stdout))

static entity *find(const char *id) {
  for (int i = 0; i < entities_n; i++)
    if (!strcmp(entities[i].id, id)) return &entities[i];
  say("error no entity %s", id);
  return NULL;
}

// count parses the number that flood writes in front of its text.
static void count(entity *e, const char *text) {
  if ((uint64_t)atoll(text) != e->count) e->bad++;
  e->count++;
}

static void answer(entity *e, void *sample) {
  AddTwoIntsRequest *q = sample;
  AddTwoIntsResponse a = {.guid = q->guid, .number = q->number, .sum = q->a + q->b};
  dds_return_t rc = dds_write(e->reply, &a);
  say("got %s %016" PRIx64 " %" PRId64 " %" PRId64 " %" PRId64 " %s", e->id, q->guid, q->number, q->a, q->b, rc ? dds_strretcode(-rc) : "");
}

static void on_data(dds_entity_t r, void *arg) {
  entity *e = arg;
  enum { most = 64 };
  void *samples[most] = {0};
  dds_sample_info_t si[most];
  dds_return_t n;
  while ((n = dds_take(r, samples, si, most, most)) > 0) {
    for (int i = 0; i < n; i++) {
      if (!si[i].valid_data) continue;
      if (e->reply) { answer(e, samples[i]); continue; }
      if (e->quiet) { count(e, *(char **)samples[i]); continue; }
      flockfile(stdout);
      printf("got %s ", e->id);
      e->type->show(stdout, samples[i]);
      putchar('\n');
      fflush(stdout);
      funlockfile(stdout);
      if (e->echo) dds_write(e->echo, samples[i]);
    }
    dds_return_loan(r, samples, n);
  }
}

// make_qos parses reliable, transient local, depth (0: all), deadline in ms, liveliness (0 automatic, 1 manual by
// participant, 2 manual by topic) and lease in ms (0: infinite). A ~ in user data stands for a space.
static dds_qos_t *make_qos(const char *text, const char *user_data) {
  int reliable = 1, local = 0, depth = 10, deadline = 0, kind = 0, lease = 0;
  sscanf(text, "%d,%d,%d,%d,%d,%d", &reliable, &local, &depth, &deadline, &kind, &lease);
  dds_qos_t *q = dds_create_qos();
  dds_history_kind_t h = depth ? DDS_HISTORY_KEEP_LAST : DDS_HISTORY_KEEP_ALL;
  dds_qset_reliability(q, reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT, DDS_INFINITY);
  dds_qset_history(q, h, depth);
  dds_qset_writer_data_lifecycle(q, false);
  if (local) {
    dds_qset_durability(q, DDS_DURABILITY_TRANSIENT_LOCAL);
    dds_qset_durability_service(q, 0, h, depth ? depth : -1, -1, -1, -1);
  }
  if (deadline) dds_qset_deadline(q, DDS_MSECS(deadline));
  dds_qset_liveliness(q, (dds_liveliness_kind_t)kind, lease ? DDS_MSECS(lease) : DDS_INFINITY);
  if (strcmp(user_data, "-")) {
    char data[512];
    size_t n = strlen(user_data);
    for (size_t i = 0; i < n; i++) data[i] = user_data[i] == '~' ? ' ' : user_data[i];
    dds_qset_userdata(q, data, n);
  }
  return q;
}

static const struct type *find_type(const char *name) {
  for (int i = 0; i < types_n; i++)
    if (!strcmp(types[i].ros, name)) return &types[i];
  say("error no type %s", name);
  return NULL;
}

// endpoint creates a reader or a writer of a type, with its own name.
static entity *endpoint(bool writer, const char *id, const char *topic,
                        const dds_topic_descriptor_t *d, const char *qos, const char *user_data) {
  entity *e = &entities[entities_n];
  if (entities_n == max_entities) { say("error too many entities"); return NULL; }
  memset(e, 0, sizeof *e);
  snprintf(e->id, sizeof e->id, "%s", id);
  e->topic = dds_create_topic(pp, d, topic, NULL, NULL);
  if (e->topic < 0) { say("error topic %s: %s", topic, dds_strretcode(-e->topic)); return NULL; }
  dds_qos_t *q = make_qos(qos, user_data);
  dds_listener_t *l = dds_create_listener(e);
  if (!writer) dds_lset_data_available(l, on_data);
  e->e = writer ? dds_create_writer(pp, e->topic, q, l) : dds_create_reader(pp, e->topic, q, l);
  dds_delete_qos(q);
  dds_delete_listener(l);
  if (e->e < 0) { say("error %s: %s", id, dds_strretcode(-e->e)); return NULL; }
  pthread_mutex_lock(&lock);
  entities_n++;
  pthread_mutex_unlock(&lock);
  return e;
}

static void open_typed(bool writer, char *args) {
  char id[96], topic[256], type[128], qos[64] = "", user_data[512] = "-";
  sscanf(args, "%95s %255s %127s %63s %511s", id, topic, type, qos, user_data);
  const struct type *t = find_type(type);
  if (t == NULL) return;
  entity *e = endpoint(writer, id, topic, t->descriptor, qos, user_data);
  if (e == NULL) return;
  e->type = t;
  say("ok");
}

// matched prints the guids of all endpoints that are matched with an entity.
static void matched(const char *id) {
  entity *e = find(id);
  if (e == NULL) return;
  static dds_instance_handle_t h[max_entities];
  bool writer = true;
  int n = dds_get_matched_subscriptions(e->e, h, max_entities);
  if (n < 0) writer = false, n = dds_get_matched_publications(e->e, h, max_entities);
  flockfile(stdout);
  printf("matched %d", n);
  for (int i = 0; i < n && i < max_entities; i++) {
    dds_builtintopic_endpoint_t *other = writer ? dds_get_matched_subscription_data(e->e, h[i])
                                                : dds_get_matched_publication_data(e->e, h[i]);
    if (other == NULL) continue;
    putchar(' ');
    for (int k = 0; k < 16; k++) printf("%02x", other->key.v[k]);
    dds_builtintopic_free_endpoint(other);
  }
  putchar('\n');
  fflush(stdout);
  funlockfile(stdout);
}

// flood writes n texts that begin with their number, as fast as possible.
static void flood(const char *id, int n) {
  entity *e = find(id);
  char text[256];
  if (e == NULL) return;
  for (int i = 0; i < n; i++) {
    snprintf(text, sizeof text, "%d %0100d", i, i);
    char *sample = text;
    dds_return_t rc = dds_write(e->e, &sample);
    if (rc < 0) { say("error write %d: %s", i, dds_strretcode(-rc)); return; }
  }
  say("ok");
}

// raw writes the given bytes as a sample, with a type of as many octets under a false name.
static void raw(char *args) {
  static int no;
  char topic[256], type[128], user_data[512], hex[8192], id[32];
  sscanf(args, "%255s %127s %511s %8191s", topic, type, user_data, hex);
  size_t n = strlen(hex) / 2;
  for (size_t i = 0; i < sizeof raws / sizeof *raws; i++) {
    if (raws[i]->m_size != n) continue;
    dds_topic_descriptor_t *d = malloc(sizeof *d);
    memcpy(d, raws[i], sizeof *d);
    d->m_typename = strdup(type);
    *(uint32_t *)&d->m_flagset &= ~(uint32_t)DDS_TOPIC_XTYPES_METADATA;  // the information would contain the true name
    unsigned char *sample = malloc(n);
    for (size_t k = 0; k < n; k++) sscanf(hex + 2 * k, "%2hhx", sample + k);
    pp = dds_create_participant(domain, NULL, NULL);  // a participant has only one type for each topic
    snprintf(id, sizeof id, "raw%d", no++);
    entity *e = endpoint(true, id, topic, d, "1,1,1", user_data);
    if (e == NULL) return;
    dds_write(e->e, sample);
    free(sample);
    say("ok");
    return;
  }
  say("error no raw type of %zu bytes", n);
}

static void serve(const char *name, const char *request_data, const char *reply_data) {
  char topic[300];
  snprintf(topic, sizeof topic, "rr%sReply", name);
  entity *out = endpoint(true, topic, topic, &example_interfaces_srv_dds__AddTwoInts_Response__desc, "1,0,10", reply_data);
  snprintf(topic, sizeof topic, "rq%sRequest", name);
  entity *in = out ? endpoint(false, topic, topic, &example_interfaces_srv_dds__AddTwoInts_Request__desc, "1,0,10", request_data) : NULL;
  if (in == NULL) return;
  in->reply = out->e;
  say("ok");
}

static void open_client(const char *name, const char *user_data) {
  char topic[300];
  snprintf(topic, sizeof topic, "rr%sReply", name);
  entity *in = endpoint(false, topic, topic, &example_interfaces_srv_dds__AddTwoInts_Response__desc, "1,0,10", user_data);
  if (in == NULL) return;
  in->type = &response_type;
  snprintf(topic, sizeof topic, "rq%sRequest", name);
  if (endpoint(true, topic, topic, &example_interfaces_srv_dds__AddTwoInts_Request__desc, "1,0,10", user_data)) say("ok");
}

// call sends a request with the guid that rmw_cyclonedds uses: the writer's instance handle.
static void call(const char *name, long long sequence, long long a, long long b) {
  char topic[300];
  dds_instance_handle_t guid;
  snprintf(topic, sizeof topic, "rq%sRequest", name);
  entity *e = find(topic);
  if (e == NULL) return;
  dds_get_instance_handle(e->e, &guid);
  AddTwoIntsRequest q = {.guid = guid, .number = sequence, .a = a, .b = b};
  dds_return_t rc = dds_write(e->e, &q);
  say("%s %016" PRIx64, rc ? "error" : "ok", guid);
}

static void obey(char *line) {
  char command[32] = "", id[256] = "", other[256] = "", third[256] = "";
  int used = 0;
  long long n = 0, a = 0, b = 0;
  line[strcspn(line, "\n")] = 0;
  sscanf(line, "%31s%n %255s %255s %255s", command, &used, id, other, third);
  char *args = line + used;
  entity *e;
  if (!strcmp(command, "reader")) open_typed(false, args);
  else if (!strcmp(command, "writer")) open_typed(true, args);
  else if (!strcmp(command, "matched")) matched(id);
  else if (!strcmp(command, "raw")) raw(args);
  else if (!strcmp(command, "serve")) serve(id, other, third);
  else if (!strcmp(command, "client")) open_client(id, other);
  else if (!strcmp(command, "call")) sscanf(args, "%*s %lld %lld %lld", &n, &a, &b), call(id, n, a, b);
  else if (!strcmp(command, "flood")) flood(id, atoi(other));
  else if (!strcmp(command, "echo")) {
    entity *w = find(other);
    if ((e = find(id)) && w) e->echo = w->e, say("ok");
  } else if (!strcmp(command, "quiet")) {
    if ((e = find(id))) e->quiet = true, say("ok");
  } else if (!strcmp(command, "count")) {
    if ((e = find(id))) say("count %" PRIu64 " %" PRIu64, e->count, e->bad);
  } else if (!strcmp(command, "write")) {  // writes a String
    char *text = args + 1 + strlen(id) + 1;
    if ((e = find(id))) say(dds_write(e->e, &text) ? "error write" : "ok");
  } else if (!strcmp(command, "close")) {
    if ((e = find(id))) dds_delete(e->e), e->id[0] = 0, say("ok");
  } else say("error what is %s?", command);
}

int main(void) {
  static char line[16384];
  const char *id = getenv("ROS_DOMAIN_ID");
  domain = id ? (dds_domainid_t)atoi(id) : 0;
  pp = dds_create_participant(domain, NULL, NULL);
  if (pp < 0) return fprintf(stderr, "peer: participant: %s\n", dds_strretcode(-pp)), 1;
  say("ready");
  while (fgets(line, sizeof line, stdin)) obey(line);
  dds_delete(DDS_CYCLONEDDS_HANDLE);
  return 0;
}
