package machinetopics

import (
	"context"

	"gonao/hfsm/debug"
	"gonao/msgs"
)

// serveWhyNot handles machine/why_not.
func (t *Topics) serveWhyNot(_ context.Context, q msgs.WhyNotRequest) (a msgs.WhyNotResponse, err error) {
	all, at, err := t.machine.Debugging().WhyNot(q.Path)
	a.Time, a.Transitions = at.Seconds(), WhyNot(all)
	a.Path, _, _, _ = t.machine.Debugging().Where(t.time())
	return a, err
}

// WhyNot returns the explanations of transitions as messages.
func WhyNot(all []debug.UntakenTransition) []msgs.MachineWhyNot {
	out := make([]msgs.MachineWhyNot, len(all))
	for i := range all {
		w := &all[i]
		m := msgs.MachineWhyNot{
			State: w.State, Index: int32(w.Index), Name: w.Name, Target: w.Target, Priority: int32(w.Priority), Reason: reasons[w.Reason],
			Message: w.Text, Events: w.Events, After: w.After.Seconds(), Remaining: w.Remaining.Seconds(),
			Guard: w.Guard, GuardKnown: w.Known, GuardValue: w.Holds, BlockedBy: w.BlockedBy,
		}
		for j := range w.Operands {
			o := &w.Operands[j]
			m.Operands = append(m.Operands, msgs.MachineOperand{
				Kind: operandKinds[o.Kind], Text: o.Text, Value: o.Value, Age: o.AgeSec, Stale: o.Stale, Held: o.Held,
			})
		}
		out[i] = m
	}
	return out
}

// reasons are the message's words for reasons.
var reasons = [...]uint8{
	debug.Enabled: msgs.MachineWhyNotEnabled, debug.Inactive: msgs.MachineWhyNotInactive, debug.Event: msgs.MachineWhyNotEvent,
	debug.Time: msgs.MachineWhyNotTime, debug.Guard: msgs.MachineWhyNotGuard, debug.Behind: msgs.MachineWhyNotBehind,
	debug.Leaving: msgs.MachineWhyNotLeaving, debug.Disabled: msgs.MachineWhyNotDisabled, debug.Unknown: msgs.MachineWhyNotUnknown,
	debug.Ended: msgs.MachineWhyNotEnded,
}

// operandKinds are the message's words for parts of guards.
var operandKinds = [...]uint8{
	debug.Term: msgs.MachineOperandTerm, debug.Input: msgs.MachineOperandInput, debug.Variable: msgs.MachineOperandVariable,
	debug.Output: msgs.MachineOperandOutput, debug.Parameter: msgs.MachineOperandParameter, debug.Word: msgs.MachineOperandWord,
	debug.Function: msgs.MachineOperandFunction,
}
