package safety

import "time"

// Silence is how long a commander must send nothing until another one is obeyed. By then the guard
// holds the posture, so that the next commander takes over slowly.
const Silence = 250 * time.Millisecond

// Commanders decides which of several commanders is obeyed: the first, until it has been silent for
// [Silence]. If two were obeyed, the joints would move back and forth in every cycle. The zero value
// is ready. It belongs to one goroutine.
type Commanders struct {
	id      uint64
	sent    time.Duration // time of the last message that was obeyed
	any     bool
	refused uint64
}

// Obey reports whether to obey a commander that sends at a time of the body.
func (c *Commanders) Obey(id uint64, now time.Duration) bool {
	if c.any && id != c.id && now >= c.sent && now-c.sent < Silence {
		c.refused++
		return false
	}
	c.id, c.sent, c.any = id, now, true
	return true
}

// Refused returns the number of messages that were not obeyed.
func (c *Commanders) Refused() uint64 { return c.refused }
