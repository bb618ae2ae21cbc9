package ros

import "time"

// Accept sets a function that may refuse a goal before it starts: the goal is refused if judge returns an error,
// which is logged.
func Accept[G any](judge func(goal G) error) Option {
	return func(o *endpointOptions) { o.accept = judge }
}

// AcceptCancel sets a function that may refuse to cancel a goal: the goal continues if judge returns an error,
// which is logged. Without it every cancel is accepted.
func AcceptCancel[G any](judge func(goal G) error) Option {
	return func(o *endpointOptions) { o.acceptCancel = judge }
}

// OneByOne makes the goals of an action server wait, accepted but not yet executing, until those before them have
// ended.
func OneByOne() Option { return func(o *endpointOptions) { o.oneByOne = true } }

// resultKept is how long the result of an ended goal is available.
const resultKept = 10 * time.Second

// KeepResults sets how long an action server keeps the result of an ended goal, on its node's clock; less than 0
// is forever. The default is ROS 2's, 10 s. At most the 256 newest results are kept.
func KeepResults(d time.Duration) Option {
	return func(o *endpointOptions) { o.keepResults = d }
}

// OnStatus sets a function that an action client calls with the goals of the server each time the server publishes
// a change, one call at a time.
func OnStatus(handle func(goals []GoalState)) Option {
	return func(o *endpointOptions) { o.onStatus = handle }
}
