package safety

import "time"

// Silence is how long a commander must say nothing until another one is obeyed. Until
// then the guard has begun to hold the posture, so that the next is led in slowly.
const Silence = 250 * time.Millisecond

// Commanders lets one of several who speak at once command: the first, until he has
// been silent for [Silence]. Two who both were obeyed would pull the joints to and fro
// every cycle. The zero value is ready; it belongs to one goroutine.
type Commanders struct {
	id      uint64
	heard   time.Duration
	any     bool
	refused uint64
}

// Obey tells whether to obey a commander who speaks at a time of the body.
func (c *Commanders) Obey(id uint64, now time.Duration) bool {
	if c.any && id != c.id && now >= c.heard && now-c.heard < Silence {
		c.refused++
		return false
	}
	c.id, c.heard, c.any = id, now, true
	return true
}

// Refused counts what was said by others than the one who is obeyed.
func (c *Commanders) Refused() uint64 { return c.refused }
