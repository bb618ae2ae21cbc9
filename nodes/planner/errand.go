package planner

import (
	"context"
	"fmt"
	"time"

	"gonao/msgs"
	"gonao/percepts/plane"
	"gonao/planning"
	"gonao/ros"
)

// errand is a goal that the planner leads to.
type errand struct {
	target  planning.Target
	until   time.Time // of field_goal; the zero Time: until it is reached
	handler bool      // a handler of go_to waits for updates
	updates chan update

	progress planning.Progress
}

// update is what the planner sends to the handler of a goal.
type update struct {
	feedback msgs.GoToFeedback
	code     uint16
	text     string
	ended    bool
}

// accept refuses goals that are no numbers.
func accept(g msgs.GoToGoal) error {
	if !(plane.Pose{X: g.X, Y: g.Y, Theta: g.Theta}).Finite() {
		return fmt.Errorf("go_to: (%g, %g, %g): expected finite numbers", g.X, g.Y, g.Theta)
	}
	return nil
}

// goTo handles a goal of go_to.
func (p *planner) goTo(ctx context.Context, g msgs.GoToGoal, feedback func(msgs.GoToFeedback)) (msgs.GoToResult, error) {
	e := &errand{target: planning.Target{Pose: plane.Pose{X: g.X, Y: g.Y, Theta: g.Theta}}, handler: true, updates: make(chan update, 1)}
	node := p.n.Context()
	select {
	case p.errands <- e:
	case <-ctx.Done():
		return result(update{code: msgs.GoToResultCanceled, text: "canceled"})
	}
	canceled := ctx.Done()
	for {
		select {
		case u := <-e.updates:
			if u.ended {
				return result(u)
			}
			feedback(u.feedback)
		case <-canceled:
			canceled = nil
			select {
			case p.ended <- e:
			case u := <-e.updates:
				if u.ended {
					return result(u)
				}
				select {
				case p.ended <- e:
				case <-node.Done():
				}
			case <-node.Done():
			}
			if node.Err() != nil {
				return result(update{code: msgs.GoToResultCanceled, text: "planner ends"})
			}
		case <-node.Done():
			return result(update{code: msgs.GoToResultCanceled, text: "planner ends"})
		}
	}
}

// result returns the result of a goal.
func result(u update) (msgs.GoToResult, error) {
	r := msgs.GoToResult{ErrorCode: u.code, ErrorMsg: u.text, X: u.feedback.X, Y: u.feedback.Y, Theta: u.feedback.Theta}
	if u.code != msgs.GoToResultNone {
		return r, fmt.Errorf("go_to: %s", u.text)
	}
	return r, nil
}

// begin begins an errand; the one before it ends.
func (p *planner) begin(e *errand) {
	if p.current != nil {
		p.finish(p.current, msgs.GoToResultPreempted, "another goal came")
	}
	p.current = e
	p.guide.Reset()
	if err := p.check(e.target.Pose); err != nil {
		p.end(msgs.GoToResultBadGoal, err.Error())
	}
}

// end ends the errand, and the walk with it.
func (p *planner) end(code uint16, text string) {
	e := p.current
	p.current = nil
	p.finish(e, code, text)
	p.out.ended(text)
	if code != msgs.GoToResultNone && code != msgs.GoToResultBadGoal {
		if err := p.out.stop(p.odometry, p.world.Stamp); err != nil {
			p.n.Log.Warn("robot not stopped", "error", err)
		}
	}
}

// finish sends the result of an errand.
func (p *planner) finish(e *errand, code uint16, text string) {
	e.send(update{feedback: p.feedback(), code: code, text: text, ended: true})
}

// feedback returns where the robot believes to be.
func (p *planner) feedback() msgs.GoToFeedback {
	s := &p.world.Pose
	return msgs.GoToFeedback{Distance: p.lead.Left, X: s.X, Y: s.Y, Theta: s.Theta, Blocked: p.lead.Blocked}
}

// send replaces the update that the handler has not read yet; it never waits.
func (e *errand) send(u update) {
	if !e.handler {
		return
	}
	select {
	case <-e.updates:
	default:
	}
	e.updates <- u
}

// judge ends an errand that is reached or cannot be, and reports how far it is. A goal of field_goal ends when it does not come anew.
func (p *planner) judge(e *errand, now time.Time, known bool) {
	if !e.until.IsZero() {
		return
	}
	trip := planning.Trip{
		Now: ros.SinceEpoch(now), Known: known, Pose: p.world.Pose, Goal: e.target.Pose, Lead: &p.lead,
		Stands: p.motion.State == msgs.MotionStateStanding, Walks: p.motion.State == msgs.MotionStateWalking,
	}
	switch e.progress.Step(p.cfg.patience(), &trip) {
	case planning.Reached:
		p.end(msgs.GoToResultNone, "")
	case planning.Lost:
		p.end(msgs.GoToResultNotLocalized, "nothing said where the robot is for 20 s")
	case planning.NoNearer:
		if !p.motion.CanWalk && !trip.Walks {
			p.end(msgs.GoToResultNotReady, "motion does not walk: it is "+p.motion.Name)
			return
		}
		p.end(msgs.GoToResultBlocked, fmt.Sprintf("no nearer than %.2f m for %.0f s", trip.Pose.Distance(trip.Goal), p.cfg.PatienceSec))
	default:
		if known {
			e.send(update{feedback: p.feedback()})
		}
	}
}
