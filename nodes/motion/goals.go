package motion

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/motion"
	"gonao/nao"
)

// feedbackCycles is how many cycles pass between two feedbacks at most.
const feedbackCycles = 8

// goal is a goal of an action on its way through the loop: it waits until the robot stands,
// runs, and is left when it was canceled. Its handler runs on a goroutine of its own.
type goal struct {
	name    string // for people
	begin   func(*motion.Motion) (running, error)
	running running
	begun   bool
	leaving bool // canceled: it waits until the robot is safe
	mark    int  // at the last update
	cycles  int  // since the last update

	// updates holds the newest update; only the loop writes it.
	updates chan update
}

// running is what a goal has begun in the room: a task or a play.
type running interface {
	status(m *motion.Motion) status
	cancel(m *motion.Motion)
	safe(m *motion.Motion) bool // after cancel
}

// status is how a task or a play stands.
type status struct {
	outcome  motion.Outcome
	mark     int // a change is sent at once
	progress motion.Progress
	report   motion.Report

	// Of a trajectory: the joints as they should be and as they are, rad and rad/s.
	desired, desiredSpeed, measured nao.Joints
}

// update is what the loop sends to a goal's handler.
type update struct {
	err  error // why it was not begun
	safe bool  // after a cancel
	new  bool  // it has just begun: there is nothing to report before the first step
	status
}

// request is what a goal or a service sends to the loop.
type request struct {
	goal   *goal
	cancel bool
	do     func() // of a service; the others are empty then
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

// notReachedError names the joint that was late.
type notReachedError struct{ text string }

// Error returns the text.
func (e *notReachedError) Error() string { return e.text }

// errEnds is returned when the node ends.
var errEnds = errors.New("motion ends")

// follow runs a goal through the loop, on the goal's own goroutine, and sends feedback on the
// way. The error says why it did not reach its end.
func (l *loop) follow(ctx context.Context, g *goal, feedback func(status)) (status, error) {
	g.updates = make(chan update, 1)
	if !l.send(request{goal: g}) {
		return status{}, &canceledError{errEnds}
	}
	tooLate := l.n.Clock.After(time.Duration(l.readyWait.Load()))
	var last status
	for {
		select {
		case <-ctx.Done():
			return l.leave(g, last), &canceledError{ctx.Err()}
		case <-l.done:
			return last, &canceledError{errEnds}
		case <-tooLate:
			tooLate = nil
			if last.outcome == motion.Gone {
				l.send(request{goal: g, cancel: true})
				return last, fmt.Errorf("%s: %w", g.name, motion.ErrNotReady)
			}
		case u := <-g.updates:
			last = u.status
			if u.err != nil {
				return last, u.err
			}
			if u.new {
				continue
			}
			feedback(last) // also at the end, for a client that only reads feedback
			if last.outcome != motion.Playing {
				return last, endError(g.name, last)
			}
		}
	}
}

// leave cancels a goal and waits until the robot is safe: until the foot of a kick is
// on the ground again, and a robot that walked stands.
func (l *loop) leave(g *goal, last status) status {
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
			if u.outcome != motion.Gone {
				last = u.status // its end may have been reached meanwhile
			}
			if u.safe {
				return last
			}
		}
	}
}

// endError returns why a task or a play ended before its goal, or nil.
func endError(name string, at status) error {
	if at.report.Err != nil {
		return at.report.Err
	}
	p := at.progress
	switch at.outcome {
	case motion.Finished:
		return nil
	case motion.Fell:
		return fmt.Errorf("%s: %w", name, motion.ErrFallen)
	case motion.OffPath:
		return &notReachedError{fmt.Sprintf("%s: %s is %.1f° off its way", name, p.Late, p.LateRad*180/math.Pi)}
	case motion.NotReached:
		return &notReachedError{fmt.Sprintf("%s: slot %d of %d: %s is %.1f° from its target",
			name, p.Reached+1, p.Slots, p.Late, p.LateRad*180/math.Pi)}
	case motion.Canceled:
		return &canceledError{context.Canceled}
	default:
		return fmt.Errorf("%s: the robot began anew", name)
	}
}

// isA reports whether an error of this type is in the chain.
func isA[T error](err error) bool {
	var at T
	return errors.As(err, &at)
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
		g.running.cancel(l.motion)
		g.leaving = true
		if !slices.Contains(l.goals, g) { // it has ended meanwhile
			l.goals = append(l.goals, g)
		}
		l.stepGoal(g)
	}
}

// begin tries to begin a goal; one that comes too early stays and is tried again.
func (l *loop) begin(g *goal) {
	running, err := g.begin(l.motion)
	switch {
	case errors.Is(err, motion.ErrNotReady):
	case err != nil:
		g.update(update{err: err})
		l.drop(g)
	default:
		g.running, g.begun = running, true
		g.cycles = feedbackCycles - 2 // the second step is reported: in the first a motion begins, with nothing to report
		g.update(update{new: true, status: running.status(l.motion)})
	}
}

// stepGoals steps all goals, in the order they came.
func (l *loop) stepGoals() {
	for i := 0; i < len(l.goals); {
		g := l.goals[i]
		l.stepGoal(g)
		if i < len(l.goals) && l.goals[i] == g { // it has not left
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
	at := g.running.status(l.motion)
	if g.leaving {
		if g.running.safe(l.motion) {
			g.update(update{status: at, safe: true})
			l.drop(g)
		}
		return
	}
	g.cycles++
	if at.outcome != motion.Playing {
		g.update(update{status: at})
		l.drop(g)
	} else if at.mark != g.mark || g.cycles >= feedbackCycles {
		g.update(update{status: at})
		g.mark, g.cycles = at.mark, 0
	}
}

func (l *loop) drop(g *goal) {
	l.goals = slices.DeleteFunc(l.goals, func(o *goal) bool { return o == g })
}

// update replaces the update that the handler has not read yet; it never waits.
func (g *goal) update(u update) {
	select {
	case <-g.updates:
	default:
	}
	g.updates <- u
}
