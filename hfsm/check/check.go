// Package check finds what is probably a mistake in a machine of the profile robot: states that nothing reaches or
// leaves, cycles that take no time, guards that are always or never true, transitions that compete, unused values and
// events.
//
// It does not import the engine: package hfsm fills a [Model] and calls [Run].
package check

import (
	"fmt"

	"gonao/hfsm/chart"
)

// The codes of findings, besides those of names and types that are not understood.
const (
	CodeNever     = "never-true"             // a guard that is false for all values
	codeNoInitial = "no-initial"             // the initial state is missing or does not exist
	codeHistory   = "history-without-states" // a history with nothing to remember
	// no transition leads to the state; a warning, so that a half-drawn machine can be tried.
	codeUnreachable = "unreachable-state"
	// a state without a way out, although it does not look intended.
	codeDeadEnd = "dead-end"
	// a state that is left only after success: if a motion or a called machine fails, the machine stays there forever.
	codeFailed = "failure-not-taken"
	codeCycle  = "cycle" // a ring of transitions without time
	// a ring of transitions whose guards can be true together, so that only the bound on transitions ends a tick; the
	// finding shows such values. Not reported if an activity of these states may change an input of the guards when it
	// starts.
	codeGuardedCycle = "guarded-cycle"
	codePeriod       = "time-below-period" // after is shorter than the automaton's period
	codeAlways       = "always-true"       // a guard that is true for all values
	// two transitions of equal priority whose guards can be true together; the finding shows such values.
	codeOverlap = "overlap"
	// a transition that is never taken, because another one always comes before it.
	codeShadowed     = "shadowed"
	codeUnknownEvent = "unknown-event"  // an event that nothing raises
	codeNeverRead    = "never-read"     // a value that nothing reads
	codeNeverWritten = "never-written"  // a value that nothing sets
	codeUnused       = "unused"         // a value that is neither read nor written
	codeUnheard      = "unheard-event"  // an event for which no transition waits
	codeLayout       = "unknown-layout" // a place under layout for a state that does not exist
)

// Run reports what it finds in a model. broken is true when the model already has errors: then only checks that are
// independent of errors run.
func Run(m *Model, broken bool, report func(chart.Finding)) {
	c := &checker{model: m, report: report, seen: map[chart.Finding]bool{}, budget: triesPerMachine}
	c.guards.budget = &c.budget
	c.checkAutomata()
	c.checkGuards()
	if broken {
		return
	}
	reached := m.reached()
	c.checkReachable(reached)
	if !c.model.Charts[0].Written.SingleStep { // otherwise each transition waits for the next period
		c.checkCycles(reached)
		c.checkGuardedCycles(reached)
	}
	c.checkDeadEnds(reached)
	c.checkFailures(reached)
	c.checkEvents()
	c.checkUse()
	c.checkLayout()
}

// checker holds the data shared by the checks of one model.
type checker struct {
	model  *Model
	report func(chart.Finding)
	seen   map[chart.Finding]bool // reported findings
	budget int                    // tries of values that are left
	guards search                 // searches values for which guards are true
}

// remark reports a finding, once: a machine that is called twice has it twice.
func (c *checker) remark(how chart.Severity, in *Chart, at chart.Place, code, format string, args ...any) {
	f := chart.Finding{
		Severity: how, File: in.Written.FileOf(at), Line: at.Line, Column: at.Column, Key: at.Key,
		Text: fmt.Sprintf(format, args...), Code: code,
	}
	if !c.seen[f] {
		c.seen[f] = true
		c.report(f)
	}
}

// chartOf returns the chart that a state is written in.
func (c *checker) chartOf(s *State) *Chart { return c.model.Charts[s.Chart] }

// checkAutomata checks each automaton and its times.
func (c *checker) checkAutomata() {
	m := c.model
	for i := range m.Automata {
		s := &m.States[m.Automata[i].State]
		src, in := s.Source, c.chartOf(s)
		if s.Calls != None {
			in = m.Charts[s.Calls]
			src = in.Written.Root
		}
		if len(src.Initial) == 0 && len(s.Children) > 1 {
			c.remark(chart.Warning, in, src.Place, codeNoInitial, "no initial state; it begins with the first one, %s", m.States[s.Children[0]].Name)
		}
	}
	for i := range m.States {
		s := &m.States[i]
		if i > 0 && s.Automaton == None && s.Source.History != chart.Inherit {
			c.remark(chart.Warning, c.chartOf(s), s.Source.Place, codeHistory, "a history without states inside to remember")
		}
		for j := range s.Transitions {
			c.checkPeriod(s, &s.Transitions[j])
		}
	}
}

// checkPeriod reports a time that is shorter than the period of its automaton.
func (c *checker) checkPeriod(s *State, t *Transition) {
	if t.After == 0 || s.Around == None {
		return
	}
	if period := c.model.Automata[s.Around].Period; t.After < period {
		in := c.chartOf(s)
		c.remark(chart.Warning, in, in.Written.At(t.Written.Place, "after"), codePeriod,
			"%s is less than the period of its automaton, %s, at which it is taken", t.After, period)
	}
}

// checkLayout reports positions of states that do not exist.
func (c *checker) checkLayout() {
	paths := map[string]bool{}
	for i := 1; i < len(c.model.States); i++ {
		paths[c.model.States[i].Path] = true
	}
	own := c.model.Charts[0]
	for path := range own.Written.Layout {
		if !paths[path] {
			at := own.Written.At(chart.Place{Line: own.Written.Line, Column: own.Written.Column}, "layout."+path)
			c.remark(chart.Note, own, at, codeLayout, "no state %q", path)
		}
	}
}
