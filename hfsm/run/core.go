package run

import (
	"fmt"
	"time"

	"gonao/hfsm"
)

// Core is the part that all generated machines have in common: which state is active,
// and since when. What is done in the states is in [Code].
type Core struct {
	*Model
	Code
	Events *Events // nil: nothing in the machine waits for any, or raises one

	Now    time.Duration // of the caller's clock
	Start  time.Duration // of the caller's clock, at the first entry
	At     time.Duration // grid time the machine stands at, since Start
	Entry  time.Duration // grid time that what is entered now counts from
	Begun  bool
	Ticks  uint64 // of this epoch
	Looped bool   // the transitions of this tick are used up
	Status Status
	Cause  error
	Epoch  uint32
	Trace  Trace
	// Problem is the fault of the guard that was looked at last, if a script is in it.
	Problem error
	// Idle machines have no activities: none of them does anything.
	Idle bool

	On      []bool      // by state: it is active
	In      []Automaton // by automaton
	uses    [][]*Use    // by state: what runs in it
	all     []*Use
	acted   []time.Duration // by transition that only acts: when it did, since its state was entered,
	actedIn []uint64        // and in which tick
	held    int             // activities that what is being left waits for
	faults  int             // automata that are to fail
	budget  int             // transitions that this tick may still take
	kinds   []hfsm.Kind     // what the host takes as arguments
	unbound error           // of the first activity that could not be made
}

// Code is what a machine does, each by a switch over its states or transitions.
type Code struct {
	Introduce func() error                     // the machine begins
	Choose    func(state int) (edge int)       // that the state takes now; None for none
	Enter     func(state int, how Entry) error // the state is entered
	Do        func(state int)                  // it stays active
	Leave     func(state int) error            // it is left
	Act       func(edge int) error             // the transition is taken
	Call      func(state int) error            // the state calls a machine; nil where none does
}

// Open prepares the core of a new machine.
func (c *Core) Open(model *Model, code Code) {
	c.Model, c.Code = model, code
	c.Trace = Trace{ring: make([]entry, traceLength)}
	c.On, c.In = make([]bool, len(model.states)), make([]Automaton, len(model.automata))
	c.uses = make([][]*Use, len(model.states))
	c.acted, c.actedIn = make([]time.Duration, len(model.edges)), make([]uint64, len(model.edges))
	c.Clear()
}

// Clear brings the core to where it stands before the first entry.
func (c *Core) Clear() {
	c.Now, c.Start, c.At, c.Entry, c.Begun, c.Ticks, c.Looped = 0, 0, 0, 0, false, 0, false
	c.Status, c.Cause, c.Problem, c.held, c.faults = Running, nil, nil, 0, 0
	c.Trace.begin()
	clear(c.On)
	clear(c.acted)
	clear(c.actedIn)
	for a := range c.In {
		c.In[a].clear()
	}
	for _, u := range c.all {
		u.clear()
	}
	if c.Events != nil {
		c.Events.Clear()
	}
}

// Reset stops what runs, and is Clear for the next epoch.
func (c *Core) Reset(now time.Duration) {
	c.Stop(now)
	c.Epoch++
	c.Clear()
}

// Stop stops the activities of all active states at once, innermost first; the
// machine rests.
func (c *Core) Stop(now time.Duration) {
	if c.Begun && c.Status == Running {
		c.Now = now
		for s := len(c.On) - 1; s >= 0; s-- {
			if c.On[s] {
				for _, u := range c.uses[s] {
					u.halt(c)
				}
			}
		}
	}
	c.Begun, c.Status = true, Final
}

// Tick begins a tick of the machine at now; false when there is nothing to do.
func (c *Core) Tick(now time.Duration) bool {
	if c.Begun && (c.Status != Running || now < c.Now) {
		return false
	}
	c.Now, c.budget, c.Looped = now, c.Limit, false
	c.Ticks++
	if c.Events != nil {
		c.Events.posted = 0
	}
	return true
}

// Time is how long ago, at the tick that is going on, the machine began.
func (c *Core) Time() time.Duration { return c.Now - c.Start }

// Elapsed gives the time the active state of an automaton has been so, s.
func (c *Core) Elapsed(a int) float64 { return (c.At - c.In[a].Entered).Seconds() }

// Since gives the time in a state; 0 in the machine itself.
func (c *Core) Since(state int) time.Duration {
	if around := c.states[state].around; around != None {
		return c.At - c.In[around].Entered
	}
	return 0
}

// Active says whether the state with a path is active.
func (c *Core) Active(path string) bool {
	for s, on := range c.On {
		if on && s > 0 && c.states[s].Path == path {
			return true
		}
	}
	return false
}

// After says whether the time of a transition is up.
func (c *Core) After(edge int) bool {
	e := &c.edges[edge]
	return c.At-c.In[c.states[e.Source].around].Entered-c.acted[edge] >= e.After
}

// MayAct says whether a transition that only acts has not done so in this tick.
func (c *Core) MayAct(edge int) bool { return c.actedIn[edge] != c.Ticks }

// NoEvent makes no event the current one.
func (c *Core) NoEvent() {
	if c.Events != nil && c.Events.Current.Name != "" {
		c.Events.Current = Event{}
	}
}

// GoesOn says whether an automaton has a state to go back to.
func (c *Core) GoesOn(a int) bool { return c.In[a].goesOn() }

// Outcome says how what a state does has ended: Failed when any part of it has,
// Final when all have.
func (c *Core) Outcome(state int) Status {
	s := &c.states[state]
	out, parts := Final, false
	for _, u := range c.uses[state] {
		out, parts = both(out, u.Status), true
	}
	if s.inside != None {
		out, parts = both(out, c.In[s.inside].Ended), true
	}
	for _, region := range s.children {
		out, parts = both(out, c.Outcome(region)), true
	}
	if !parts {
		return Running
	}
	return out
}

// both gives the status of two things together.
func both(a, b Status) Status {
	if a == Failed || b == Failed {
		return Failed
	}
	return min(a, b)
}

// Blame notes that the automaton around a state is to fail, once what is being
// entered or left has been.
func (c *Core) Blame(state int, err error) { c.blame(c.states[state].around, err) }

func (c *Core) blame(a int, err error) {
	if err == nil || c.In[a].fault != nil {
		return
	}
	c.In[a].fault = err
	c.faults++
	c.Cause = err
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

// Bind makes an activity. It runs in a state; for an
// action, state is None. key says where in the machine's file it is.
func (c *Core) Bind(u *Use, state int, key string, within time.Duration, make func() (Activity, error)) {
	*u = Use{activity: Nothing{}, key: key, within: within}
	c.all = append(c.all, u)
	if state != None {
		c.uses[state] = append(c.uses[state], u)
	}
	if c.Idle || c.unbound != nil {
		return
	}
	a, err := make()
	switch {
	case err != nil:
		c.unbound = fmt.Errorf("machine %s: %s: %w", c.Name, key, err)
	case a != nil:
		u.activity = a
		u.stopper, _ = a.(Stopper)
	}
}

// Bound gives the error of the first activity that could not be made.
func (c *Core) Bound() error { return c.unbound }

// loop is the error of a tick with too many transitions.
func (c *Core) loop() error {
	return &hfsm.LoopError{Machine: c.Name, Path: c.path(c.leaf(0)), Limit: c.Limit}
}
