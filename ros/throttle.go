package ros

import (
	"sync/atomic"

	"gonao/internal/throttle"
)

// Throttle limits how often a loop logs that something went wrong: it counts occurrences and
// reports at most once a second that the count is due to be logged. The zero value is ready:
//
//	var late ros.Throttle
//	for now := range … {
//		if … {
//			if times, due := late.Count(now); due {
//				n.Log.Warn("cycle late", "times", times)
//			}
//		}
//	}
//
// A case that is not logged does not allocate.
type Throttle = throttle.Counter

// Once reports a single time that something is due to be logged. The zero value is ready.
// It is safe for concurrent use.
type Once struct{ done atomic.Bool }

// Due reports whether this is the first call.
func (o *Once) Due() bool { return !o.done.Load() && !o.done.Swap(true) }
