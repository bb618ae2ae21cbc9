package studio

import (
	"math"
	"time"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/nao"
	"gonao/robot/percepts"
)

// noRobot is the robot of a dry run: it reports nothing, and each of its actions runs until somebody ends it.
type noRobot struct{}

// Image returns nothing, as the other inputs do.
func (noRobot) Image() (*percepts.Image, bool) { return nil, false }

// Body returns nothing.
func (noRobot) Body() (*nao.State, bool) { return nil, false }

// Odometry returns nothing.
func (noRobot) Odometry() (percepts.Odometry, bool) { return percepts.Odometry{}, false }

// Belief returns nothing.
func (noRobot) Belief() (*behavior.Belief, bool) { return nil, false }

// Fallen returns false.
func (noRobot) Fallen() bool { return false }

// CommandHead does nothing.
func (noRobot) CommandHead(nao.HeadCommand, bool) {}

// Walk does nothing.
func (noRobot) Walk(behavior.Velocity) {}

// Open returns a caller of any port. A message is published at once; goals and requests run until they are canceled.
func (noRobot) Open(port behavior.Port, _ []string) (behavior.Caller, error) {
	stub := behavior.Stub{After: math.MaxInt64}
	if port.Kind == vocabulary.TopicPort {
		stub = behavior.Stub{}
	}
	stubs := behavior.Stubs{Tasks: map[string]behavior.Stub{port.Kind.String() + " " + port.Name: stub}}
	return stubs.Open(port, func() time.Duration { return 0 })
}

// Subscribe returns a topic without messages.
func (noRobot) Subscribe(behavior.Port, string, hfsm.Type) (behavior.Source, error) {
	return silent{}, nil
}

// silent is a topic without messages.
type silent struct{}

// Value returns nothing.
func (silent) Value() (hfsm.Value, uint64) { return hfsm.Value{}, 0 }
