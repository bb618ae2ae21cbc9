package hfsm

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gonao/hfsm"
	"gonao/msgs"
)

// eventText returns an entry of a machine's trace as one line. It returns "" for an entry that is shown only if all
// is set.
func eventText(e *msgs.MachineEvent, all bool) string {
	name := ""
	if e.Name != "" {
		name = "  (" + e.Name + ")"
	}
	if e.Value != "" && e.Kind != msgs.MachineEventMissed {
		name += "  on " + e.Value
	}
	text := ""
	switch e.Kind {
	case msgs.MachineEventStart:
		text = "begins in " + e.Target
	case msgs.MachineEventTransition:
		text = e.Source + " -> " + e.Target + name
	case msgs.MachineEventLeaving:
		text = e.Source + " is being left for " + e.Target + name
	case msgs.MachineEventEvent:
		text = "event " + e.Name
	case msgs.MachineEventMissed:
		text = "missed " + e.Name + ": " + missedText(e)
	case msgs.MachineEventSet:
		text = "set " + e.Name + " = " + e.Value
	case msgs.MachineEventError:
		text = "error in " + e.Source + ": " + e.Message
	case msgs.MachineEventReload:
		text = "another version"
	case msgs.MachineEventStop:
		text = "stopped"
	case msgs.MachineEventPause:
		text = "paused"
	case msgs.MachineEventResume:
		text = "goes on"
	case msgs.MachineEventInternal:
		text = e.Source + " acts" + name
	case msgs.MachineEventActivity:
		if all {
			text = e.Source + ": " + e.Name + " is " + e.Value
		}
	case msgs.MachineEventInput:
		if all {
			text = e.Name + " = " + e.Value
		}
	}
	if text == "" {
		return ""
	}
	return fmt.Sprintf("%10.3f  %s", e.Time, text)
}

// missedText returns why nothing consumed an event.
func missedText(e *msgs.MachineEvent) string {
	of := ""
	if e.Source != "" {
		of = fmt.Sprintf(" of %s#%d", e.Source, e.Index)
	}
	switch e.Value {
	case hfsm.MissedUnawaited.String():
		return "no active state waited for it"
	case hfsm.MissedGuard.String():
		return "the guard" + of + " was false"
	case hfsm.MissedTime.String():
		return "the time" + of + " was not up"
	case hfsm.MissedOverrun.String():
		return "too many came after it"
	}
	return e.Value
}

// stateText returns the state of a machine as one line.
func stateText(s *msgs.MachineSnapshot) string {
	if s.Idle {
		return "nothing runs"
	}
	text := s.Machine
	switch s.Status {
	case msgs.MachineSnapshotWaiting:
		return text + " is waiting for the robot"
	case msgs.MachineSnapshotFinal:
		text += " has ended as FINAL"
	case msgs.MachineSnapshotFailed:
		text += " has ended as FAILED"
	default:
		text += " in " + strings.Join(s.Paths, ", ")
	}
	if s.Paused {
		text += ", paused"
	}
	return fmt.Sprintf("%s at %.3f s", text, s.Time)
}

// writeTree writes all states of a machine and marks the active ones.
func writeTree(out io.Writer, s *msgs.MachineSnapshot) {
	points := map[string]bool{}
	for _, p := range s.Breakpoints {
		state, _, _ := strings.Cut(p, "#")
		points[state] = true
	}
	for i := range s.States {
		st := &s.States[i]
		mark, note := "  ", ""
		switch {
		case st.Active:
			mark = "* "
			if st.Entered >= 0 {
				note = fmt.Sprintf("  %.1f s", s.Time-st.Entered)
			}
			if left := st.After - (s.Time - st.Entered); st.After >= 0 && st.Entered >= 0 {
				note += fmt.Sprintf(", %.1f s left", max(0, left))
			}
		case st.Remembered:
			mark, note = "~ ", fmt.Sprintf("  remembered after %.1f s", st.Spent)
			if st.After >= 0 {
				note += fmt.Sprintf(", %.1f s left", max(0, st.After-st.Spent))
			}
		}
		if points[st.Path] {
			note += "  [breakpoint]"
		}
		name := st.Path[strings.LastIndexByte(st.Path, '/')+1:]
		fmt.Fprintf(out, "%s%s%s%s\n", mark, strings.Repeat("  ", strings.Count(st.Path, "/")), name, note)
	}
}

// valueText returns a value as a machine file writes it.
func valueText(v *msgs.MachineValue) string {
	switch v.Type {
	case msgs.MachineValueBool:
		return strconv.FormatBool(v.BoolValue)
	case msgs.MachineValueInt:
		return strconv.FormatInt(v.IntValue, 10)
	case msgs.MachineValueFloat:
		return strconv.FormatFloat(v.FloatValue, 'g', 6, 64)
	}
	return strconv.Quote(v.StringValue)
}

// writeValues writes the values of a machine.
func writeValues(out io.Writer, s *msgs.MachineSnapshot) {
	kinds := map[uint8]string{
		msgs.MachineValueInput: "input", msgs.MachineValueVariable: "variable", msgs.MachineValueOutput: "output", msgs.MachineValueParameter: "parameter",
	}
	for i := range s.Values {
		v := &s.Values[i]
		note := ""
		switch {
		case v.Held:
			note = "  held"
		case v.Stale:
			note = "  stale"
		case v.Kind == msgs.MachineValueInput && v.Age < 0:
			note = "  never set"
		}
		fmt.Fprintf(out, "%-9s %s = %s%s\n", kinds[v.Kind], v.Name, valueText(v), note)
	}
}

// writeWhyNot writes why transitions were not taken, with the values that their guards read.
func writeWhyNot(out io.Writer, all []msgs.MachineWhyNot) {
	for i := range all {
		t := &all[i]
		name := ""
		if t.Name != "" {
			name = "  (" + t.Name + ")"
		}
		fmt.Fprintf(out, "%s#%d -> %s%s\n  %s\n", t.State, t.Index, t.Target, name, t.Message)
		if t.Guard == "" {
			continue
		}
		fmt.Fprintf(out, "  if: %s\n", t.Guard)
		for j := range t.Operands {
			o := &t.Operands[j]
			note := ""
			if o.Held {
				note = "  held"
			} else if o.Kind == msgs.MachineOperandInput {
				note = "  never set"
				if o.Age >= 0 {
					note = fmt.Sprintf("  %.2f s old", o.Age)
				}
			}
			fmt.Fprintf(out, "    %s = %s%s\n", o.Text, o.Value, note)
		}
	}
}

// writeFindings writes findings as gonao hfsm check does.
func writeFindings(out io.Writer, all []msgs.MachineFinding) {
	for i := range all {
		f := &all[i]
		key := ""
		if f.Key != "" {
			key = f.Key + ": "
		}
		grave := map[uint8]string{msgs.MachineFindingWarning: "warning: ", msgs.MachineFindingNote: "note: "}[f.Severity]
		fmt.Fprintf(out, "%s:%d:%d: %s%s%s\n", f.File, f.Line, f.Column, grave, key, f.Text)
	}
}
