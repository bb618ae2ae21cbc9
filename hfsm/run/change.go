package run

import (
	"slices"
	"time"

	"gonao/hfsm/chart"
)

// depart begins a transition. It is true when all that is left has stopped; else its
// automaton waits.
func (c *Core) depart(edge int) bool {
	a := c.edges[edge].Of
	auto := &c.In[a]
	c.mark()
	auto.From, auto.Waiting = c.leaf(0), None
	c.held = 0
	c.quitInside(a)
	if c.held == 0 {
		return true
	}
	auto.Waiting = edge
	if c.Events != nil {
		auto.event = c.Events.Current
	}
	return false
}

// arrive is the rest of a transition, once what it leaves has stopped.
func (c *Core) arrive(edge int) {
	e := &c.edges[edge]
	auto := &c.In[e.Of]
	c.dropInside(e.Of)
	auto.Waiting, auto.Seen = None, c.seen()
	if !e.fails {
		if around := c.states[e.Source].around; around > e.Of { // it leaves that, of which nothing is to be resumed
			c.In[around].Over = true
		}
		c.blame(e.Of, c.Act(edge))
	}
	switch {
	case auto.fault != nil: // what was left may have failed, too
	case e.To != 0:
		c.enter(c.toward(c.automata[e.Of].Of, e.To), Anew, 0, e.To)
	default:
		c.end(e.Of, e.Ends)
	}
	c.record(edge, auto.From, c.leaf(0))
}

// end gives an automaton whose state has been left its outcome.
func (c *Core) end(a int, how Status) {
	c.In[a].Ended = how
	if a == 0 {
		c.Status = how
	}
}

// waited goes on with the transition that an automaton has decided; it is true when
// the transition is done.
func (c *Core) waited(a int) bool {
	auto := &c.In[a]
	c.held = 0
	for s := c.states[auto.Active].last; s >= auto.Active; s-- {
		if c.On[s] {
			for _, u := range c.uses[s] {
				u.wait(c)
			}
		}
	}
	if c.held > 0 {
		return false
	}
	if c.Events != nil {
		c.Events.Current = auto.event
	}
	c.mark()
	c.arrive(auto.Waiting)
	c.settle()
	return auto.Waiting == None
}

// enter enters a state, and inside it what leads to the state to; where that is
// itself or elsewhere, what its history says.
func (c *Core) enter(state int, how Entry, spent time.Duration, to int) {
	s := &c.states[state]
	c.On[state] = true
	if !s.region {
		c.In[s.around].occupy(state, c.Entry, spent)
	}
	if how == Anew {
		for _, edge := range s.acts {
			c.acted[edge], c.actedIn[edge] = 0, 0
		}
	}
	if err := c.Enter(state, how); err != nil {
		c.blame(s.around, err)
		return
	}
	switch {
	case s.Ends != Running:
		c.leave(state)
		c.end(s.around, s.Ends)
	case s.inside != None:
		c.open(s.inside)
		if s.Calls {
			if err := c.Call(state); err != nil {
				c.In[s.inside].Ended = Running
				c.blame(s.inside, err)
				return
			}
		}
		if to > state && to <= s.last {
			c.enter(c.toward(state, to), Anew, 0, to)
		} else {
			c.enterInside(s.inside)
		}
	default:
		for _, region := range s.children {
			c.enter(region, how, 0, to)
		}
	}
}

// open makes an automaton active: it has its turn at once, in the tick that enters it.
func (c *Core) open(a int) { c.In[a].open(c.At, c.Entry, c.seen()) }

// enterInside enters what the history of an automaton says.
func (c *Core) enterInside(a int) {
	auto, inside := &c.In[a], &c.automata[a]
	switch {
	case inside.History == chart.None || !auto.goesOn():
		c.enter(inside.Initial, Anew, 0, None)
	case inside.History == chart.Resume && !auto.Over:
		c.enter(auto.Active, Resumed, auto.Spent, None)
	default:
		c.enter(auto.Active, Anew, 0, None)
	}
}

// quitInside begins to leave the active state of an automaton.
func (c *Core) quitInside(a int) {
	auto := &c.In[a]
	if auto.Ended == Running && auto.Active != None && c.On[auto.Active] {
		auto.quit(c.Entry)
		c.quit(auto.Active)
	}
}

// quit stops what runs in a state, innermost first, and leaves it where nothing has
// to be waited for.
func (c *Core) quit(state int) {
	s := &c.states[state]
	if s.inside != None {
		c.In[s.inside].Waiting = None // superseded
		c.quitInside(s.inside)
	}
	for _, region := range slices.Backward(s.children) {
		if c.On[region] {
			c.quit(region)
		}
	}
	for _, u := range c.uses[state] {
		u.stop(c)
	}
	if c.held == 0 {
		c.leave(state)
	}
}

// dropInside leaves what is still active in an automaton, innermost first.
func (c *Core) dropInside(a int) {
	if active := c.In[a].Active; active != None && c.On[active] {
		c.drop(active)
	}
}

func (c *Core) drop(state int) {
	s := &c.states[state]
	if s.inside != None {
		c.dropInside(s.inside)
	}
	for _, region := range slices.Backward(s.children) {
		if c.On[region] {
			c.drop(region)
		}
	}
	c.leave(state)
}

// leave leaves a state alone.
func (c *Core) leave(state int) {
	s := &c.states[state]
	err := c.Leave(state)
	c.On[state] = false
	if s.inside != None {
		c.In[s.inside].Live = false
	}
	c.blame(s.around, err)
}

// leaf gives the innermost active state of an automaton, in the first of several
// regions; the state around it when there is none.
func (c *Core) leaf(a int) int {
	auto := &c.In[a]
	switch {
	case auto.Waiting != None:
		return auto.From // until the transition is done
	case auto.Ended != Running || auto.Active == None || !c.On[auto.Active]:
		if a == 0 {
			return None
		}
		return c.automata[a].Of
	}
	s := &c.states[auto.Active]
	switch {
	case s.inside != None:
		return c.leaf(s.inside)
	case len(s.children) > 0 && c.On[s.children[0]]:
		return c.leaf(c.states[s.children[0]].inside)
	}
	return auto.Active
}
