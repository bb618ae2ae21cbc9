package jderobot

import (
	"slices"
	"strings"

	"gonao/hfsm/chart"
)

// lossesOfMachine reports properties of the machine as a whole that the dialect cannot express.
func (w *writer) lossesOfMachine() {
	m := w.m
	if m.Profile == chart.SCXML {
		w.find(chart.Error, m.Place, "no-such-form", "the profile scxml; VisualStates runs machines of the profile robot")
	}
	var walk func(s *chart.State)
	walk = func(s *chart.State) {
		switch {
		case s.Kind == chart.Parallel:
			w.find(chart.Error, s.Place, "no-such-form", "regions; VisualStates has one active state in each automaton")
		case s.Kind == chart.ShallowMemory || s.Kind == chart.DeepMemory:
			w.find(chart.Error, s.Place, "no-such-form", "a history pseudo-state; VisualStates has no such states")
		case s.Call != nil:
			w.find(chart.Error, s.Place, "no-such-form", "the call of the machine "+s.Call.Machine+"; VisualStates has no machines within a file")
		case len(s.Invokes) > 0:
			w.find(chart.Error, s.Place, "no-such-form", "an invoke; VisualStates has no invoke")
		}
		if s != m.Root && s.History != chart.Inherit || s.History == chart.Shallow {
			w.left(s.Place, "the history; VisualStates starts an automaton from its initial state when its state is entered again")
		}
		for _, inner := range s.States {
			walk(inner)
		}
	}
	walk(m.Root)
	for _, part := range []struct {
		there bool
		what  string
	}{
		{!m.SingleStep && hurries(m.Root), "that an automaton takes several transitions in one tick; VisualStates takes one"},
		{m.Root.History != chart.None && !m.SingleStep && nests(m.Root), "that automata are resumed; VisualStates starts them from the initial state"},
		{m.Language != "", "the language " + m.Language + " of its expressions, which are written unchanged"},
		{len(m.Needs) > 0 || len(m.Preconditions) > 0, "needs and preconditions"},
		{len(m.Functions) > 0, "its functions; write them as code"},
		{len(m.Begin) > 0, "its actions at the start"},
		{m.Level != chart.NoLevel || len(m.Spaces) > 0, "its level and its spaces"},
		{m.Description != "", "its description"},
		{slices.ContainsFunc(m.Inputs, func(d chart.Declaration) bool { return d.Machine != nil }), "that inputs are the states of other machines; write them as code"},
	} {
		if part.there {
			w.left(m.Place, part.what)
		}
	}
}

// left reports that something is left out.
func (w *writer) left(at chart.Place, what string) {
	w.find(chart.Warning, at, "left-out", "left out: "+what)
}

func (w *writer) lossesOfState(s *chart.State) {
	if len(s.Entry)+len(s.Do)+len(s.Exit) > 0 {
		w.left(s.Place, "entry, do and exit of "+s.Name+"; write them as code")
	}
	if s.Kind == chart.FinalState {
		w.left(s.Place, "that "+s.Name+" ends its automaton")
	}
}

func (w *writer) lossesOfTransition(t *chart.Transition) {
	var lost []string
	if t.After > 0 && (t.If != nil || len(t.Events) > 0) {
		lost = append(lost, "its time, which VisualStates cannot join with a condition")
	}
	if len(t.Events) > 0 {
		lost = append(lost, "its event, which is a comment now")
	}
	if t.Priority != 0 {
		lost = append(lost, "its priority")
	}
	if len(t.Then) > 0 {
		lost = append(lost, "its actions; write them as code")
	}
	if t.Internal {
		lost = append(lost, "that it is internal")
	}
	if len(lost) > 0 {
		w.left(t.Place, strings.Join(lost, "; "))
	}
}

// hurries reports whether there are states, one after the other, that transitions without a time leave: several may be taken
// in one tick.
func hurries(s *chart.State) bool {
	for _, inner := range s.States {
		for _, t := range inner.Transitions {
			if t.After > 0 || len(t.Events) > 0 {
				continue
			}
			for _, next := range s.States {
				if slices.Contains(t.To, next.Name) && slices.ContainsFunc(next.Transitions, func(t *chart.Transition) bool { return t.After == 0 && len(t.Events) == 0 }) {
					return true
				}
			}
		}
		if hurries(inner) {
			return true
		}
	}
	return false
}

// nests reports whether a state inside the machine has states of its own.
func nests(root *chart.State) bool {
	for _, s := range root.States {
		if len(s.States) > 0 {
			return true
		}
	}
	return false
}
