package door

import (
	"sync"
	"time"

	"gonao/studio/foxglove"
)

// codes holds the unused one-time codes.
type codes struct {
	mu   sync.Mutex
	open map[string]code
}

type code struct {
	role  foxglove.Role
	until time.Time // zero: valid until it is used
}

// maxCodes bounds the number of unused codes. Beyond it, the oldest code with a time limit is dropped.
const maxCodes = 100

// issue returns a new code.
func (c *codes) issue(role foxglove.Role, until time.Time) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[string]code{}
	}
	if len(c.open) >= maxCodes {
		c.dropOldest()
	}
	text := secret()
	c.open[text] = code{role, until}
	return text
}

func (c *codes) dropOldest() {
	var oldest string
	for text, candidate := range c.open {
		if !candidate.until.IsZero() && (oldest == "" || candidate.until.Before(c.open[oldest].until)) {
			oldest = text
		}
	}
	delete(c.open, oldest)
}

// use removes a code and returns its role, if it is valid.
func (c *codes) use(text string, now time.Time) (foxglove.Role, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.open[text]
	delete(c.open, text)
	return found.role, ok && (found.until.IsZero() || now.Before(found.until))
}
