package behavior

import (
	"math"

	"gonao/behavior/track"
)

// DefaultConfig gives the figures of the demo: the red and the green ball, seen
// through the top camera of a NAO V6.
func DefaultConfig() Config {
	return Config{
		Controller:    "predictive",
		Colors:        []string{"red", "green"},
		CameraFOV:     54.7 * math.Pi / 180,
		MinConfidence: 0.3,
		Track:         track.Defaults(),
	}
}
