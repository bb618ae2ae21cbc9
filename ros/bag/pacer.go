package bag

import "time"

// pacer maps wall time to the time of the bag.
type pacer struct {
	at     int64     // time of the bag at wall, ns
	wall   time.Time // when the rate or the pause changed last
	rate   float64
	paused bool

	ticked time.Time // when /clock was published last
}

// now is the time of the bag.
func (p *pacer) now(wall time.Time) int64 {
	if p.paused {
		return p.at
	}
	return p.at + int64(float64(wall.Sub(p.wall))*p.rate)
}

// setPaused halts the time of the bag, or lets it run on.
func (p *pacer) setPaused(wall time.Time, paused bool) {
	if p.paused != paused {
		p.at, p.wall, p.paused = p.now(wall), wall, paused
	}
}

// until is how long it takes in wall time until the bag is at a time; false while it
// is paused.
func (p *pacer) until(wall time.Time, at int64) (time.Duration, bool) {
	if p.paused {
		return 0, false
	}
	return time.Duration(float64(at-p.now(wall)) / p.rate), true
}

// tick is how long it takes until /clock is due; when it is, it begins anew.
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
