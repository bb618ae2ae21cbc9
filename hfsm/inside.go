package hfsm

import "time"

// Inside is a machine as the functions of its [Tables] see it while they run.
type Inside struct{ m *Machine }

// Inside returns the machine as its functions see it.
func (m *Machine) Inside() Inside { return Inside{m} }

// Name returns the name of the machine.
func (i Inside) Name() string { return i.m.model.name }

// Elapsed returns the time for which the active state of an automaton has been active, s.
func (i Inside) Elapsed(automaton int) float64 {
	return i.m.tree.elapsed(i.m.clock.at, automaton).Seconds()
}

// Since returns the time for which a state has been active; 0 for the machine itself.
func (i Inside) Since(state int) time.Duration {
	if around := i.m.model.states[state].around; around != none {
		return i.m.tree.elapsed(i.m.clock.at, around)
	}
	return 0
}

// Outcome returns how what a state does has ended, or Running.
func (i Inside) Outcome(state int) Status { return i.m.activities.outcome(i.m, state) }

// On reports whether a state is active.
func (i Inside) On(state int) bool { return i.m.tree.on[state] }

// In reports whether the state with a path is active.
func (i Inside) In(path string) bool { return i.m.In(path) }

// Grid returns the grid time of this tick on the caller's clock.
func (i Inside) Grid() time.Duration { return i.m.clock.start + i.m.clock.at }

// Event returns the name of the event of the transition under consideration, or "".
func (i Inside) Event() string { return i.m.events.current.Name }

// CurrentEvent returns that event, or nil.
func (i Inside) CurrentEvent() *Event { return i.m.events.event() }

// Held reports whether a debugger holds an input, which then keeps its value.
func (i Inside) Held(slot int) bool {
	pinned := i.m.values.pinned
	return pinned != nil && pinned[slot]
}

// Raise is the action of that name.
func (i Inside) Raise(event string) { i.m.events.raise(i.m, event) }

// Send sends an event to the machine itself.
func (i Inside) Send(e Event) { i.m.events.push(i.m, e) }

// Later sends an event to the machine itself after a delay.
func (i Inside) Later(delay time.Duration, e Event) error { return i.m.events.send(i.m, e, "", delay) }

// Cancel is the action of that name: it removes the delayed events with an id.
func (i Inside) Cancel(id string) { i.m.events.cancel(i.m, id) }

// Start starts the activity of a use as an action of an entry, an exit or a transition.
func (i Inside) Start(use int, how Entry) { i.m.activities.startUse(i.m, use, how) }

// Key returns the place of a use in the machine's file.
func (i Inside) Key(use int) string { return i.m.model.uses[use].key }

// Fail makes the automaton around a state fail when err is not nil.
func (i Inside) Fail(state int, err error) {
	if err != nil {
		i.m.robot.blame(i.m, max(i.m.model.states[state].around, 0), err)
	}
}

// FailGuard makes the automaton fail whose guard is being evaluated.
func (i Inside) FailGuard(err error) { i.m.scripts.problem = err }

// Note keeps an error as the machine's cause; no automaton fails.
func (i Inside) Note(state int, err error) {
	i.m.cause = err
	i.m.trace.recordError(i.m, max(i.m.model.states[state].around, 0), err)
}
