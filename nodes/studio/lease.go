package studio

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// leaseTime is how long a driver may be silent.
const leaseTime = 500 * time.Millisecond

// leases holds which session drives which robot. One robot has one driver at a time.
type leases struct {
	held map[string]lease // by robot
}

// lease is a driver's right to move a robot.
type lease struct {
	robot  string
	holder uint32 // number of the session
	name   string
	until  time.Time
}

// take assigns the lease of a robot to a session, unless another has it.
func (l *leases) take(robot string, holder uint32, name string, now time.Time) error {
	if old, ok := l.held[robot]; ok && old.holder != holder && now.Before(old.until) {
		return fmt.Errorf("%s is driven by %s", display(robot), old.name)
	}
	if l.held == nil {
		l.held = map[string]lease{}
	}
	l.held[robot] = lease{robot, holder, name, now.Add(leaseTime)}
	return nil
}

// renew renews all leases of a session. It returns false if it has none.
func (l *leases) renew(holder uint32, now time.Time) bool {
	any := false
	for robot, old := range l.held {
		if old.holder == holder && now.Before(old.until) {
			old.until = now.Add(leaseTime)
			l.held[robot] = old
			any = true
		}
	}
	return any
}

// has reports whether a session drives a robot.
func (l *leases) has(robot string, holder uint32, now time.Time) bool {
	old, ok := l.held[robot]
	return ok && old.holder == holder && now.Before(old.until)
}

// other returns the lease that another session has of a robot.
func (l *leases) other(robot string, holder uint32, now time.Time) (lease, bool) {
	old, ok := l.held[robot]
	return old, ok && old.holder != holder && now.Before(old.until)
}

// release ends the lease of a robot. It returns false if the session does not have it.
func (l *leases) release(robot string, holder uint32) bool {
	if old, ok := l.held[robot]; !ok || old.holder != holder {
		return false
	}
	delete(l.held, robot)
	return true
}

// lost removes and returns the leases that have expired, and those of sessions that have ended.
func (l *leases) lost(now time.Time, ended func(holder uint32) bool) []lease {
	var out []lease
	for robot, old := range l.held {
		if !now.Before(old.until) || ended(old.holder) {
			out = append(out, old)
			delete(l.held, robot)
		}
	}
	slices.SortFunc(out, func(a, b lease) int { return strings.Compare(a.robot, b.robot) })
	return out
}

// drives returns the robots that a session drives, sorted.
func (l *leases) drives(holder uint32) []string {
	out := []string{}
	for robot, old := range l.held {
		if old.holder == holder {
			out = append(out, robot)
		}
	}
	slices.Sort(out)
	return out
}

// driver returns the name of a robot's driver, or "".
func (l *leases) driver(robot string) string { return l.held[robot].name }

// display returns a robot's name for a sentence.
func display(robot string) string {
	return cmp.Or(robot, "the robot")
}
