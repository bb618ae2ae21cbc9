package planning

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

// Patience is how near a goal counts as reached, and how long it is tried.
type Patience struct {
	ArriveM   float64       `yaml:"arrive" unit:"m" min:"0.01" max:"1" desc:"a goal counts as reached within this distance"`
	ArriveRad float64       `yaml:"arrive_heading" unit:"rad" min:"0.02" max:"3.2" desc:"and this difference of headings"`
	Nearer    time.Duration `yaml:"patience_sec" min:"1" max:"600" desc:"time without progress after which a goal ends as blocked"`
	Located   time.Duration `yaml:"-"` // time of unknown pose after which it ends, too
}

// DefaultPatience returns the limits of the node planner and of the robot in one process.
func DefaultPatience() Patience {
	return Patience{ArriveM: 0.06, ArriveRad: 0.15, Nearer: 15 * time.Second, Located: 20 * time.Second}
}

// Times of an Errand.
const (
	PlanEvery   = 100 * time.Millisecond // between two steps
	GoalTimeout = 500 * time.Millisecond // of way points in motion
)

// Verdict is how a goal stands.
type Verdict int

// The verdicts. All but UnderWay end the errand.
const (
	UnderWay Verdict = iota
	Reached
	NoNearer // for Patience.Nearer
	Lost     // for Patience.Located
	NoPlan   // the planner returned an error
)

// ErrOffCarpet is the error of a goal that is not a place on the carpet.
var ErrOffCarpet = errors.New("off the carpet")

// Trip is the state of the errand at a step.
type Trip struct {
	Now           time.Duration
	Known         bool // Pose is the robot's place
	Pose          plane.Pose
	Stands, Walks bool
}

// An Errand leads the robot to one goal after the other and judges each. Guide and Patience may be replaced between two steps. It is
// not safe for concurrent use.
type Errand struct {
	Guide    *Guide
	Patience Patience

	target Target
	busy   bool
	lead   Lead

	began, lost    bool
	best           float64       // m, the shortest way that was left so far, with the turn
	bestAt, lostAt time.Duration // start times
}

// NewErrand returns an errand without a goal.
func NewErrand(g *Guide, p Patience) *Errand { return &Errand{Guide: g, Patience: p} }

// Check returns [ErrOffCarpet] for a goal that is not finite or not on the carpet.
func (e *Errand) Check(goal plane.Pose) error {
	if x, y := e.Guide.Bounds(); !goal.Finite() || math.Abs(goal.X) > x || math.Abs(goal.Y) > y {
		return fmt.Errorf("(%.2f m, %.2f m): %w: expected at most ±%.2f m, ±%.2f m", goal.X, goal.Y, ErrOffCarpet, x, y)
	}
	return nil
}

// Begin sets the goal, which Check has accepted, in place of the one before.
func (e *Errand) Begin(t Target) {
	e.target, e.busy, e.began, e.lost = t, true, false, false
	e.Guide.ForgetSide()
}

// End ends the errand.
func (e *Errand) End() { e.busy = false }

// Busy reports whether there is a goal that has not ended.
func (e *Errand) Busy() bool { return e.busy }

// Target returns the goal.
func (e *Errand) Target() Target { return e.target }

// Lead returns the path as of the last step with a known pose. It stays when the errand ends.
func (e *Errand) Lead() *Lead { return &e.lead }

// Step judges the goal and, while the robot's place is known, plans. It is called every [PlanEvery] while there is a goal, and does not
// allocate. The error is that of the planner, with the verdict NoPlan.
func (e *Errand) Step(t *Trip, s *worldmodel.Snapshot) (v Verdict, err error) {
	if v = e.judge(t); v == UnderWay && t.Known {
		to := e.target
		to.AroundBall, to.BallX, to.BallY = to.AroundBall && s.Ball.Known, s.Ball.MapX, s.Ball.MapY
		if err = e.Guide.Step(t.Pose, to, s, &e.lead); err != nil {
			v = NoPlan
		}
	}
	if v != UnderWay {
		e.busy = false
	}
	return v, err
}

// judge returns how the goal stands. A robot that goes round something may be farther from it for a while.
func (e *Errand) judge(t *Trip) Verdict {
	if !t.Known {
		if !e.lost {
			e.lost, e.lostAt = true, t.Now
		}
		if t.Now-e.lostAt > e.Patience.Located {
			return Lost
		}
		return UnderWay
	}
	e.lost = false
	goal := e.target.Pose
	away := t.Pose.Distance(goal)
	turn := math.Abs(plane.Angle(goal.Theta - t.Pose.Theta))
	goesRound := e.lead.Left > 1.1*away+0.1 && !e.lead.Blocked && t.Walks
	if left := away + 0.2*turn; !e.began || left < e.best-0.03 || goesRound {
		e.best, e.bestAt, e.began = left, t.Now, true
	}
	switch {
	case away < e.Patience.ArriveM && turn < e.Patience.ArriveRad && t.Stands:
		return Reached
	case t.Now-e.bestAt > e.Patience.Nearer:
		return NoNearer
	}
	return UnderWay
}
