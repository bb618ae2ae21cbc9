package planning

import (
	"math"
	"time"

	"gonao/percepts/plane"
)

// Patience is how near a goal counts as reached, and how long it is tried.
type Patience struct {
	ArriveM   float64       // distance to the goal
	ArriveRad float64       // and difference of headings
	Nearer    time.Duration // a goal is given up when the robot came no nearer for so long
	Located   time.Duration // and when the robot's place was not known for so long
}

// DefaultPatience returns the limits of the node planner and of the robot in one process.
func DefaultPatience() Patience {
	return Patience{ArriveM: 0.06, ArriveRad: 0.15, Nearer: 15 * time.Second, Located: 20 * time.Second}
}

// Verdict is how a goal stands.
type Verdict int

// The verdicts.
const (
	UnderWay Verdict = iota
	Reached
	NoNearer // for Patience.Nearer
	Lost     // for Patience.Located
)

// Trip is what the robot does at the moment of a judgement.
type Trip struct {
	Now           time.Duration
	Known         bool // Pose is the robot's place
	Pose, Goal    plane.Pose
	Lead          *Lead
	Stands, Walks bool
}

// Progress judges the way to one goal. Its zero value is at the start.
type Progress struct {
	began, lost    bool
	best           float64       // m, the shortest way that was left so far, with the turn
	bestAt, lostAt time.Duration // since when
}

// Step returns how the goal stands. A robot that goes round something may be farther from it for a while.
func (p *Progress) Step(limits Patience, t *Trip) Verdict {
	if !t.Known {
		if !p.lost {
			p.lost, p.lostAt = true, t.Now
		}
		if t.Now-p.lostAt > limits.Located {
			return Lost
		}
		return UnderWay
	}
	p.lost = false
	away := t.Pose.Distance(t.Goal)
	turn := math.Abs(plane.Angle(t.Goal.Theta - t.Pose.Theta))
	goesRound := t.Lead.Left > 1.1*away+0.1 && !t.Lead.Blocked && t.Walks
	if left := away + 0.2*turn; !p.began || left < p.best-0.03 || goesRound {
		p.best, p.bestAt, p.began = left, t.Now, true
	}
	switch {
	case away < limits.ArriveM && turn < limits.ArriveRad && t.Stands:
		return Reached
	case t.Now-p.bestAt > limits.Nearer:
		return NoNearer
	}
	return UnderWay
}
