package planner

import (
	"context"
	"fmt"

	"gonao/internal/latest"
	"gonao/msgs"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
)

// goal is a goal of go_to, whose handler waits for updates.
type goal struct {
	target  planning.Target
	updates chan update
}

// update is a message of the planner to the handler of a goal.
type update struct {
	feedback msgs.GoToFeedback
	code     uint16
	text     string
	ended    bool
}

// accept refuses goals that are not finite.
func accept(g msgs.GoToGoal) error {
	if !(plane.Pose{X: g.X, Y: g.Y, Theta: g.Theta}).Finite() {
		return fmt.Errorf("go_to: (%g, %g, %g): expected finite numbers", g.X, g.Y, g.Theta)
	}
	return nil
}

// goTo handles a goal of go_to.
func (p *planner) goTo(ctx context.Context, g msgs.GoToGoal, feedback func(msgs.GoToFeedback)) (msgs.GoToResult, error) {
	e := &goal{target: planning.Target{Pose: plane.Pose{X: g.X, Y: g.Y, Theta: g.Theta}}, updates: make(chan update, 1)}
	node := p.n.Context()
	select {
	case p.goals <- e:
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

// begin begins the way to a target and ends the previous goal. g is the goal of go_to, or nil if the target has another
// source.
func (p *planner) begin(t planning.Target, g *goal) error {
	if err := p.way.Check(t.Pose); err != nil {
		return err
	}
	p.way.Begin(t)
	p.finish(msgs.GoToResultPreempted, "another goal came")
	p.current = g
	return nil
}

// end ends the way. The robot is stopped if it has not reached the target.
func (p *planner) end(code uint16, text string) {
	p.way.End()
	p.finish(code, text)
	p.out.ended(text)
	if code != msgs.GoToResultNone {
		if err := p.out.stop(p.odometry, p.world.Stamp); err != nil {
			p.n.Log.Warn("robot not stopped", "error", err)
		}
	}
}

// finish sends the result of a goal of go_to.
func (p *planner) finish(code uint16, text string) {
	if p.current != nil {
		p.current.send(update{feedback: p.feedback(), code: code, text: text, ended: true})
		p.current = nil
	}
}

// feedback returns the robot's believed pose and its remaining distance.
func (p *planner) feedback() msgs.GoToFeedback {
	s, lead := &p.world.Pose, p.way.Lead()
	return msgs.GoToFeedback{Distance: lead.Left, X: s.X, Y: s.Y, Theta: s.Theta, Blocked: lead.Blocked}
}

// send replaces the update that the handler has not read yet; it never waits.
func (g *goal) send(u update) {
	latest.Replace(g.updates, u)
}

// judge ends a goal that is reached or cannot be reached.
func (p *planner) judge(v planning.Verdict, err error) {
	switch v {
	case planning.UnderWay:
	case planning.Reached:
		p.end(msgs.GoToResultNone, "")
	case planning.Lost:
		p.end(msgs.GoToResultNotLocalized, "the robot's pose was unknown for 20 s")
	case planning.NoPlan:
		p.end(msgs.GoToResultBlocked, err.Error())
	case planning.NoNearer:
		if !p.motion.CanWalk && p.motion.State != msgs.MotionStateWalking {
			p.end(msgs.GoToResultNotReady, "motion does not walk: it is "+p.motion.Name)
			return
		}
		p.end(msgs.GoToResultBlocked, fmt.Sprintf("the robot has not come closer than %.2f m for %.0f s", p.world.Pose.Distance(p.way.Target().Pose), p.cfg.Patience.Nearer.Seconds()))
	}
}
