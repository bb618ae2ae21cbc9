package robot

import (
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts"
)

// Observer receives the events of a run, in the step in which they happen. It must not keep its arguments. Times are
// simulated, since the start of the simulation.
type Observer interface {
	// Truth reports the top camera's pose X_WC and the balls' places p_WB, m, by colour; once a step.
	Truth(now time.Duration, x_WC nao.Pose, balls map[string]r3.Vec)
	// Image reports the result of vision for the image just taken.
	Image(image *percepts.Image)
	// Transition reports a transition of the state machine between two paths, and how long after its
	// first entry it was. From is empty at that entry.
	Transition(now, sinceEntry time.Duration, from, to string)
	// PositionReached reports that a played motion has reached one more of its positions.
	PositionReached()
}

// Nobody is an Observer that does nothing, for observers of one's own to embed.
type Nobody struct{}

// Truth does nothing.
func (Nobody) Truth(time.Duration, nao.Pose, map[string]r3.Vec) {}

// Image does nothing.
func (Nobody) Image(*percepts.Image) {}

// Transition does nothing.
func (Nobody) Transition(_, _ time.Duration, _, _ string) {}

// PositionReached does nothing.
func (Nobody) PositionReached() {}
