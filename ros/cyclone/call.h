// The number of a call in the header of an RTPS sample: how rmw_fastrtps sends requests and replies. Cyclone DDS neither
// reports nor sends the parameter, so it is read from the received packet and added to the packet that is sent.
#ifndef GONAO_CALL_H
#define GONAO_CALL_H

#include <dds/dds.h>
#include <dds/ddsi/q_radmin.h>
#include <stdbool.h>
#include <stdint.h>

// In a request, the guid of the client's reply reader; in a reply, that guid and the number of the request.
struct gn_call {
  unsigned char guid[16];  // all zero: the sample has no such header
  int64_t sequence;
};

bool gn_call_empty(const struct gn_call *c);

// gn_read_call reads the header of a received sample. The sequence of a request is that of its sample.
struct gn_call gn_read_call(const struct nn_rdata *frag);

struct ddsi_domaingv;

// gn_send_calls makes a domain send the call of each sample that has one; it may be called again. It does nothing and
// returns false in a domain with DDS Security, where a packet does not contain the sample itself.
bool gn_send_calls(struct ddsi_domaingv *gv);

#endif
