package native

import (
	"iter"
	"time"

	"gonao/hfsm"
)

// Machine is what every generated machine offers: ticks, events and what is to be seen of it.
type Machine struct{ core *Core }

// Machine returns that of a core.
func (c *Core) Machine() Machine { return Machine{c} }

// Tick steps the machine to now, on the caller's clock. The first Tick enters it. Times
// before the last one are ignored; see Reset. The error is a [hfsm.LoopError]; the machine
// goes on with the next tick.
func (m Machine) Tick(now time.Duration) error { return m.core.machine.Tick(now) }

// Reset stops what runs. The machine begins again at the next Tick, with all values but the
// parameters as in the beginning, and the next epoch.
func (m Machine) Reset(now time.Duration) { m.core.machine.Reset(now) }

// Stop stops the activities of all active states at once, innermost first; exit actions are
// not done. The machine rests until Reset.
func (m Machine) Stop(now time.Duration) { m.core.machine.Stop(now) }

// Path returns the innermost active state, "outer/inner", in the first of several regions; ""
// before the first entry and after the end.
func (m Machine) Path() string { return m.core.machine.Path() }

// On reports whether a state is active.
func (m Machine) On(state int) bool { return m.core.machine.On(state) }

// Status returns whether the machine runs or by which exit it ended.
func (m Machine) Status() Status { return m.core.machine.Status() }

// Cause returns the last error of an activity or an action, or nil.
func (m Machine) Cause() error { return m.core.machine.Cause() }

// OnTransition sets what is called at every transition, before the tick that took it returns.
func (m Machine) OnTransition(f func(Transition)) { m.core.machine.OnTransition = f }

// Trace returns the transitions of this epoch from a sequence number on, as far as they are
// remembered: the last 1024.
func (m Machine) Trace(from uint64) iter.Seq[Transition] { return m.core.machine.Trace(from) }

// Post sends the machine an event, which its automata see in their next ticks. It reports
// false when 64 have come since the last tick: the event is lost.
func (m Machine) Post(e Event) bool { return m.core.machine.Post(e) }

// PostAt is Post for an event that came at a time of the caller's clock, up to now: a late Tick looks
// at it where it belongs. Before the first Tick it is Post.
func (m Machine) PostAt(e Event, at time.Duration) bool {
	if _, began := m.core.machine.Control().Now(); !began {
		return m.Post(e)
	}
	return m.core.machine.PostAt(e, at)
}

// Engine returns the machine of package hfsm that runs, for whoever looks into it.
func (m Machine) Engine() *hfsm.Machine { return m.core.machine }

// Check sets what the host accepts as arguments of activities. An argument that is an
// expression is checked by it; what is refused makes the automaton fail.
func (m Machine) Check(kinds []hfsm.Kind) { m.core.kinds = kinds }
