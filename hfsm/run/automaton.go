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

	event   Event // that the transition in Waiting has consumed
	fault   error // it is about to fail
	aligned bool  // Next is on its grid
}

// clear brings it to where it stands before the first entry.
func (a *Automaton) clear() { *a = Automaton{Active: None, Waiting: None} }

// occupy makes a state the active one; spent is the time it has been so before.
func (a *Automaton) occupy(s int, entry, spent time.Duration) {
	a.Active, a.Ended, a.Over, a.Left = s, Running, false, false
	a.Entered, a.Spent = entry-spent, spent
}

// open makes the automaton active itself: it ticks at once, in the tick that enters it.
func (a *Automaton) open(at, entry time.Duration, seen uint64) {
	a.Live, a.Waiting, a.Seen = true, None, seen
	a.Next, a.Last, a.aligned = at, entry-1, false
}

// quit notes the time spent in the state that is being left.
func (a *Automaton) quit(entry time.Duration) {
	if !a.Left {
		a.Spent, a.Left = entry-a.Entered, true
	}
}

// goesOn says whether there is a state to go back to.
func (a *Automaton) goesOn() bool { return a.Active != None && a.Ended == Running }
