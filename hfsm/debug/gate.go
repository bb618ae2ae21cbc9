package debug

import (
	"time"

	"gonao/hfsm"
)

// gates stand between a machine and its activities, so that these can rest.
type gates struct {
	control  hfsm.Control
	resting  bool
	stopping bool          // some are still to stop
	by       time.Duration // time by which they must have stopped; 0: unknown
}

// gate is one of them.
type gate struct {
	all     *gates
	inner   hfsm.Activity
	stopper hfsm.Stopper // inner, when it is one

	once   bool        // an action: started, and never stopped
	ends   hfsm.Status // status with which the debugger ends it; Running for none
	runs   bool        // inner has been started and not stopped
	due    bool        // inner is to be started when the rest is over
	how    hfsm.Entry  // how it was started
	ending bool        // inner needs time to stop
}

// stoppingGate is the gate of an activity that may need several ticks to stop.
type stoppingGate struct{ *gate }

// wrap puts a gate around an activity.
func (g *gates) wrap(use int, a hfsm.Activity) hfsm.Activity {
	one := gateOf(a)
	if one == nil { // otherwise it continues in another model
		one = &gate{all: g, inner: a, once: g.control.IsAction(use), runs: g.control.Runs(use)}
		one.stopper, _ = a.(hfsm.Stopper)
	}
	if one.stopper != nil {
		return stoppingGate{one}
	}
	return one
}

// gateOf returns the gate that is an activity, or nil.
func gateOf(a hfsm.Activity) *gate {
	switch g := a.(type) {
	case *gate:
		return g
	case stoppingGate:
		return g.gate
	}
	return nil
}

// each does f for the gates of the machine, innermost states first.
func (g *gates) each(f func(*gate)) {
	for i := g.control.Uses() - 1; i >= 0; i-- {
		if one := gateOf(g.control.Activity(i)); one != nil {
			f(one)
		}
	}
}

// begin stops all activities.
func (g *gates) begin() {
	g.resting, g.stopping, g.by = true, true, 0
	g.each(func(one *gate) {
		if one.runs {
			one.runs, one.due, one.how, one.ending = false, true, hfsm.Resumed, true
		}
	})
	now, _ := g.control.Now()
	g.rest(now)
}

// rest calls those again that have not stopped yet.
func (g *gates) rest(now time.Duration) {
	if !g.stopping {
		return
	}
	if g.by == 0 {
		g.by = now + hfsm.DefaultStopWithin
	}
	g.stopping = false
	g.each(func(one *gate) {
		if !one.ending {
			return
		}
		switch {
		case one.stopper != nil && now < g.by && !one.stopper.Stopping(now):
			g.stopping = true
			return
		case one.stopper == nil || now >= g.by:
			one.inner.Stop(now)
		}
		one.ending = false
	})
}

// end starts them again.
func (g *gates) end() {
	g.resting, g.stopping = false, false
	now, _ := g.control.Now()
	for i := range g.control.Uses() {
		one := gateOf(g.control.Activity(i))
		if one == nil {
			continue
		}
		if one.ending { // it had no time to stop
			one.inner.Stop(now)
			one.ending = false
		}
		if one.due {
			one.due, one.runs = false, true
			one.inner.Start(now, one.how)
		}
	}
}

// Start starts the activity, or notes that it is to be.
func (g *gate) Start(now time.Duration, how hfsm.Entry) {
	g.ends = hfsm.Running
	if g.once {
		if !g.all.resting {
			g.inner.Start(now, how)
		}
		return
	}
	if g.all.resting {
		g.due, g.how = true, how
		return
	}
	g.runs = true
	g.inner.Start(now, how)
}

// Step goes on with it, unless it rests or the debugger makes it end.
func (g *gate) Step(now time.Duration) (hfsm.Status, error) {
	if g.ends != hfsm.Running {
		ends := g.ends
		g.ends, g.due = hfsm.Running, false
		return ends, nil
	}
	if g.all.resting {
		return hfsm.Running, nil
	}
	status, err := g.inner.Step(now)
	if status != hfsm.Running || err != nil {
		g.runs = false
	}
	return status, err
}

// Stop stops it, unless it rests.
func (g *gate) Stop(now time.Duration) {
	g.due = false
	if g.all.resting {
		return
	}
	g.runs = false
	g.inner.Stop(now)
}

// Stopping stops it, unless it rests.
func (g stoppingGate) Stopping(now time.Duration) bool {
	if g.all.resting {
		g.due = false
		return true
	}
	g.runs = false
	return g.stopper.Stopping(now)
}
