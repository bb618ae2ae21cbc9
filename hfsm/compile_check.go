package hfsm

import (
	"fmt"
	"maps"
	"slices"

	"gonao/hfsm/chart"
	"gonao/hfsm/check"
)

// check reports probable mistakes. The W3C defines what every SCXML document means, so only machines of the profile robot
// are checked.
func (b *compilation) check() {
	if b.model.profile == chart.Robot && !b.expansion.over {
		check.Run(b.checked(), b.errors > 0 || b.model.chart.Faulty, b.add)
	}
}

// remark adds a finding that is not an error, once even if a machine is called twice.
func (b *compilation) remark(how chart.Severity, f *frame, at chart.Place, code, format string, args ...any) {
	found := Finding{
		Severity: how, File: f.chart.FileOf(at), Line: at.Line, Column: at.Column, Key: at.Key,
		Text: fmt.Sprintf(format, args...), Code: code,
	}
	if !slices.Contains(b.findings, found) {
		b.add(found)
	}
}

// unset returns the inputs that only activities set which the machine does not have, with these activities.
func (b *compilation) unset() map[string][]string {
	by := map[string][]string{}
	if b.words.Loose {
		return by
	}
	for i := range b.words.Activities {
		for _, input := range b.words.Activities[i].Sets {
			by[input] = append(by[input], b.words.Activities[i].Name)
		}
	}
	maps.DeleteFunc(by, func(_ string, activities []string) bool { return slices.ContainsFunc(activities, b.model.Uses) })
	return by
}

// checked returns the model as the checks read it.
func (b *compilation) checked() *check.Model {
	m := b.model
	out := &check.Model{
		Charts:   make([]*check.Chart, len(m.frames)),
		States:   make([]check.State, len(m.states)),
		Automata: make([]check.Automaton, len(m.automata)),
	}
	if b.words != nil {
		out.Events, out.Unset = b.words.Events, b.unset()
	}
	for i, f := range m.frames {
		out.Charts[i] = &check.Chart{Written: f.chart, Used: f.used, Foreign: f.chart.Unit != nil}
	}
	for i := range m.automata {
		a := &m.automata[i]
		out.Automata[i] = check.Automaton{State: a.state, Initial: a.initial, Period: a.grid.time(1)}
	}
	transitions := make([]check.Transition, len(m.edges)) // of all states, one after the other
	for i := range m.states {
		s := &m.states[i]
		own := transitions[:len(s.trans):len(s.trans)]
		transitions = transitions[len(s.trans):]
		out.States[i] = check.State{
			Parent: s.parent, Chart: s.frame, Calls: s.call, Around: s.around, Automaton: s.automaton, Children: s.children,
			Name: s.name, Path: s.path, Parallel: s.kind == ParallelState, End: s.kind == EndState, Acts: len(s.do) > 0,
			Source: s.source, Transitions: own,
		}
		for j := range s.trans {
			t := &s.trans[j]
			own[j] = check.Transition{
				Source: t.source, Targets: t.targets, Target: t.target, Domain: t.domain, Exit: t.exit != Running,
				Internal: t.internal, After: t.after, Events: t.events, Priority: t.priority, Name: t.name,
				Guarded: t.guard != nil, Guard: t.node, Written: t.written,
			}
		}
	}
	return out
}
