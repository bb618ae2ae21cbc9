package behavior

import (
	"gonao/behavior/track"
)

// DefaultConfig returns the figures of the demo: the red and the green ball, seen
// through the top camera of a NAO V6.
func DefaultConfig() Config {
	return Config{
		Controller:    "predictive",
		Colors:        []string{"red", "green"},
		MinConfidence: 0.3,
		Track:         track.Defaults(),
	}
}
