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

// ticket is a goal on its way through the loop.
type ticket struct {
	name    string // for people
	begin   func(*motion.Motion) (subject, error)
	subject subject
	playing bool
	leaving bool // canceled: it waits until the robot is safe
	mark    int  // at the last update
	cycles  int  // since the last update

	// updates holds the newest word of the loop; only the loop writes.
	updates chan update
}

// subject is what a goal has begun in the room.
type subject interface {
	look(m *motion.Motion) news
	cancel(m *motion.Motion)
	safe(m *motion.Motion) bool // after cancel
}

// news is how a goal's subject stands.
type news struct {
	outcome  motion.Outcome
	mark     int // told at once when it changes
	progress motion.Progress
	report   motion.Report

	// Of a trajectory: the joints as they should be and as they are, rad and rad/s.
	desired, desiredSpeed, measured nao.Joints
}

// update is what the loop tells a goal.
type update struct {
	err  error // why it was not, or will not be played
	safe bool  // after a cancel
	news
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
func (l *loop) follow(ctx context.Context, t *ticket, feedback func(news)) (news, error) {
	t.updates = make(chan update, 1)
	if !l.ask(request{ticket: t}) {
		return news{}, &canceledError{errors.New("motion ends")}
	}
	tooLate := l.n.Clock.After(time.Duration(l.readyWait.Load()))
	var last news
	for {
		select {
		case <-ctx.Done():
			return l.leave(t, last), &canceledError{ctx.Err()}
		case <-l.done:
			return last, &canceledError{errors.New("motion ends")}
		case <-tooLate:
			tooLate = nil
			if last.outcome == motion.Gone {
				l.ask(request{ticket: t, cancel: true})
				return last, fmt.Errorf("%s: %w", t.name, motion.ErrNotReady)
			}
		case u := <-t.updates:
			last = u.news
			if u.err != nil {
				return last, u.err
			}
			feedback(last) // also at the end: who only watches sees the last position too
			if last.outcome != motion.Playing {
				return last, ended(t.name, last)
			}
		}
	}
}

// leave cancels a goal and waits until the robot is safe: until the foot of a kick is
// on the ground again, and a robot that walked stands.
func (l *loop) leave(t *ticket, last news) news {
	const patience = 5 * time.Second
	if !l.ask(request{ticket: t, cancel: true}) {
		return last
	}
	tooLate := l.n.Clock.After(patience)
	for {
		select {
		case <-l.done:
			return last
		case <-tooLate:
			l.ask(request{ticket: t, cancel: true})
			return last
		case u := <-t.updates:
			if u.outcome != motion.Gone {
				last = u.news // may have been reached meanwhile
			}
			if u.safe {
				return last
			}
		}
	}
}

// ended gives the error of what has ended, or nil.
func ended(name string, at news) error {
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
	t := r.ticket
	switch {
	case r.do != nil:
		r.do()
	case !r.cancel:
		l.tickets = append(l.tickets, t)
		l.begin(t)
	case !t.playing, t.leaving:
		t.tell(update{safe: true})
		l.drop(t)
	default:
		t.subject.cancel(l.motion)
		t.leaving = true
		if !slices.Contains(l.tickets, t) { // it has ended meanwhile
			l.tickets = append(l.tickets, t)
		}
		l.stepTicket(t)
	}
}

// begin tries to begin a goal; one that comes too early stays and is tried again.
func (l *loop) begin(t *ticket) {
	subject, err := t.begin(l.motion)
	switch {
	case errors.Is(err, motion.ErrNotReady):
	case err != nil:
		t.tell(update{err: err})
		l.drop(t)
	default:
		t.subject, t.playing = subject, true
		t.tell(update{news: subject.look(l.motion)})
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

// stepTicket tells a goal how far it is, or begins it when it has waited for that.
func (l *loop) stepTicket(t *ticket) {
	if !t.playing {
		if l.motion.State() != motion.Starting {
			l.begin(t)
		}
		return
	}
	at := t.subject.look(l.motion)
	if t.leaving {
		if t.subject.safe(l.motion) {
			t.tell(update{news: at, safe: true})
			l.drop(t)
		}
		return
	}
	t.cycles++
	if at.outcome != motion.Playing {
		t.tell(update{news: at})
		l.drop(t)
	} else if at.mark != t.mark || t.cycles >= feedbackCycles {
		t.tell(update{news: at})
		t.mark, t.cycles = at.mark, 0
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
