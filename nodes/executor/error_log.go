package executor

import (
	"fmt"

	"gonao/internal/throttle"
	"gonao/ros"
)

// errorLog logs the errors of a loop, at most once a second. It is safe for concurrent use.
type errorLog struct {
	n     *ros.Node
	count throttle.Counter
}

// report logs an error, unless one was logged within the last second; it is counted then.
func (l *errorLog) report(err error) {
	if times, due := l.count.Count(l.n.Clock.Now()); due {
		l.n.Log.Error("machine", "error", err, "times", times)
	}
}

// reportRefused reports that a machine may not move the head.
func (l *errorLog) reportRefused(machine, holder string) {
	l.report(fmt.Errorf("machine %q wants to move the head, which machine %q has; its commands are dropped", machine, holder))
}

// reset clears the log, because the clock went back.
func (l *errorLog) reset() { l.count.Reset() }
