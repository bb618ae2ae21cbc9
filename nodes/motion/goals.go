package motion

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gonao/internal/latest"
	"gonao/motion"
	"gonao/motion/servo"
	"gonao/robot/mover"
)

// feedbackCycles is how many cycles pass between two feedbacks at most.
const feedbackCycles = 8

// goal is a goal of an action in the loop: it waits until the robot stands, runs, and is dropped when it was canceled.
// Its handler runs in its own goroutine.
type goal struct {
	name    string // for people
	want    any    // a type of package goals, or a *servo.Trajectory
	run     mover.Run
	joints  *followed // of a trajectory; otherwise nil
	begun   bool
	leaving bool // canceled: it waits until the robot is safe
	mark    int  // at the last update
	cycles  int  // since the last update

	// updates holds the newest update; only the loop writes it.
	updates chan update
}

// update is a message of the loop to a goal's handler.
type update struct {
	err  error // why it was not begun
	safe bool  // after a cancel
	new  bool  // it has just begun: there is nothing to report before the first step
	mover.Status
	joints followed // of a trajectory
}

// request is a message of a goal or a service to the loop.
type request struct {
	goal   *goal
	cancel bool
	do     func() // from a service; the other fields are empty then
}

// canceledError holds why a goal was given up.
type canceledError struct{ why error }

// Error returns the reason.
func (e *canceledError) Error() string {
	if errors.Is(e.why, context.Canceled) { // the context's own words add nothing
		return "canceled"
	}
	return "canceled: " + e.why.Error()
}

// Unwrap returns the reason.
func (e *canceledError) Unwrap() error { return e.why }

// errEnds is returned when the node ends.
var errEnds = errors.New("motion ends")

// follow runs a goal through the loop, in the goal's own goroutine, and sends feedback. The error says why the goal was
// not reached.
func (l *loop) follow(ctx context.Context, g *goal, feedback func(*mover.Status)) (mover.Status, error) {
	g.updates = make(chan update, 1)
	if !l.send(request{goal: g}) {
		return mover.Status{}, &canceledError{errEnds}
	}
	tooLate := l.n.Clock.After(time.Duration(l.readyWait.Load()))
	var last mover.Status
	for {
		select {
		case <-ctx.Done():
			return l.leave(g, last), &canceledError{ctx.Err()}
		case <-l.done:
			return last, &canceledError{errEnds}
		case <-tooLate:
			tooLate = nil
			if last.Outcome == motion.Gone {
				l.send(request{goal: g, cancel: true})
				return last, fmt.Errorf("%s: %w", g.name, motion.ErrNotReady)
			}
		case u := <-g.updates:
			last = u.Status
			if u.err != nil {
				return last, u.err
			}
			if u.new {
				continue
			}
			if g.joints != nil {
				*g.joints = u.joints
			}
			feedback(&last) // also at the end, for a client that only reads feedback
			if last.Outcome != motion.Playing {
				return last, g.endError(&last)
			}
		}
	}
}

// leave cancels a goal and waits until the robot is safe: until the foot of a kick is
// on the ground again, and a robot that walked stands.
func (l *loop) leave(g *goal, last mover.Status) mover.Status {
	const patience = 5 * time.Second
	if !l.send(request{goal: g, cancel: true}) {
		return last
	}
	tooLate := l.n.Clock.After(patience)
	for {
		select {
		case <-l.done:
			return last
		case <-tooLate:
			l.send(request{goal: g, cancel: true})
			return last
		case u := <-g.updates:
			if u.Outcome != motion.Gone {
				last = u.Status // it may have ended in the meantime
			}
			if u.safe {
				return last
			}
		}
	}
}

// endError returns why a goal ended before it was reached, or nil.
func (g *goal) endError(at *mover.Status) error {
	_, play := g.run.Play()
	switch {
	case at.Outcome == motion.Finished:
		return nil
	case at.Err != nil && play:
		return fmt.Errorf("%s: %w", g.name, at.Err)
	case at.Err != nil:
		return at.Err
	case at.Outcome == motion.Canceled:
		return &canceledError{context.Canceled}
	}
	return fmt.Errorf("%s: the robot began anew", g.name)
}

// send passes a request to the loop; false when the loop has ended.
func (l *loop) send(r request) bool {
	select {
	case l.requests <- r:
		return true
	case <-l.done:
		return false
	}
}

// within runs do in the loop, between two states.
func (l *loop) within(do func() error) error {
	done := make(chan error, 1)
	if !l.send(request{do: func() { done <- do() }}) {
		return errEnds
	}
	return <-done
}

// handle executes a request. It runs in the loop.
func (l *loop) handle(r request) {
	g := r.goal
	switch {
	case r.do != nil:
		r.do()
	case !r.cancel:
		l.goals = append(l.goals, g)
		l.begin(g)
	case !g.begun, g.leaving:
		g.update(update{safe: true})
		l.drop(g)
	default:
		g.run.Cancel(l.motion)
		g.leaving = true
		if !slices.Contains(l.goals, g) { // it has ended
			l.goals = append(l.goals, g)
		}
		l.stepGoal(g)
	}
}

// begin tries to begin a goal; a goal that comes too early is kept and tried again.
func (l *loop) begin(g *goal) {
	var run mover.Run
	var err error
	if t, ok := g.want.(*servo.Trajectory); ok {
		run, err = mover.Playing(l.motion.FollowTrajectory(t))
	} else {
		run, err = mover.Begin(l.motion, g.want)
	}
	switch {
	case errors.Is(err, motion.ErrNotReady):
	case err != nil:
		g.update(update{err: err})
		l.drop(g)
	default:
		g.run, g.begun = run, true
		g.cycles = feedbackCycles - 2 // the second step is reported: in the first a motion begins, with nothing to report
		u := l.statusOf(g)
		u.new = true
		g.update(u)
	}
}

// stepGoals steps all goals, in the order they came.
func (l *loop) stepGoals() {
	for i := 0; i < len(l.goals); {
		g := l.goals[i]
		l.stepGoal(g)
		if i < len(l.goals) && l.goals[i] == g { // it is still there
			i++
		}
	}
}

// stepGoal sends a goal's status, or begins it when it has waited for that.
func (l *loop) stepGoal(g *goal) {
	if !g.begun {
		if l.motion.State() != motion.Starting {
			l.begin(g)
		}
		return
	}
	at := l.statusOf(g)
	if g.leaving {
		if at.safe = g.run.Safe(l.motion); at.safe {
			g.update(at)
			l.drop(g)
		}
		return
	}
	g.cycles++
	if at.Outcome != motion.Playing {
		g.update(at)
		l.drop(g)
	} else if at.Mark != g.mark || g.cycles >= feedbackCycles {
		g.update(at)
		g.mark, g.cycles = at.Mark, 0
	}
}

// statusOf returns how a goal that has begun stands.
func (l *loop) statusOf(g *goal) update {
	u := update{Status: g.run.Status(l.motion)}
	if g.joints != nil {
		u.joints.read(l.motion, g.run)
	}
	return u
}

func (l *loop) drop(g *goal) {
	l.goals = slices.DeleteFunc(l.goals, func(o *goal) bool { return o == g })
}

// update replaces the update that the handler has not read yet; it never waits.
func (g *goal) update(u update) {
	latest.Replace(g.updates, u)
}
