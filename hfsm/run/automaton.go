package run

import "time"

// Automaton is what a machine remembers of a set of sibling states.
type Automaton struct {
	Active  int           // state it is in, or was in when it was left; None before the first entry
	Live    bool          // it is active itself
	Entered time.Duration // grid time at which Active was entered, shifted by what it had spent
	Spent   time.Duration // time in Active when it was left
	Left    bool          // Spent is set
	Next    time.Duration // grid time of the next tick
	Last    time.Duration // grid time up to which its transitions have been looked at
	Ended   Status        // Final or Failed after it took that exit
	Over    bool          // Active left by a transition of its own: nothing of it is to be resumed
	Seen    uint64        // events before this one are no longer new
	Waiting int           // transition that is decided, until the activities of what it leaves have stopped
	From    int           // leaf when it was decided
	Event   Event         // that the transition in Waiting has consumed
	Fault   error         // it is about to fail

	aligned bool // Next is on its grid
}

// Clear brings it to where it stands before the first entry.
func (a *Automaton) Clear() { *a = Automaton{Active: None, Waiting: None} }

// Occupy makes a state the active one; spent is the time it has been so before.
func (a *Automaton) Occupy(s int, entry, spent time.Duration) {
	a.Active, a.Ended, a.Over, a.Left = s, Running, false, false
	a.Entered, a.Spent = entry-spent, spent
}

// Open makes the automaton active itself: it ticks at once, in the tick that enters it.
func (a *Automaton) Open(at, entry time.Duration, seen uint64) {
	a.Live, a.Waiting, a.Seen = true, None, seen
	a.Next, a.Last, a.aligned = at, entry-1, false
}

// Quit notes the time spent in the state that is being left.
func (a *Automaton) Quit(entry time.Duration) {
	if !a.Left {
		a.Spent, a.Left = entry-a.Entered, true
	}
}

// GoesOn says whether there is a state to go back to.
func (a *Automaton) GoesOn() bool { return a.Active != None && a.Ended == Running }

// Keep says where to begin: in the state it was in, which begins anew.
func (a *Automaton) Keep(initial int) int {
	if a.GoesOn() {
		return a.Active
	}
	return initial
}

// Resume says where to begin: in the state it was in, which goes on where it was
// interrupted, with the time it has spent.
func (a *Automaton) Resume(initial int) (s int, how Entry, spent time.Duration) {
	switch {
	case !a.GoesOn():
		return initial, Anew, 0
	case a.Over:
		return a.Active, Anew, 0
	}
	return a.Active, Resumed, a.Spent
}

// Inside says whether the automata inside the active state have their turn.
func (a *Automaton) Inside() bool {
	return a.Active != None && a.Ended == Running && a.Waiting == None && a.Live
}

// Elapsed gives the time the active state has been so, s.
func (a *Automaton) Elapsed(at time.Duration) float64 { return (at - a.Entered).Seconds() }
