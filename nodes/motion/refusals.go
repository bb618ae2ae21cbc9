package motion

import (
	"time"

	"gonao/internal/throttle"
)

// refusals counts the messages of one topic that were refused, for the log. A stream that is
// refused for one reason is logged once; other reasons at most once a second.
type refusals struct {
	what    string // is refused, for people
	counter throttle.Counter
	reason  string    // last logged reason
	last    time.Time // refusal, logged or not
}

// sameReasonPause is how long a stream must have been accepted or silent until its old reason
// is logged again.
const sameReasonPause = 2 * time.Second

// refuse counts one more refusal, and logs it if it is due.
func (l *loop) refuse(r *refusals, err error) {
	now := l.n.Clock.Now()
	since := now.Sub(r.last) // below 0: the clock was set back
	same := err.Error() == r.reason && since >= 0 && since < sameReasonPause
	r.last = now
	if same {
		r.counter.Add(1)
		return
	}
	if times, due := r.counter.Count(now); due {
		l.n.Log.Warn(r.what+" refused", "count", times, "error", err)
		r.reason = err.Error()
	}
}
