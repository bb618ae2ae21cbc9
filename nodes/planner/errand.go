package planner

import (
	"context"
	"fmt"
	"math"
	"time"

	"gonao/msgs"
	"gonao/percepts/plane"
	"gonao/planning"
)

// notLocalizedFor is how long a goal waits for a pose.
const notLocalizedFor = 20 * time.Second

// errand is a goal that the planner leads to.
type errand struct {
	target  planning.Target
	until   time.Time // of field_goal; the zero Time: until it is reached
	handler bool      // a handler of go_to waits for updates
	updates chan update

	began  bool
	lost   time.Time // since when the pose is not known; zero: it is
	best   float64   // m, the shortest way that was left so far, with the turn
	bestAt time.Time
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

// judge ends an errand that is reached or cannot be, and reports how far it is.
func (p *planner) judge(e *errand, now time.Time, known bool) {
	if !known {
		if e.lost.IsZero() {
			e.lost = now
		}
		if now.Sub(e.lost) > notLocalizedFor && e.until.IsZero() {
			p.end(msgs.GoToResultNotLocalized, "nothing said where the robot is for 20 s")
		}
		return
	}
	e.lost = time.Time{}
	pose := p.world.Pose
	turn := math.Abs(plane.Angle(e.target.Pose.Theta - pose.Theta))
	away := pose.Distance(e.target.Pose)
	if left := away + 0.2*turn; !e.began || left < e.best-0.03 || p.moved(e) {
		e.best, e.bestAt, e.began = left, now, true
	}
	still := p.motion.State == msgs.MotionStateStanding
	switch patience := time.Duration(p.cfg.PatienceSec * float64(time.Second)); {
	case !e.until.IsZero(): // it ends when it does not come anew
	case away < p.cfg.ArriveM && turn < p.cfg.ArriveRad && still:
		p.end(msgs.GoToResultNone, "")
		return
	case now.Sub(e.bestAt) > patience && !p.motion.CanWalk && p.motion.State != msgs.MotionStateWalking:
		p.end(msgs.GoToResultNotReady, "motion does not walk: it is "+p.motion.Name)
		return
	case now.Sub(e.bestAt) > patience:
		p.end(msgs.GoToResultBlocked, fmt.Sprintf("no nearer than %.2f m for %.0f s", away, p.cfg.PatienceSec))
		return
	}
	e.send(update{feedback: p.feedback()})
}

// moved reports whether the robot goes round something, so that it is farther from the goal for a while.
func (p *planner) moved(e *errand) bool {
	return p.lead.Left > 1.1*e.target.Pose.Distance(p.world.Pose)+0.1 && !p.lead.Blocked && p.motion.State == msgs.MotionStateWalking
}
