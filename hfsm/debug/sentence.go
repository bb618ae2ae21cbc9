package debug

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// sentence returns the reason of a transition with its figures.
func (e *explaining) sentence(t *UntakenTransition, s int) string {
	switch t.Reason {
	case Enabled:
		return "nothing is in its way: it is taken in the next tick"
	case Inactive:
		return fmt.Sprintf("%s is not active", t.State)
	case Event:
		return "no event " + chart.Listed(t.Events) + " has come since the last tick" + e.missed(t, s)
	case Time:
		return fmt.Sprintf("%s of %s are left", seconds(t.Remaining), seconds(t.After))
	case Guard:
		return "its guard is false: " + t.falsity()
	case Behind:
		return t.BlockedBy + " comes first"
	case Leaving:
		id, _ := e.guards.Leaving(s)
		edge := e.model.Edge(id)
		return fmt.Sprintf("%s is being left for %s and waits for activities to stop", e.model.PathOf(edge.Source), edge.Target)
	case Disabled:
		return "it is switched off in the file"
	case Unknown:
		return "its guard is a script, which is not run to find out"
	case Ended:
		return "the machine, or an enclosing state, has ended"
	}
	return ""
}

// missed returns why the last event that a transition waits for was not consumed, if so.
func (e *explaining) missed(t *UntakenTransition, s int) string {
	all := e.guards.MissedEvents()
	for i := len(all) - 1; i >= 0; i-- {
		m := &all[i]
		if !chart.MatchesEvent(t.Events, m.Name) {
			continue
		}
		text := fmt.Sprintf("; %s at %s was not consumed: ", m.Name, seconds(m.At))
		switch of := ""; m.Missed {
		case hfsm.MissedGuard, hfsm.MissedTime:
			if of = "the transition"; e.model.Edge(m.Edge).Source != s {
				of = e.model.Written().EdgeID(m.Edge)
			}
			if m.Missed == hfsm.MissedTime {
				return text + "the time of " + of + " was not up"
			}
			return text + "the guard of " + of + " was false"
		case hfsm.MissedOverrun:
			return text + "too many came after it"
		case hfsm.MissedUnawaited:
			return text + "no active state waited for it"
		}
	}
	return ""
}

// falsity names the false conditions of a guard, with the values they read.
func (t *UntakenTransition) falsity() string {
	var parts []string
	for i := range t.Operands {
		o := &t.Operands[i]
		switch {
		case o.Kind == Term && o.Decides:
			parts = append(parts, o.Text+" is "+o.Value)
		case o.Kind != Term && o.Decides:
			parts = append(parts, o.Text+" = "+o.Value)
		}
	}
	if len(parts) == 0 {
		return t.Guard
	}
	return strings.Join(parts, ", ")
}

// seconds returns a time as people read it.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'g', 4, 64) + " s"
}
