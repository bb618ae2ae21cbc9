package run

import (
	"iter"
	"time"

	"gonao/hfsm"
)

// Machine is how a generated machine is looked at and spoken to from outside.
type Machine struct{ core *Core }

// Machine gives that of a core.
func (c *Core) Machine() Machine { return Machine{c} }

// Path gives the innermost active state, "outer/inner", in the first of several
// regions; "" before the first entry and after the end.
func (m Machine) Path() string {
	if !m.core.Begun {
		return ""
	}
	return m.core.path(m.core.leaf(0))
}

// On says whether a state is active.
func (m Machine) On(state int) bool { return m.core.Begun && m.core.On[state] }

// Status says whether the machine runs or by which exit it ended.
func (m Machine) Status() Status { return m.core.Status }

// Cause gives the last error of an activity or an action, or nil.
func (m Machine) Cause() error { return m.core.Cause }

// OnTransition has f called at every transition, before the tick that took it returns.
func (m Machine) OnTransition(f func(Transition)) { m.core.Trace.OnTransition = f }

// Trace gives the transitions of this epoch from a sequence number on, as far as they
// are remembered: the last 1024.
func (m Machine) Trace(from uint64) iter.Seq[Transition] { return m.core.Transitions(from) }

// Post gives the machine an event, which its automata see in their next ticks. It is
// false when 64 have come since the last tick: the event is lost.
func (m Machine) Post(e Event) bool { return m.core.Events == nil || m.core.Events.Post(e) }

// Check has arguments of activities that are expressions checked by what the host says of
// its activities, as a machine that runs from its file does: what it refuses makes the
// automaton fail.
func (m Machine) Check(kinds []hfsm.Kind) { m.core.kinds = kinds }

// Stop stops the activities of all active states at once, innermost first; exit
// actions are not done. The machine rests until Reset.
func (m Machine) Stop(now time.Duration) { m.core.Stop(now) }
