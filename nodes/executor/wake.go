package executor

import (
	"context"
	"time"

	"gonao/behavior"
	"gonao/internal/latest"
)

// arrivals are when images come that the machines see. The goroutine that ticks owns it.
type arrivals struct {
	seen time.Duration    // time of the last image, on the node's clock
	gaps [2]time.Duration // between the last three; 0: not known
}

// longestGap is how long the next image is waited for.
const longestGap = 200 * time.Millisecond

// came notes that an image has come.
func (s *arrivals) came(now time.Duration) {
	gap := now - s.seen
	if gap <= 0 || gap > longestGap {
		gap = 0
	}
	s.gaps[1], s.gaps[0], s.seen = s.gaps[0], gap, now
}

// hold returns when machines that are due at a time tick if no image comes before. A machine that is due within a period
// before the next expected image waits for it, so that each image has a due machine.
func (s *arrivals) hold(due, period time.Duration) time.Duration {
	const late = 5 * time.Millisecond // jitter of images
	if min(s.gaps[0], s.gaps[1]) == 0 {
		return due
	}
	if next := s.seen + max(s.gaps[0], s.gaps[1]); due <= next && next < due+period {
		return next + late
	}
	return due
}

// wait blocks until the machines are to tick: an image has come that they see, one of them is due, was changed, or can begin. It
// returns false when ctx has ended.
func (e *executor) wait(ctx context.Context) bool {
	now := clockTime(e.n.Clock.Now())
	d := e.due(now)
	if d.images != nil {
		d.at = e.arrivals.hold(d.at, d.period)
	}
	select {
	case <-ctx.Done():
	case <-d.images:
		e.arrivals.came(clockTime(e.n.Clock.Now()))
	case <-d.first:
	case <-e.n.Clock.After(d.at - now):
	case <-e.changed:
	}
	return ctx.Err() == nil
}

// due holds what the machines wait for.
type due struct {
	at     time.Duration   // when the first of them is due
	period time.Duration   // of the fastest one
	images <-chan struct{} // images that the world model has used, or otherwise those with balls of a colour; nil: no machine reads images
	first  <-chan struct{} // input that a machine needs to begin; may be nil
}

// due returns what the machines wait for.
func (e *executor) due(now time.Duration) due {
	d := due{at: now + longestPeriod, period: longestPeriod}
	for _, s := range e.machines.Members() {
		model, at := s.Machine.Due(now)
		if model == nil {
			continue
		}
		d.at, d.period = min(d.at, at), min(d.period, model.Period())
		if s.model != model {
			s.model = model
			s.colors, s.field = behavior.Sees(model)
		}
		switch {
		case s.field:
			d.images = e.topics.Worlds.Updates()
		case s.colors && d.images == nil:
			d.images = e.topics.Blobs.Updates()
		}
		if state, _ := e.topics.there(); s.Skills == nil && !s.alive && !state {
			d.first = e.topics.State.Updates()
		} else if s.Skills == nil && !s.alive {
			d.first = e.topics.Blobs.Updates()
		}
	}
	return d
}

// wake wakes the loop after a change of a machine other than by a tick.
func (e *executor) wake() {
	latest.Notify(e.changed)
}
