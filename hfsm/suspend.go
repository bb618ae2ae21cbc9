package hfsm

import "time"

// suspension is how activities stand while a debugger has paused the machine. They have been stopped, and the machine does not
// notice: what it starts is started when the suspension ends, and what it stops is not.
type suspension struct {
	on       bool
	stopping bool          // some have not stopped yet
	by       time.Duration // time by which they must have stopped; 0: not known
}

// suspended is one use of an activity, as a debugger has it.
type suspended struct {
	due    bool   // it is to be started when the suspension is over
	how    Entry  // how it was started
	ending bool   // it needs time to stop
	ends   Status // status with which the debugger ends it at its next step; Running for none
}

// start starts an activity.
func (a *activities) start(m *Machine, u int, how Entry) {
	a.suspended[u].ends = Running
	if !a.suspension.on {
		a.of[u].Start(m.clock.now, how)
	} else if a.runs[u].phase == acting { // that of an action is started and never stopped: it is left out
		a.suspended[u].due, a.suspended[u].how = true, how
	}
}

// stop stops an activity at once.
func (a *activities) stop(m *Machine, u int) {
	a.suspended[u].due = false
	if !a.suspension.on {
		a.of[u].Stop(m.clock.now)
	}
}

// stepOne performs a step of an activity.
func (a *activities) stepOne(m *Machine, u int) (Status, error) {
	r := &a.suspended[u]
	switch ends := r.ends; {
	case ends != Running:
		r.ends, r.due = Running, false
		return ends, nil
	case a.suspension.on:
		return Running, nil
	}
	return a.of[u].Step(m.clock.now)
}

// running reports whether a use is started and has not ended.
func (a *activities) running(u int) bool {
	return a.runs[u].phase == acting && a.runs[u].status == Running
}

// Suspend stops the activities, innermost states first, until EndSuspend. Those that need time to stop are called again by
// ContinueSuspend.
func (c Control) Suspend() {
	a := &c.m.activities
	a.suspension.on, a.suspension.stopping, a.suspension.by = true, true, 0
	for u := range a.of {
		if a.running(u) {
			a.suspended[u].due, a.suspended[u].how, a.suspended[u].ending = true, Resumed, true
		}
	}
	c.ContinueSuspend(c.m.clock.now)
}

// ContinueSuspend calls the activities again that have not stopped yet.
func (c Control) ContinueSuspend(now time.Duration) {
	a := &c.m.activities
	if !a.suspension.stopping {
		return
	}
	if a.suspension.by == 0 {
		a.suspension.by = now + DefaultStopWithin
	}
	a.suspension.stopping = false
	for u := len(a.of) - 1; u >= 0; u-- {
		r := &a.suspended[u]
		if !r.ending {
			continue
		}
		s, slow := a.of[u].(Stopper)
		if slow && now < a.suspension.by {
			r.ending = !s.Stopping(now)
			a.suspension.stopping = a.suspension.stopping || r.ending
			continue
		}
		a.of[u].Stop(now)
		r.ending = false
	}
}

// EndSuspend starts the activities again, as after an interruption.
func (c Control) EndSuspend() {
	a, now := &c.m.activities, c.m.clock.now
	a.suspension.on, a.suspension.stopping = false, false
	for u := range a.of {
		r := &a.suspended[u]
		if r.ending { // it had no time to stop
			a.of[u].Stop(now)
		}
		if r.due {
			a.of[u].Start(now, r.how)
		}
		r.ending, r.due = false, false
	}
}

// Suspended reports whether all activities have stopped.
func (c Control) Suspended() bool {
	return c.m.activities.suspension.on && !c.m.activities.suspension.stopping
}

// Finish makes a running use of an activity end with a status at its next step; false if it does not run.
func (c Control) Finish(use int, how Status) bool {
	running := c.m.activities.running(use)
	if running {
		c.m.activities.suspended[use].ends = how
	}
	return running
}
