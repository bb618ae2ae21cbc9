package machinetopics

import (
	"context"
	"time"

	"gonao/internal/latest"
)

// The pace of viewers, in the time of the clock that is theirs. A delta follows a transition within
// deltaGap: at once, unless one was published less than deltaGap before.
const (
	deltaGap       = 20 * time.Millisecond
	deltaPeriod    = 50 * time.Millisecond // without transitions
	snapshotPeriod = time.Second
	silence        = 250 * time.Millisecond // a loop that does not come round is not waited for any longer
)

// Wake updates viewers at once, because the machine has taken a transition, or was changed.
func (t *Topics) Wake() {
	t.viewers.moved.Store(true)
	t.wake()
}

// wake updates viewers when it is time.
func (t *Topics) wake() {
	latest.Notify(t.woken)
}

// pace is when deltas and snapshots were published last.
type pace struct{ delta, snapshot time.Time }

// due returns what is to be published now, and the time until the next publication.
func (p *pace) due(now time.Time, moved bool) (delta, snapshot bool, wait time.Duration) {
	if now.Before(p.delta) || now.Before(p.snapshot) { // the clock went back
		*p = pace{}
	}
	since := now.Sub(p.delta)
	snapshot = now.Sub(p.snapshot) >= snapshotPeriod
	switch {
	case since < deltaGap && moved:
		return false, false, deltaGap - since
	case since < deltaGap:
		return false, false, silence
	case moved || since >= deltaPeriod:
		p.delta = now
		if snapshot {
			p.snapshot = now
		}
		return true, snapshot, silence
	}
	return false, false, silence
}

// run publishes deltas and snapshots until ctx ends, and writes recorded traces.
func (v *viewers) run(ctx context.Context, t *Topics) {
	var p pace
	var soon, late <-chan time.Time // timers that run
	for ctx.Err() == nil {
		delta, snapshot, wait := p.due(t.opts.Pace.Now(), v.moved.Load())
		if delta {
			v.moved.Store(false) // before reading, so that no change is missed
			if err := v.look(t, t.n.Clock.Now(), snapshot); err != nil {
				t.report(err)
			}
			if err := t.machine.Drain(); err != nil {
				t.report(err)
			}
		}
		if wait < silence && soon == nil {
			soon = t.opts.Pace.After(wait)
		}
		if late == nil {
			late = t.opts.Pace.After(silence)
		}
		select {
		case <-ctx.Done():
		case <-t.woken:
		case <-soon:
			soon = nil
		case <-late:
			late = nil
		}
	}
}
