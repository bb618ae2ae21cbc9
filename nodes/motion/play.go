package motion

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/motion"
	"gonao/msgs"
)

// feedbackCycles is how many cycles pass between two feedbacks at most.
const feedbackCycles = 8

// ticket is a goal on its way through the loop.
type ticket struct {
	name    string
	play    motion.Play
	playing bool
	reached int // at the last update
	cycles  int // since the last update

	// updates holds the newest word of the loop; only the loop writes.
	updates chan update
}

// update is what the loop tells a goal.
type update struct {
	err      error // why it was not, or will not be played
	progress motion.Progress
}

// request is what a goal asks of the loop.
type request struct {
	ticket *ticket
	cancel bool
}

// play runs one goal of play_motion, on its own goroutine.
func (l *loop) play(ctx context.Context, goal msgs.PlayMotionGoal, feedback func(msgs.PlayMotionFeedback)) (msgs.PlayMotionResult, error) {
	t := &ticket{name: goal.Name, updates: make(chan update, 1)}
	if !l.ask(request{ticket: t}) {
		return canceled(motion.Progress{}, errors.New("motion ends"))
	}
	tooLate := l.n.Clock.After(time.Duration(l.readyWait.Load()))
	var last motion.Progress
	for {
		select {
		case <-ctx.Done():
			l.ask(request{ticket: t, cancel: true})
			select {
			case u := <-t.updates: // may have been reached meanwhile
				last = u.progress
			default:
			}
			return canceled(last, ctx.Err())
		case <-l.done:
			return canceled(last, errors.New("motion ends"))
		case <-tooLate:
			tooLate = nil
			if last.Outcome == motion.Gone {
				l.ask(request{ticket: t, cancel: true})
				err := fmt.Errorf("motion %q: %w", goal.Name, motion.ErrNotReady)
				return failed(msgs.PlayMotionResultNotReady, last, err)
			}
		case u := <-t.updates:
			last = u.progress
			if u.err != nil {
				return result(goal.Name, u)
			}
			// Also at the end: who only watches sees the last position too.
			feedback(msgs.PlayMotionFeedback{
				PositionsReached: uint32(last.Reached),
				Slots:            uint32(last.Slots),
				Progress:         float32(last.Share),
			})
			if last.Outcome != motion.Playing {
				return result(goal.Name, u)
			}
		}
	}
}

// ask gives the loop a request; false when the loop has ended.
func (l *loop) ask(r request) bool {
	select {
	case l.requests <- r:
		return true
	case <-l.done:
		return false
	}
}

// result turns the end of a play into the action's.
func result(name string, u update) (msgs.PlayMotionResult, error) {
	var taken *motion.TakenError
	switch {
	case errors.Is(u.err, motion.ErrUnknownMotion):
		return failed(msgs.PlayMotionResultUnknownMotion, u.progress, u.err)
	case errors.As(u.err, &taken):
		return failed(msgs.PlayMotionResultJointTaken, u.progress, u.err)
	case u.err != nil:
		return failed(msgs.PlayMotionResultNotReady, u.progress, u.err)
	}
	p := u.progress
	switch p.Outcome {
	case motion.Finished:
		return msgs.PlayMotionResult{PositionsReached: uint32(p.Reached)}, nil
	case motion.NotReached:
		err := fmt.Errorf("motion %q: slot %d of %d: %s is %.1f° from its target",
			name, p.Reached+1, p.Slots, p.Late, p.LateRad*180/math.Pi)
		return failed(msgs.PlayMotionResultNotReached, p, err)
	case motion.Canceled:
		return canceled(p, context.Canceled)
	default:
		err := fmt.Errorf("motion %q: the robot began anew", name)
		return failed(msgs.PlayMotionResultNotReady, p, err)
	}
}

func failed(code uint16, p motion.Progress, err error) (msgs.PlayMotionResult, error) {
	return msgs.PlayMotionResult{ErrorCode: code, ErrorMsg: err.Error(), PositionsReached: uint32(p.Reached)}, err
}

func canceled(p motion.Progress, err error) (msgs.PlayMotionResult, error) {
	return failed(msgs.PlayMotionResultCanceled, p, fmt.Errorf("canceled: %w", err))
}

// handle does what a goal asks. It runs in the loop.
func (l *loop) handle(r request) {
	if !r.cancel {
		l.tickets = append(l.tickets, r.ticket)
		l.begin(r.ticket)
		return
	}
	if r.ticket.playing {
		l.motion.Cancel(r.ticket.play)
		r.ticket.tell(update{progress: l.motion.Progress(r.ticket.play)})
	}
	l.drop(r.ticket)
}

// begin tries to play a goal; one that comes too early stays and is tried again.
func (l *loop) begin(t *ticket) {
	play, err := l.motion.Play(t.name)
	switch {
	case errors.Is(err, motion.ErrNotReady):
	case err != nil:
		t.tell(update{err: err})
		l.drop(t)
	default:
		t.play, t.playing = play, true
		t.tell(update{progress: l.motion.Progress(play)})
	}
}

// stepTickets steps all goals, in the order they came.
func (l *loop) stepTickets() {
	for i := 0; i < len(l.tickets); {
		t := l.tickets[i]
		l.stepTicket(t)
		if i < len(l.tickets) && l.tickets[i] == t { // it has not left
			i++
		}
	}
}

// stepTicket tells a goal how far it is, or plays it when it has waited for that.
func (l *loop) stepTicket(t *ticket) {
	if !t.playing {
		if l.motion.Standing() {
			l.begin(t)
		}
		return
	}
	t.cycles++
	p := l.motion.Progress(t.play)
	if p.Outcome != motion.Playing {
		t.tell(update{progress: p})
		l.drop(t)
	} else if p.Reached != t.reached || t.cycles >= feedbackCycles {
		t.tell(update{progress: p})
		t.reached, t.cycles = p.Reached, 0
	}
}

func (l *loop) drop(t *ticket) {
	l.tickets = slices.DeleteFunc(l.tickets, func(o *ticket) bool { return o == t })
}

// tell replaces what the goal has not read yet; it never waits.
func (t *ticket) tell(u update) {
	select {
	case <-t.updates:
	default:
	}
	t.updates <- u
}
