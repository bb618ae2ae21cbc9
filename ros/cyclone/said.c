#include "said.h"

#include <dds/ddsrt/log.h>
#include <stdio.h>
#include <string.h>

static char said[1024];

static void keep(void *arg, const dds_log_data_t *data) {
  (void)arg;
  if (!(data->priority & (DDS_LC_FATAL | DDS_LC_ERROR))) {
    fwrite(data->message - data->hdrsize, 1, data->hdrsize + data->size, stderr);  // as Cyclone does
    return;
  }
  if (said[0] != 0) return;
  snprintf(said, sizeof said, "%.*s", (int)data->size, data->message);
  said[strcspn(said, "\n")] = 0;
}

void gn_listen(bool on) {
  if (on) said[0] = 0;
  dds_set_log_sink(on ? keep : NULL, NULL);
}

const char *gn_said(void) { return said; }
