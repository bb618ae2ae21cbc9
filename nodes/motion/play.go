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
	name    string // for people
	begin   func(*motion.Motion) (motion.Play, error)
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

// request is what a goal or a service asks of the loop.
type request struct {
	ticket *ticket
	cancel bool
	do     func() // of a service; the others are empty then
}

// canceledError says why a goal was given up.
type canceledError struct{ why error }

func (e *canceledError) Error() string { return "canceled: " + e.why.Error() }
func (e *canceledError) Unwrap() error { return e.why }

// notReachedError says which joint was late.
type notReachedError struct{ text string }

func (e *notReachedError) Error() string { return e.text }

// follow takes a goal through the loop, on its own goroutine, and tells on the way
// how far it is. The error says why it did not reach its end.
func (l *loop) follow(ctx context.Context, t *ticket, feedback func(motion.Progress)) (motion.Progress, error) {
	t.updates = make(chan update, 1)
	if !l.ask(request{ticket: t}) {
		return motion.Progress{}, &canceledError{errors.New("motion ends")}
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
			return last, &canceledError{ctx.Err()}
		case <-l.done:
			return last, &canceledError{errors.New("motion ends")}
		case <-tooLate:
			tooLate = nil
			if last.Outcome == motion.Gone {
				l.ask(request{ticket: t, cancel: true})
				return last, fmt.Errorf("%s: %w", t.name, motion.ErrNotReady)
			}
		case u := <-t.updates:
			last = u.progress
			if u.err != nil {
				return last, u.err
			}
			feedback(last) // also at the end: who only watches sees the last position too
			if last.Outcome != motion.Playing {
				return last, ended(t.name, last)
			}
		}
	}
}

// ended gives the error of a play that has ended, or nil.
func ended(name string, p motion.Progress) error {
	switch p.Outcome {
	case motion.Finished:
		return nil
	case motion.NotReached:
		return &notReachedError{fmt.Sprintf("%s: slot %d of %d: %s is %.1f° from its target",
			name, p.Reached+1, p.Slots, p.Late, p.LateRad*180/math.Pi)}
	case motion.Canceled:
		return &canceledError{context.Canceled}
	default:
		return fmt.Errorf("%s: the robot began anew", name)
	}
}

// play runs one goal of play_motion.
func (l *loop) play(ctx context.Context, goal msgs.PlayMotionGoal, feedback func(msgs.PlayMotionFeedback)) (msgs.PlayMotionResult, error) {
	t := &ticket{
		name:  fmt.Sprintf("motion %q", goal.Name),
		begin: func(m *motion.Motion) (motion.Play, error) { return m.Play(goal.Name) },
	}
	p, err := l.follow(ctx, t, func(p motion.Progress) {
		feedback(msgs.PlayMotionFeedback{
			PositionsReached: uint32(p.Reached),
			Slots:            uint32(p.Slots),
			Progress:         float32(p.Share),
		})
	})
	result := msgs.PlayMotionResult{PositionsReached: uint32(p.Reached)}
	if err == nil {
		return result, nil
	}
	result.ErrorCode, result.ErrorMsg = msgs.PlayMotionResultNotReady, err.Error()
	switch {
	case errors.Is(err, motion.ErrUnknownMotion):
		result.ErrorCode = msgs.PlayMotionResultUnknownMotion
	case isA[*motion.TakenError](err):
		result.ErrorCode = msgs.PlayMotionResultJointTaken
	case isA[*notReachedError](err):
		result.ErrorCode = msgs.PlayMotionResultNotReached
	case isA[*canceledError](err):
		result.ErrorCode = msgs.PlayMotionResultCanceled
	}
	return result, err
}

// isA says whether an error of this type is in the chain.
func isA[T error](err error) bool {
	var at T
	return errors.As(err, &at)
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

// handle does what a goal asks. It runs in the loop.
func (l *loop) handle(r request) {
	if r.do != nil {
		r.do()
		return
	}
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
	play, err := t.begin(l.motion)
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
