#ifndef GN_SAID_H
#define GN_SAID_H

#include <stdbool.h>

// gn_listen makes Cyclone's errors kept for gn_said instead of printed, or no longer.
// One thread at a time may listen.
void gn_listen(bool on);
// gn_said gives the first error since gn_listen, "" for none; valid until the next.
const char *gn_said(void);

#endif
