package motion

import "time"

// refusals are orders of one topic that were not obeyed. A stream that is refused for one
// reason is complained of once; other reasons at most once a second.
type refusals struct {
	what     string
	count    int // since it was said
	said     string
	reported time.Time
	last     time.Time // refusal, said or not
}

// pause is how long a stream must have been obeyed or silent until its old reason is news.
const pause = 2 * time.Second

// refuse takes note of one more.
func (l *loop) refuse(r *refusals, err error) {
	now := l.n.Clock.Now()
	r.count++
	same := err.Error() == r.said && recent(now.Sub(r.last), pause)
	r.last = now
	if same || recent(now.Sub(r.reported), time.Second) {
		return
	}
	l.n.Log.Warn(r.what+" refused", "count", r.count, "error", err)
	r.count, r.said, r.reported = 0, err.Error(), now
}

// recent tells whether a time is less than so long ago; one that lies ahead is of another run.
func recent(ago, atMost time.Duration) bool { return ago >= 0 && ago < atMost }
