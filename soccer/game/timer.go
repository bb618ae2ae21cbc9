package game

import "time"

// A Condition determines when a timer runs. No timer runs while the referee has stopped play.
type Condition uint8

// The conditions.
const (
	Always         Condition = iota // in any state
	WithClock                       // with the clock of the half
	ReadyOrPlaying                  // so that SET does not shorten a penalty
)

// An Ending is the behavior of a timer at zero.
type Ending uint8

// The endings.
const (
	Clip     Ending = iota // it stays at zero
	Overflow               // it continues below zero
	Expire                 // it stops, and an action follows
)

// A Timer counts down. The zero value is stopped.
type Timer struct {
	On        bool
	Remaining time.Duration
	Condition Condition
	Ending    Ending
	Then      Kind // the action when the timer expires, or NoAction
}

// runs reports whether the timer runs in the present state of the game.
func (t *Timer) runs(g *Game, r *Rules) bool {
	if !t.On || g.Stopped || t.Ending == Clip && t.Remaining == 0 {
		return false
	}
	switch t.Condition {
	case WithClock:
		return clockRuns(g, r)
	case ReadyOrPlaying:
		return g.State == Ready || g.State == Playing
	default:
		return true
	}
}

// seek advances a running timer, and returns the action that is due. dt must not exceed the remaining time when the timer
// expires.
func (t *Timer) seek(dt time.Duration) (due Kind, expired bool) {
	t.Remaining -= dt
	switch t.Ending {
	case Clip:
		t.Remaining = max(t.Remaining, 0)
	case Expire:
		if t.Remaining <= 0 {
			due := t.Then
			*t = Timer{}
			return due, true
		}
	case Overflow:
	}
	return NoAction, false
}

// clockRuns reports whether the clock of a half, or of a penalty shoot-out, counts. Before the first kick-off of a half
// it does not count, and with some rule books it does not count in READY and SET either.
func clockRuns(g *Game, r *Rules) bool {
	switch g.State {
	case Playing:
		return true
	case Ready, Set:
		if g.Phase == PenaltyShootout || r.Setup.Long && r.Book.Match.LongStopsClock {
			return false
		}
		return g.Clock.Remaining != r.halfOf(g.Phase)
	default:
		return false
	}
}
