package onfield

import (
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts"
)

// counter counts kicks and falls by the machine's transitions.
type counter struct{ kicks, falls int }

// Truth does nothing.
func (*counter) Truth(time.Duration, nao.Pose, map[string]r3.Vec) {}

// Image does nothing.
func (*counter) Image(*percepts.Image) {}

// PositionReached does nothing.
func (*counter) PositionReached() {}

// Transition counts kicks and falls.
func (c *counter) Transition(_, _ time.Duration, _, to string) {
	switch name, _, _ := strings.Cut(to, "/"); name {
	case "kick":
		c.kicks++
	case "get_up":
		c.falls++
	}
}

// median returns the median; it is NaN if there are no numbers.
func median(all []float64) float64 {
	if len(all) == 0 {
		return math.NaN()
	}
	all = slices.Clone(all)
	slices.Sort(all)
	return all[len(all)/2]
}
