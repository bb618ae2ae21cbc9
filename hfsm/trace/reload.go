package trace

// This part of the package replaces the model of a running machine: parts with equal names continue where they were.

import (
	"fmt"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Reloaded holds the changes of a new model.
type Reloaded struct {
	Kept      []string // paths of active states that go on
	Dropped   []string // paths of removed active states; their parents started again
	Values    []string // names of values that could not be kept: gone, or of another type or range
	Restarted []string // keys of activities of active states that were stopped, started or both
	Scripts   []string // paths whose scripts start again, because their language cannot keep their data
	Moved     bool     // inputs have other handles, which the new model returns
}

// String returns one line for logs.
func (r *Reloaded) String() string {
	text := fmt.Sprintf("%d active states go on", len(r.Kept))
	for _, part := range []struct {
		what  string
		names []string
	}{{"no more", r.Dropped}, {"values anew", r.Values}, {"activities anew", r.Restarted}, {"scripts anew", r.Scripts}} {
		if len(part.names) > 0 {
			text += "; " + part.what + ": " + chart.Listed(part.names)
		}
	}
	return text
}

// Reload replaces the model of a machine between two ticks. States whose path still exists continue with the time they
// have spent, values are kept by name and type, and an activity with the same place, name and arguments continues; others
// are stopped, and started as after an interruption. If an active state is gone, its automaton enters its initial state.
// After an error the machine is unchanged.
//
// An [hfsm.Input] is the handle of one model: see Reloaded.Moved.
func Reload(m *hfsm.Machine, next *hfsm.Model) (Reloaded, error) {
	how, out := plan(m.Model(), m.Memory(), next)
	done, err := m.Replace(how)
	if err != nil {
		return Reloaded{}, err
	}
	out.Restarted, out.Scripts = done.Restarted, done.Scripts
	return out, nil
}

// ReloadedOf returns how a machine of a model continues with another one.
func ReloadedOf(old *hfsm.Model, memory *hfsm.Memory, next *hfsm.Model) *hfsm.Replacement {
	how, _ := plan(old, memory, next)
	return how
}

// plan returns how a machine continues with another model, and the changes, except Restarted and Scripts.
func plan(old *hfsm.Model, memory *hfsm.Memory, next *hfsm.Model) (*hfsm.Replacement, Reloaded) {
	r := &planning{
		old: old, next: next, was: memory,
		oldAutomata: old.Automata(), automata: next.Automata(),
		plan: &hfsm.Replacement{Model: next, Memory: &hfsm.Memory{
			On: make([]bool, next.States()), Acted: make([]time.Duration, next.Edges()),
		}},
	}
	r.to = r.plan.Memory
	r.states()
	r.values()
	r.activities()
	return r.plan, r.out
}

// planning is a plan under way.
type planning struct {
	old, next *hfsm.Model
	was       *hfsm.Memory // by the ids of old
	to        *hfsm.Memory // by the ids of next
	plan      *hfsm.Replacement
	out       Reloaded

	oldAutomata, automata []hfsm.Automaton
}

// none is the id that means no state, no automaton and no transition.
const none = -1
