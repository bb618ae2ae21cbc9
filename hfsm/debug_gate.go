package hfsm

import (
	"slices"
	"time"
)

// gates stand between a machine and its activities, so that these can rest.
type gates struct {
	resting  bool
	stopping bool // some are still to stop
	by       time.Duration
}

// gate is one of them.
type gate struct {
	all     *gates
	inner   Activity
	stopper Stopper // inner, when it is one

	once   bool   // it is an action: started, and never stopped
	told   Status // by the debugger; Running for nothing
	runs   bool   // inner has been started and not stopped
	due    bool   // inner is to be started when the rest is over
	how    Entry  // and how
	ending bool   // inner takes its time to stop
}

// wrap puts a gate around an activity of a machine.
func (g *gates) wrap(m *Machine, use int) {
	one := &gate{all: g, inner: m.activities.of[use], stopper: m.activities.stoppers[use]}
	one.once = !slices.Contains(m.model.states[m.model.uses[use].state].do, use)
	one.runs = m.activities.runs[use].phase == acting && m.activities.runs[use].status == Running
	m.activities.of[use] = one
	if m.activities.stoppers[use] != nil {
		m.activities.stoppers[use] = one
	}
}

// each does f for the gates of a machine, innermost states first.
func (g *gates) each(m *Machine, f func(*gate)) {
	for i := len(m.activities.of) - 1; i >= 0; i-- {
		if one, ok := m.activities.of[i].(*gate); ok {
			f(one)
		}
	}
}

// begin lets all activities rest.
func (g *gates) begin(m *Machine) {
	g.resting, g.stopping, g.by = true, true, 0
	g.each(m, func(one *gate) {
		if one.runs {
			one.runs, one.due, one.how, one.ending = false, true, Resumed, true
		}
	})
	g.rest(m)
}

// rest asks those that are still to stop again.
func (g *gates) rest(m *Machine) {
	if !g.stopping {
		return
	}
	if g.by == 0 {
		g.by = m.clock.now + DefaultStopWithin
	}
	g.stopping = false
	g.each(m, func(one *gate) {
		if !one.ending {
			return
		}
		switch {
		case one.stopper != nil && m.clock.now < g.by && !one.stopper.Stopping(m.clock.now):
			g.stopping = true
			return
		case one.stopper == nil || m.clock.now >= g.by:
			one.inner.Stop(m.clock.now)
		}
		one.ending = false
	})
}

// end lets them go on.
func (g *gates) end(m *Machine) {
	g.resting, g.stopping = false, false
	for i := range m.activities.of {
		one, ok := m.activities.of[i].(*gate)
		if !ok {
			continue
		}
		if one.ending { // there was no time for it to stop
			one.inner.Stop(m.clock.now)
			one.ending = false
		}
		if one.due {
			one.due, one.runs = false, true
			one.inner.Start(m.clock.now, one.how)
		}
	}
}

// Start starts the activity, or notes that it is to be.
func (g *gate) Start(now time.Duration, how Entry) {
	g.told = Running
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

// Step goes on with it, unless it rests or the debugger has said how it ends.
func (g *gate) Step(now time.Duration) (Status, error) {
	if g.told != Running {
		told := g.told
		g.told, g.due = Running, false
		return told, nil
	}
	if g.all.resting {
		return Running, nil
	}
	status, err := g.inner.Step(now)
	if status != Running || err != nil {
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

// Stopping asks it to stop, unless it rests.
func (g *gate) Stopping(now time.Duration) bool {
	if g.all.resting {
		g.due = false
		return true
	}
	g.runs = false
	return g.stopper.Stopping(now)
}
