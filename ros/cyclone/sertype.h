// CDR bytes as a Cyclone DDS type: a sertype whose samples are the bytes
// themselves, so that Go encodes and decodes.
#ifndef GONAO_SERTYPE_H
#define GONAO_SERTYPE_H

#include <stddef.h>

// dds.h before ddsi: the layout of the ddsi structs depends on what it defines.
#include <dds/dds.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>

#include "call.h"

struct gn_sample {
  struct ddsi_serdata c;
  uint32_t size;         // with the encapsulation header, a multiple of 4
  uint32_t room;         // bytes that data has room for
  struct gn_call call;   // of a request or a reply of rmw_fastrtps
  unsigned char data[];  // header, payload, zero padding
};

// Go cannot name a flexible member.
enum { gn_data_offset = offsetof(struct gn_sample, data) };

// A new type; the topic that it is given to owns it.
struct ddsi_sertype *gn_sertype_new(const char *type_name);

// A sample made of two pieces (the second may be empty), with one reference.
// NULL when memory is out.
struct gn_sample *gn_sample_new(const struct ddsi_sertype *type, const void *head,
                                size_t head_size, const void *body, size_t body_size);

// A sample with room for n bytes, and the sample once its first n bytes are set.
struct gn_sample *gn_sample_lend(const struct ddsi_sertype *type, size_t n);
void gn_sample_finish(struct gn_sample *s, size_t n);

// gn_is_sample tells whether a sample of Cyclone is one of ours.
bool gn_is_sample(const struct ddsi_serdata *d);

#endif
