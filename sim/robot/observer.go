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

// nobody is the observer of a robot without one.
type nobody struct{}

func (nobody) Truth(time.Duration, nao.Pose, map[string]r3.Vec) {}
func (nobody) Image(*percepts.Image)                            {}
func (nobody) Transition(_, _ time.Duration, _, _ string)       {}
func (nobody) PositionReached()                                 {}
