package run

import (
	"time"

	"gonao/hfsm"
)

// Core is the part that all generated machines have in common.
type Core struct {
	Name  string
	Limit int // transitions of one tick

	Now    time.Duration // of the caller's clock
	Start  time.Duration // of the caller's clock, at the first entry
	At     time.Duration // grid time the machine stands at, since Start
	Entry  time.Duration // grid time that what is entered now counts from
	Begun  bool
	Ticks  uint64 // of this epoch
	Looped bool   // the transitions of this tick are used up
	Held   int    // activities that what is being left waits for
	Faults int    // automata that are to fail
	// Problem is the fault of the guard that was looked at last, if a script is in it.
	Problem error
	Status  Status
	Cause   error
	Epoch   uint32
	Trace   Trace

	budget int
}

// Clear brings the core to where it stands before the first entry.
func (c *Core) Clear() {
	*c = Core{Name: c.Name, Limit: c.Limit, Epoch: c.Epoch, Trace: c.Trace}
	c.Trace.begin()
}

// Reset is Clear for the next epoch.
func (c *Core) Reset() {
	c.Epoch++
	c.Clear()
}

// Halt makes the machine rest.
func (c *Core) Halt() { c.Begun, c.Status = true, Final }

// Tick begins a tick of the machine at now; false when there is nothing to do.
func (c *Core) Tick(now time.Duration) bool {
	if c.Begun && (c.Status != Running || now < c.Now) {
		return false
	}
	c.Now, c.budget, c.Looped = now, c.Limit, false
	c.Ticks++
	return true
}

// Begin begins the first tick; false when it has been.
func (c *Core) Begin() bool {
	if c.Begun {
		return false
	}
	c.Begun, c.Start, c.At, c.Entry = true, c.Now, 0, 0
	return true
}

// Time is how long ago, at the tick that is going on, the machine began.
func (c *Core) Time() time.Duration { return c.Now - c.Start }

// Loop gives the error of a tick with too many transitions, or nil.
func (c *Core) Loop(path string) error {
	if !c.Looped {
		return nil
	}
	return &hfsm.LoopError{Machine: c.Name, Path: path, Limit: c.Limit}
}

// Look begins a tick of an automaton.
func (c *Core) Look(a *Automaton, g *Grid) {
	c.At = max(c.At, g.advance(a, c.Time()))
	c.Entry = c.At
}

// Spend takes one of the transitions of this tick; false when there is none left.
func (c *Core) Spend() bool {
	if c.budget == 0 {
		c.Looped = true
		return false
	}
	c.budget--
	c.Entry = c.At
	return true
}

// Date dates a timed transition that was due before this tick at the grid time it
// was due: since is when its time was up. One that could not be taken at the last
// look happens now.
func (c *Core) Date(a *Automaton, g *Grid, since time.Duration) {
	if due := g.ceil(max(0, since)); due > a.Last {
		c.Entry = min(c.At, due)
		c.At = max(c.Trace.lastAt, c.Entry)
	}
}

// Blame notes that an automaton is to fail, once what is being entered or left has
// been.
func (c *Core) Blame(a *Automaton, err error) {
	if err == nil || a.Fault != nil {
		return
	}
	a.Fault = err
	c.Faults++
	c.Cause = err
}

// Faulty makes an automaton fail one of whose guards has; false when none did.
func (c *Core) Faulty(a *Automaton) bool {
	if c.Problem == nil {
		return false
	}
	c.Blame(a, c.Problem)
	c.Problem = nil
	return true
}

// Fails takes note of an automaton's fault off; true when it has to fail now. One
// that nobody sees any more is failed without more ado.
func (c *Core) Fails(a *Automaton) bool {
	a.Fault = nil
	c.Faults--
	if !a.Live {
		a.Ended = Failed
		return false
	}
	c.Entry = c.At
	return a.Ended == Running
}

// Age says how old an input is that was set at a time of the caller's clock, s.
func (c *Core) Age(set Stamp) float64 {
	if !set.Known {
		return unsetAge
	}
	return max(0, c.Start+c.At-set.Time).Seconds()
}

// unsetAge is the age of an input that has never been set, s.
const unsetAge = 1e9

// Stamp is when an input was set.
type Stamp struct {
	Time  time.Duration // of the caller's clock
	Known bool
	Fresh bool // since the last tick: Time comes with the next one
}

// Tick gives an input that was set since the last tick the time of this one.
func (s *Stamp) Tick(now time.Duration) {
	if s.Fresh {
		s.Time, s.Known, s.Fresh = now, true, false
	}
}
