// A program on Fast DDS that contains nothing of gonao. It executes those commands of peer.c that are about topics and
// services. The test writes types.hpp, which holds the structs that Fast CDR encodes and their table.
#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>

using namespace eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
using eprosima::fastcdr::Cdr;

static void show(FILE *out, const std::string &v) { fprintf(out, "%zu:%s ", v.size(), v.c_str()); }
static void show(FILE *out, const std::wstring &v) {
  fprintf(out, "#%zu ", v.size());
  for (wchar_t c : v) fprintf(out, "%u ", static_cast<unsigned>(c));
}
static void show(FILE *out, float v) {
  uint32_t bits;
  memcpy(&bits, &v, sizeof bits);
  fprintf(out, "%08" PRIx32 " ", bits);
}
static void show(FILE *out, double v) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  fprintf(out, "%016" PRIx64 " ", bits);
}
static void show(FILE *out, int64_t v) { fprintf(out, "%" PRId64 " ", v); }
static void show(FILE *out, uint64_t v) { fprintf(out, "%" PRIu64 " ", v); }
static void show(FILE *out, int32_t v) { show(out, int64_t{v}); }
static void show(FILE *out, int16_t v) { show(out, int64_t{v}); }
static void show(FILE *out, int8_t v) { show(out, int64_t{v}); }
static void show(FILE *out, uint32_t v) { show(out, uint64_t{v}); }
static void show(FILE *out, uint16_t v) { show(out, uint64_t{v}); }
static void show(FILE *out, uint8_t v) { show(out, uint64_t{v}); }
static void show(FILE *out, bool v) { show(out, uint64_t{v}); }

// A Message is the base of the structs in types.hpp.
struct Message {
  virtual ~Message() = default;
  virtual void serialize(Cdr &c) const = 0;
  virtual void deserialize(Cdr &c) = 0;
  virtual void show(FILE *out) const = 0;
};

#include "types.hpp"

// Type makes a Message usable as a type of Fast DDS.
class Type : public TopicDataType {
 public:
  Type(const char *name, Message *(*make)()) : make_(make) {
    setName(name);
    m_typeSize = 1 << 20;
    m_isGetKeyDefined = false;
  }
  bool serialize(void *data, rtps::SerializedPayload_t *p) override {
    eprosima::fastcdr::FastBuffer buffer(reinterpret_cast<char *>(p->data), p->max_size);
    Cdr c(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
    p->encapsulation = CDR_LE;
    c.serialize_encapsulation();
    static_cast<Message *>(data)->serialize(c);
    p->length = static_cast<uint32_t>(c.getSerializedDataLength());
    return true;
  }
  bool deserialize(rtps::SerializedPayload_t *p, void *data) override {
    eprosima::fastcdr::FastBuffer buffer(reinterpret_cast<char *>(p->data), p->length);
    Cdr c(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
    try {
      c.read_encapsulation();
      static_cast<Message *>(data)->deserialize(c);
    } catch (const eprosima::fastcdr::exception::Exception &) {
      return false;
    }
    return true;
  }
  std::function<uint32_t()> getSerializedSizeProvider(void *) override {
    return [] { return 1u << 20; };
  }
  void *createData() override { return make_(); }
  void deleteData(void *data) override { delete static_cast<Message *>(data); }
  bool getKey(void *, rtps::InstanceHandle_t *, bool) override { return false; }

 private:
  Message *(*make_)();
};

template <typename... T>
static void say(const char *format, T... args) {
  flockfile(stdout);
  printf(format, args...);
  putchar('\n');
  fflush(stdout);
  funlockfile(stdout);
}

struct Endpoint : DataReaderListener {
  std::string id;
  const TypeInfo *type = nullptr;
  DataWriter *writer = nullptr, *echo = nullptr;
  DataReader *reader = nullptr;
  bool quiet = false;
  uint64_t count = 0, bad = 0;

  void on_data_available(DataReader *r) override {
    std::unique_ptr<Message> m(type->make());
    SampleInfo info;
    while (r->take_next_sample(m.get(), &info) == ReturnCode_t::RETCODE_OK) {
      if (!info.valid_data) continue;
      flockfile(stdout);
      printf("got %s ", id.c_str());
      m->show(stdout);
      putchar('\n');
      fflush(stdout);
      funlockfile(stdout);
      if (echo) echo->write(m.get());
    }
  }
};

static DomainParticipant *participant;
static Publisher *publisher;
static Subscriber *subscriber;
static std::map<std::string, std::unique_ptr<Endpoint>> entities;
static std::map<std::string, Topic *> topics;

// A Qos holds the settings in the form of peer.c.
struct Qos {
  int reliable = 1, local = 0, depth = 10, deadline = 0, kind = 0, lease = 0;
  explicit Qos(const std::string &text) {
    sscanf(text.c_str(), "%d,%d,%d,%d,%d,%d", &reliable, &local, &depth, &deadline, &kind, &lease);
  }
  static eprosima::fastrtps::Duration_t ms(int n) {
    return n ? eprosima::fastrtps::Duration_t(n / 1000, static_cast<uint32_t>(n % 1000) * 1000000u)
             : eprosima::fastrtps::c_TimeInfinite;
  }
  template <typename Q>
  Q get(Q q, const std::string &user_data) const {
    q.reliability().kind = reliable ? RELIABLE_RELIABILITY_QOS : BEST_EFFORT_RELIABILITY_QOS;
    q.durability().kind = local ? TRANSIENT_LOCAL_DURABILITY_QOS : VOLATILE_DURABILITY_QOS;
    q.history().kind = depth ? KEEP_LAST_HISTORY_QOS : KEEP_ALL_HISTORY_QOS;
    if (depth) q.history().depth = depth;
    q.deadline().period = ms(deadline);
    q.liveliness().kind = static_cast<LivelinessQosPolicyKind>(kind);
    q.liveliness().lease_duration = ms(lease);
    if (lease) q.liveliness().announcement_period = ms(lease / 2);
    q.endpoint().history_memory_policy = rtps::DYNAMIC_RESERVE_MEMORY_MODE;
    if (user_data != "-") q.user_data().setValue({user_data.begin(), user_data.end()});
    return q;
  }
};

static void open(bool writer, std::istream &in) {
  std::string id, topic, name, qos, user_data = "-";
  in >> id >> topic >> name >> qos >> user_data;
  const TypeInfo *type = nullptr;
  for (const TypeInfo &t : types)
    if (name == t.ros) type = &t;
  if (!type) return say("error no type %s", name.c_str());
  Topic *&t = topics[topic];
  if (!t) {
    TypeSupport support(new Type(type->dds, type->make));
    support.register_type(participant);
    t = participant->create_topic(topic, type->dds, TOPIC_QOS_DEFAULT);
  }
  std::unique_ptr<Endpoint> e(new Endpoint);
  e->id = id;
  e->type = type;
  if (writer) {
    e->writer = publisher->create_datawriter(t, Qos(qos).get(publisher->get_default_datawriter_qos(), user_data));
  } else {
    e->reader = subscriber->create_datareader(t, Qos(qos).get(subscriber->get_default_datareader_qos(), user_data), e.get());
  }
  if (!e->writer && !e->reader) return say("error %s was refused", id.c_str());
  entities[id] = std::move(e);
  say("ok");
}

// The messages of example_interfaces/srv/AddTwoInts.
struct Request : Message {
  int64_t a = 0, b = 0;
  void serialize(Cdr &c) const override { c << a << b; }
  void deserialize(Cdr &c) override { c >> a >> b; }
  void show(FILE *) const override {}
};

struct Reply : Message {
  int64_t sum = 0;
  void serialize(Cdr &c) const override { c << sum; }
  void deserialize(Cdr &c) override { c >> sum; }
  void show(FILE *) const override {}
};

// A Half is a server or a client of a service, with requests and replies as in rmw_fastrtps: the number of a call is in
// the header of the sample, and a request names the reader of its reply.
struct Half : DataReaderListener {
  std::string id;
  bool server;
  DataWriter *writer = nullptr;
  DataReader *reader = nullptr;

  static int64_t number(const rtps::SequenceNumber_t &n) { return static_cast<int64_t>(n.to64long()); }

  void on_data_available(DataReader *r) override {
    SampleInfo info;
    Request request;
    Reply reply;
    while (r->take_next_sample(server ? static_cast<void *>(&request) : &reply, &info) == ReturnCode_t::RETCODE_OK) {
      if (!info.valid_data) continue;
      rtps::WriteParams to;
      to.related_sample_identity() = info.related_sample_identity;
      const auto &call = info.related_sample_identity;
      if (server) {
        to.related_sample_identity().sequence_number(info.sample_identity.sequence_number());
        reply.sum = request.a + request.b;
        writer->write(&reply, to);
      } else if (call.writer_guid() == reader->guid()) {
        say("got %s %" PRId64 " %" PRId64, id.c_str(), number(call.sequence_number()), reply.sum);
      }
    }
  }
};

static std::map<std::string, std::unique_ptr<Half>> halves;

static void add_half(const std::string &name, bool server) {
  std::unique_ptr<Half> h(new Half);
  h->id = name;
  h->server = server;
  const std::string add = "example_interfaces::srv::dds_::AddTwoInts_";
  TypeSupport request(new Type((add + "Request_").c_str(), []() -> Message * { return new Request; }));
  TypeSupport reply(new Type((add + "Response_").c_str(), []() -> Message * { return new Reply; }));
  request.register_type(participant);
  reply.register_type(participant);
  Topic *asks = participant->create_topic("rq" + name + "Request", request.get_type_name(), TOPIC_QOS_DEFAULT);
  Topic *answers = participant->create_topic("rr" + name + "Reply", reply.get_type_name(), TOPIC_QOS_DEFAULT);
  const Qos qos("1,0,10");
  h->writer = publisher->create_datawriter(server ? answers : asks, qos.get(publisher->get_default_datawriter_qos(), "-"));
  h->reader = subscriber->create_datareader(server ? asks : answers, qos.get(subscriber->get_default_datareader_qos(), "-"), h.get());
  halves[name] = std::move(h);
  say("ok");
}

static void call(Half &h, int64_t a, int64_t b) {
  Request r;
  r.a = a;
  r.b = b;
  rtps::WriteParams to;
  to.related_sample_identity().writer_guid() = h.reader->guid();
  if (!h.writer->write(&r, to)) return say("error write");
  say("ok %" PRId64, Half::number(to.sample_identity().sequence_number()));
}

static void matched_half(Half &h) {
  PublicationMatchedStatus w;
  SubscriptionMatchedStatus r;
  h.writer->get_publication_matched_status(w);
  h.reader->get_subscription_matched_status(r);
  say("matched %d", std::min(w.current_count, r.current_count));
}

static void matched(Endpoint &e) {
  if (e.writer) {
    PublicationMatchedStatus s;
    e.writer->get_publication_matched_status(s);
    return say("matched %d", s.current_count);
  }
  SubscriptionMatchedStatus s;
  e.reader->get_subscription_matched_status(s);
  say("matched %d", s.current_count);
}

static void obey(const std::string &line) {
  std::istringstream in(line);
  std::string command, id;
  in >> command;
  if (command == "reader") return open(false, in);
  if (command == "writer") return open(true, in);
  in >> id;
  if (command == "serve" || command == "client") return add_half(id, command == "serve");
  auto half = halves.find(id);
  if (half != halves.end() && command == "matched") return matched_half(*half->second);
  if (half != halves.end() && command == "call") {
    int64_t a = 0, b = 0;
    in >> a >> b;
    return call(*half->second, a, b);
  }
  auto found = entities.find(id);
  if (found == entities.end()) return say("error no entity %s", id.c_str());
  Endpoint &e = *found->second;
  if (command == "matched") return matched(e);
  if (command == "echo") {
    in >> id;
    e.echo = entities.at(id)->writer;
    return say("ok");
  }
  if (command == "write") {  // writes a String
    std::unique_ptr<Message> m(e.type->make());
    std::string text;
    in.get();
    std::getline(in, text);
    set_text(*m, text);
    return say(e.writer->write(m.get()) ? "ok" : "error write");
  }
  if (command == "close") {
    if (e.writer) publisher->delete_datawriter(e.writer);
    if (e.reader) subscriber->delete_datareader(e.reader);
    entities.erase(found);
    return say("ok");
  }
  say("error what is %s?", command.c_str());
}

// Only UDP is used, with the ports of this host's first participants. There our side listens if
// ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST.
int main(int, char **) {
  const char *text = getenv("ROS_DOMAIN_ID");
  const uint32_t domain = text ? static_cast<uint32_t>(atoi(text)) : 0;
  DomainParticipantQos q = PARTICIPANT_QOS_DEFAULT;
  auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
  q.transport().use_builtin_transports = false;
  q.transport().user_transports.push_back(udp);
  for (uint32_t i = 0; i < 8; i++) {
    rtps::Locator_t l;
    rtps::IPLocator::setIPv4(l, 127, 0, 0, 1);
    l.port = 7400 + 250 * domain + 10 + 2 * i;
    q.wire_protocol().builtin.initialPeersList.push_back(l);
  }
  q.wire_protocol().builtin.discovery_config.leaseDuration_announcementperiod = {1, 0};
  participant = DomainParticipantFactory::get_instance()->create_participant(domain, q);
  if (!participant) return fprintf(stderr, "peer: no participant\n"), 1;
  publisher = participant->create_publisher(PUBLISHER_QOS_DEFAULT);
  subscriber = participant->create_subscriber(SUBSCRIBER_QOS_DEFAULT);
  say("ready");
  for (std::string line; std::getline(std::cin, line);) obey(line);
  participant->delete_contained_entities();
  DomainParticipantFactory::get_instance()->delete_participant(participant);
}
