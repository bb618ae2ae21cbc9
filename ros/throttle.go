package ros

import (
	"sync"
	"sync/atomic"
	"time"
)

// Throttled lets a loop say something at most once per period. What is not said
// costs no allocation, for its arguments are not made:
//
//	late := ros.Throttle(n, time.Second)
//	for … {
//		if … && late.Due() {
//			n.Log.Warn("cycle late", "times", late.Count())
//		}
//	}
type Throttled struct {
	period time.Duration

	mu     sync.Mutex
	said   time.Time // steady time: a log is for people, who do not live in /clock
	any    bool
	asked  int // since it was said last
	counts int // asked, when it was said last
}

// Throttle lets something be said at most once per period.
func Throttle(_ *Node, period time.Duration) *Throttled { return &Throttled{period: period} }

// Due tells whether it may be said now, the first time at once.
func (t *Throttled) Due() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked++
	now := time.Now()
	if t.any && now.Sub(t.said) < t.period {
		return false
	}
	t.said, t.any, t.counts, t.asked = now, true, t.asked, 0
	return true
}

// Count is how often there was something to say since it was said the time before
// last, now included: 1 when nothing was held back.
func (t *Throttled) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts
}

// Once lets something be said a single time. The zero value is ready.
type Once struct{ said atomic.Bool }

// Due is true the first time.
func (o *Once) Due() bool { return !o.said.Load() && !o.said.Swap(true) }
