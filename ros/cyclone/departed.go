package cyclone

/*
#include <malloc.h>

static void gn_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
*/
import "C"

import (
	"maps"
	"time"
)

// tidyAfter is the time between a participant's end and the return of its memory. Cyclone frees what it held of the participant a
// moment later, and participants often end several at once.
const tidyAfter = 5 * time.Second

// departed forgets a participant that has ended, or was silent for its lease; mu must be held.
//
// Cyclone frees some 100 kB of a participant with many endpoints. The C library keeps these pages for the next malloc, in an arena per
// thread, so a process would stay as large as it was with the most participants that it ever saw.
func (s *peers) departed(g gid) {
	delete(s.processes, g)
	if s.tidying == nil {
		s.tidying = time.AfterFunc(tidyAfter, s.tidy)
	}
}

// tidy drops the nodes of participants that are gone, and returns the C library's free pages to the kernel.
func (s *peers) tidy() {
	s.mu.Lock()
	s.tidying = nil
	s.refresh()
	if s.discovery != nil && s.discovery.forget(s.processes) {
		s.tidying = time.AfterFunc(tidyAfter, s.tidy)
	}
	s.mu.Unlock()
	C.gn_trim()
}

// forget drops the nodes of participants that are not alive, and reports whether some of these were kept.
func (d *discovery) forget(alive map[gid]origin) (kept bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.forgetLocked(alive)
}

// forgetLocked is forget; mu must be held.
func (d *discovery) forgetLocked(alive map[gid]origin) (kept bool) {
	maps.DeleteFunc(d.others, func(g gid, o heard) bool {
		if _, there := alive[g]; there {
			return false
		}
		// A participant discovered a moment ago may not be in alive yet: keep it, unlisted.
		old := time.Since(o.when) > forgetAfter
		kept = kept || !old
		return old
	})
	return kept
}
