package bag

import (
	"context"
	"time"

	"gonao/internal/latest"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/ros"
)

// pacer maps wall time to the time of the bag.
type pacer struct {
	at     int64     // time of the bag at wall, ns
	wall   time.Time // when the rate or the pause last changed
	rate   float64
	paused bool

	ticked time.Time // when /clock was last published
}

// now is the time of the bag.
func (p *pacer) now(wall time.Time) int64 {
	if p.paused {
		return p.at
	}
	return p.at + int64(float64(wall.Sub(p.wall))*p.rate)
}

// setPaused stops or continues the time of the bag.
func (p *pacer) setPaused(wall time.Time, paused bool) {
	if p.paused != paused {
		p.at, p.wall, p.paused = p.now(wall), wall, paused
	}
}

// until returns the wall time left until the bag's time is at. It reports false while paused.
func (p *pacer) until(wall time.Time, at int64) (time.Duration, bool) {
	if p.paused {
		return 0, false
	}
	return time.Duration(float64(at-p.now(wall)) / p.rate), true
}

// tick returns the wall time left until /clock is due, and starts the next period when it is.
func (p *pacer) tick(wall time.Time, hz float64) time.Duration {
	period := time.Duration(float64(time.Second) / hz)
	if left := period - wall.Sub(p.ticked); left > 0 {
		return left
	}
	if p.ticked = p.ticked.Add(period); wall.Sub(p.ticked) > period {
		p.ticked = wall
	}
	return 0
}

// waitFor waits until a log time is due, and publishes /clock while it waits.
func (p *Player) waitFor(ctx context.Context, pace *pacer, at int64) error {
	for {
		p.mu.Lock()
		pace.setPaused(time.Now(), p.paused)
		p.mu.Unlock()
		now := time.Now()
		wait, due := pace.until(now, at)
		if p.clock != nil {
			if tick := pace.tick(now, p.opts.ClockHz); tick > 0 {
				if !due || tick < wait {
					wait, due = tick, true
				}
			} else if err := p.clock.Publish(rosgraphmsgs.Clock{Clock: ros.Stamp(time.Unix(0, pace.now(now)))}); err != nil {
				return err
			} else {
				continue
			}
		}
		if due && wait <= 0 && !pace.paused {
			return ctx.Err()
		}
		if !due {
			wait = time.Hour
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-p.changed:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// Resume resumes the time of the bag.
func (p *Player) Resume() { p.setPaused(func(bool) bool { return false }) }

// Toggle pauses or resumes, and reports whether the player is paused now.
func (p *Player) Toggle() bool { return p.setPaused(func(paused bool) bool { return !paused }) }

func (p *Player) setPaused(change func(bool) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = change(p.paused)
	latest.Notify(p.changed)
	return p.paused
}
