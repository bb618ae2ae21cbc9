package ros

import "time"

// Accept lets an action server refuse a goal before it starts: it is refused
// when judge returns an error, which is logged.
func Accept[G any](judge func(goal G) error) Option {
	return func(o *endpointOptions) { o.accept = judge }
}

// AcceptCancel lets an action server refuse to cancel a goal: it goes on when judge
// returns an error, which is logged. Without it every cancel is accepted.
func AcceptCancel[G any](judge func(goal G) error) Option {
	return func(o *endpointOptions) { o.acceptCancel = judge }
}

// OneByOne lets the goals of an action server wait in line, accepted but not yet
// executing, until those before them have ended.
func OneByOne() Option { return func(o *endpointOptions) { o.oneByOne = true } }

// resultKept is how long the result of an ended goal can be asked for.
const resultKept = 10 * time.Second

// KeepResults sets how long an action server keeps the result of an ended goal, by
// its node's clock; less than 0 is for ever. The default is ROS 2's, 10 s. At most
// the 256 results that ended last are kept.
func KeepResults(d time.Duration) Option {
	return func(o *endpointOptions) { o.keepResults = d }
}

// OnStatus calls handle with the goals that the server of an action client knows,
// each time it tells of a change, one call at a time.
func OnStatus(handle func(goals []GoalState)) Option {
	return func(o *endpointOptions) { o.onStatus = handle }
}
