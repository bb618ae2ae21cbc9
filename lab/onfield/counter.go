package onfield

import (
	"strings"
	"time"

	"gonao/sim/robot"
)

// counter counts kicks and falls by the machine's transitions.
type counter struct {
	robot.Nobody
	kicks, falls int
}

// Transition counts kicks and falls.
func (c *counter) Transition(_, _ time.Duration, _, to string) {
	switch name, _, _ := strings.Cut(to, "/"); name {
	case "kick":
		c.kicks++
	case "get_up":
		c.falls++
	}
}
