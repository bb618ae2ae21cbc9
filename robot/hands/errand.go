package hands

import (
	"fmt"

	"gonao/hfsm"
	"gonao/motion"
	"gonao/robot/goals"
	"gonao/robot/mover"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/robot/worldmodel"
)

// Errands carries out go_to, one goal after the other.
type Errands struct {
	Way     *planning.Errand
	current *errand // the errand whose goal Way has; nil: none
}

// errand is how a goal stands.
type errand struct {
	lead *planning.Lead
	ends motion.Outcome // Playing while it is under way
	why  error
}

// GoTo begins a goal; the one before it ends.
func (e *Errands) GoTo(g *goals.GoTo) (Running, error) {
	target := planning.Target{Pose: plane.Pose{X: g.X, Y: g.Y, Theta: g.Theta}}
	if err := e.Way.Check(target.Pose); err != nil {
		return nil, fmt.Errorf("%w: %w", motion.ErrBadGoal, err)
	}
	e.Way.Begin(target)
	if e.current != nil {
		e.current.ends = motion.Preempted
	}
	e.current = &errand{lead: e.Way.Lead(), ends: motion.Playing}
	return e.current, nil
}

// Busy reports whether there is a goal that has not ended, or whose end was not yet returned by [Errands.Step].
func (e *Errands) Busy() bool { return e.current != nil }

// Step judges the goal and plans. It returns Playing while it leads, how the goal has ended once, and Gone without a goal.
func (e *Errands) Step(t *planning.Trip, s *worldmodel.Snapshot) motion.Outcome {
	at := e.current
	if at == nil {
		return motion.Gone
	}
	if at.ends == motion.Playing {
		at.judge(e.Way.Step(t, s))
	}
	if at.ends != motion.Playing {
		e.Way.End()
		e.current = nil
	}
	return at.ends
}

// judge sets how the goal stands.
func (e *errand) judge(v planning.Verdict, why error) {
	switch v {
	case planning.UnderWay:
	case planning.Reached:
		e.ends = motion.Finished
	case planning.NoNearer:
		e.ends = motion.Blocked
	case planning.Lost:
		e.ends, e.why = motion.GaveUp, errNotLocalized
	case planning.NoPlan:
		e.ends, e.why = motion.GaveUp, why
	}
}

// Follow returns how the goal stands.
func (e *errand) Follow(m mover.Mover) (motion.Outcome, bool, error) {
	return e.ends, m.State() != motion.Walking, e.why
}

// Cancel ends the goal.
func (e *errand) Cancel(mover.Mover) { e.ends = motion.Canceled }

// Value returns a field of the feedback of go_to.
func (e *errand) Value(field string) (hfsm.Value, bool) {
	if field == "blocked" {
		return hfsm.BoolValue(e.lead.Blocked), true
	}
	return hfsm.FloatValue(e.lead.Left), field == "distance"
}
