package safety

import "time"

// Silence is how long a commander must send nothing until another one is obeyed. By then the guard
// holds the posture, so that the next commander takes over slowly.
const Silence = 250 * time.Millisecond

// Commanders decides which of several commanders is obeyed: the first, until it has been silent for
// [Silence]. If two were obeyed, the joints would move back and forth in every cycle. The zero value
// is ready. It belongs to one goroutine.
type Commanders struct {
	who     Commander
	sent    time.Duration // time of the last message that was obeyed
	any     bool
	refused uint64
}

// Commander identifies a commander. Both fields must match: a program may have two publishers, and another program can
// copy a number from the messages.
type Commander struct {
	Number   uint64 // as in its messages
	Endpoint uint64 // the publisher, as the transport reports it; 0 if it does not
}

// Obey reports whether to obey a commander that sends at a time of the body.
func (c *Commanders) Obey(who Commander, now time.Duration) bool {
	if c.any && who != c.who && now >= c.sent && now-c.sent < Silence {
		c.refused++
		return false
	}
	c.who, c.sent, c.any = who, now, true
	return true
}

// Who returns the commander that was obeyed last.
func (c *Commanders) Who() Commander { return c.who }

// Refused returns the number of messages that were not obeyed.
func (c *Commanders) Refused() uint64 { return c.refused }
