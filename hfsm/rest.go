package hfsm

import "time"

// rest is how activities stand while a debugger has paused the machine. They have been stopped, and the machine does not
// notice: what it starts is started when the rest ends, and what it stops is not.
type rest struct {
	on       bool
	stopping bool          // some have not stopped yet
	by       time.Duration // time by which they must have stopped; 0: not known
}

// resting is one use of an activity, as a debugger has it.
type resting struct {
	due    bool   // it is to be started when the rest is over
	how    Entry  // how it was started
	ending bool   // it needs time to stop
	ends   Status // status with which the debugger ends it at its next step; Running for none
}

// start starts an activity.
func (a *activities) start(m *Machine, u int, how Entry) {
	a.resting[u].ends = Running
	if !a.rest.on {
		a.of[u].Start(m.clock.now, how)
	} else if a.runs[u].phase == acting { // that of an action is started and never stopped: it is left out
		a.resting[u].due, a.resting[u].how = true, how
	}
}

// stop stops an activity at once.
func (a *activities) stop(m *Machine, u int) {
	a.resting[u].due = false
	if !a.rest.on {
		a.of[u].Stop(m.clock.now)
	}
}

// stepOne performs a step of an activity.
func (a *activities) stepOne(m *Machine, u int) (Status, error) {
	r := &a.resting[u]
	switch ends := r.ends; {
	case ends != Running:
		r.ends, r.due = Running, false
		return ends, nil
	case a.rest.on:
		return Running, nil
	}
	return a.of[u].Step(m.clock.now)
}

// running reports whether a use is started and has not ended.
func (a *activities) running(u int) bool {
	return a.runs[u].phase == acting && a.runs[u].status == Running
}

// BeginRest stops the activities, innermost states first, until EndRest. Those that need time to stop are called again by
// ContinueRest.
func (c Control) BeginRest() {
	a := &c.m.activities
	a.rest.on, a.rest.stopping, a.rest.by = true, true, 0
	for u := range a.of {
		if a.running(u) {
			a.resting[u].due, a.resting[u].how, a.resting[u].ending = true, Resumed, true
		}
	}
	c.ContinueRest(c.m.clock.now)
}

// ContinueRest calls the activities again that have not stopped yet.
func (c Control) ContinueRest(now time.Duration) {
	a := &c.m.activities
	if !a.rest.stopping {
		return
	}
	if a.rest.by == 0 {
		a.rest.by = now + DefaultStopWithin
	}
	a.rest.stopping = false
	for u := len(a.of) - 1; u >= 0; u-- {
		r := &a.resting[u]
		if !r.ending {
			continue
		}
		s, slow := a.of[u].(Stopper)
		if slow && now < a.rest.by {
			r.ending = !s.Stopping(now)
			a.rest.stopping = a.rest.stopping || r.ending
			continue
		}
		a.of[u].Stop(now)
		r.ending = false
	}
}

// EndRest starts the activities again, as after an interruption.
func (c Control) EndRest() {
	a, now := &c.m.activities, c.m.clock.now
	a.rest.on, a.rest.stopping = false, false
	for u := range a.of {
		r := &a.resting[u]
		if r.ending { // it had no time to stop
			a.of[u].Stop(now)
		}
		if r.due {
			a.of[u].Start(now, r.how)
		}
		r.ending, r.due = false, false
	}
}

// AtRest reports whether all activities have stopped for a rest.
func (c Control) AtRest() bool { return c.m.activities.rest.on && !c.m.activities.rest.stopping }

// Finish makes a running use of an activity end with a status at its next step; false if it does not run.
func (c Control) Finish(use int, how Status) bool {
	running := c.m.activities.running(use)
	if running {
		c.m.activities.resting[use].ends = how
	}
	return running
}
