package run

import "time"

// Run does the work of a tick: every automaton whose grid time has come chooses its
// transitions, outermost first, and what its state does goes on. The error is a
// [gonao/hfsm.LoopError]; the machine goes on with the next tick.
func (c *Core) Run() error {
	if !c.Begun {
		c.begin()
	}
	if c.Events != nil {
		c.Events.deliver(c.Now)
	}
	if c.Status == Running {
		c.visit(0)
	}
	if c.Looped {
		return c.loop()
	}
	return nil
}

// begin enters the machine for the first time.
func (c *Core) begin() {
	c.Begun, c.Start, c.At, c.Entry = true, c.Now, 0, 0
	c.In[0].Live = true
	c.mark() // nothing older than the entry is seen
	if err := c.Introduce(); err != nil {
		c.blame(0, err)
	} else {
		c.On[0] = true
		c.open(0)
		c.enterInside(0)
	}
	c.record(None, None, c.leaf(0))
	c.settle()
}

// visit gives an automaton its turn, then what is inside its state. It gives the
// automaton whose state has changed when that is one further out, else None.
func (c *Core) visit(a int) int {
	auto := &c.In[a]
	if c.Time() >= auto.Next && auto.Live {
		if changed := c.look(a); changed != None {
			return changed
		}
	}
	for !c.Looped {
		if changed := c.visitInside(a); changed != a {
			return changed
		}
	}
	return None
}

// visitInside gives the automata inside the active state their turn.
func (c *Core) visitInside(a int) int {
	auto := &c.In[a]
	if auto.Active == None || auto.Ended != Running || auto.Waiting != None || !auto.Live {
		return None
	}
	s := &c.states[auto.Active]
	if s.inside != None {
		return c.visit(s.inside)
	}
	for _, region := range s.children {
		if c.Looped {
			return None
		}
		if changed := c.visit(c.states[region].inside); changed != None {
			return changed
		}
	}
	return None
}

// look takes the transitions of the active state, then of the one they lead to, and
// lets the state that stays do what it does.
func (c *Core) look(a int) int {
	auto, inside := &c.In[a], &c.automata[a]
	c.At = max(c.At, inside.grid.advance(auto, c.Time()))
	c.Entry = c.At
	if auto.Waiting != None && !c.waited(a) {
		return None
	}
	for auto.Ended == Running {
		end := c.next()
		c.NoEvent()
		edge := c.Choose(auto.Active)
		if c.Problem != nil {
			c.blame(a, c.Problem)
			c.Problem = nil
			c.settle()
			return None
		}
		if edge == None {
			c.NoEvent()
			auto.Seen = end
			break
		}
		if c.budget == 0 {
			c.Looped = true
			return None
		}
		c.budget--
		changed := c.take(edge)
		c.settle()
		if changed < a {
			return changed
		}
		if auto.Waiting != None {
			return None
		}
	}
	auto.Last = c.At
	if c.states[inside.Of].region {
		c.Do(inside.Of)
	}
	if auto.Ended == Running {
		c.Do(auto.Active)
	}
	c.settle()
	return None
}

// next is the number of the next event.
func (c *Core) next() uint64 {
	if c.Events == nil {
		return 0
	}
	return c.Events.Next
}

// mark notes what the transition that is being taken has seen.
func (c *Core) mark() {
	if c.Events != nil {
		c.Events.Mark = c.Events.Next
	}
}

// seen is what that was.
func (c *Core) seen() uint64 {
	if c.Events == nil {
		return 0
	}
	return c.Events.Mark
}

// take takes a transition and gives the automaton whose state changes.
func (c *Core) take(edge int) int {
	e := &c.edges[edge]
	a := c.states[e.Source].around
	c.Entry = c.At
	if e.After > 0 {
		c.date(a, c.In[a].Entered+e.After+c.acted[edge])
	}
	if e.acts() {
		c.mark()
		c.In[a].Seen = c.seen()
		c.acted[edge], c.actedIn[edge] = c.Entry-c.In[a].Entered, c.Ticks
		c.blame(a, c.Act(edge))
		return a
	}
	if c.depart(edge) {
		c.arrive(edge)
	}
	return e.Of
}

// date dates a timed transition that was due before this tick at the grid time it
// was due: since is when its time was up. One that could not be taken at the last
// look happens now.
func (c *Core) date(a int, since time.Duration) {
	if due := c.automata[a].grid.ceil(max(0, since)); due > c.In[a].Last {
		c.Entry = min(c.At, due)
		c.At = max(c.Trace.lastAt, c.Entry)
	}
}

// settle ends the automata that have a fault as failed, outermost first.
func (c *Core) settle() {
	for a := 0; c.faults > 0 && a < len(c.In); {
		auto := &c.In[a]
		if auto.fault == nil {
			a++
			continue
		}
		auto.fault = nil
		c.faults--
		switch {
		case !auto.Live: // nobody sees it any more; it begins anew
			auto.Ended = Failed
		case auto.Ended == Running:
			c.Entry = c.At
			c.NoEvent()
			if edge := c.failure(a); c.depart(edge) {
				c.arrive(edge)
			}
		}
		a = 0 // leaving may have failed as well
	}
}
