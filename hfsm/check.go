package hfsm

import (
	"fmt"
	"slices"

	"gonao/hfsm/chart"
)

// The codes of what is found besides what keeps a name or a type from being
// understood.
const (
	codeUnknownState    = "unknown-state"
	codeUnknownActivity = "unknown-activity"
	codeUnknownEvent    = "unknown-event"
	codeNoInitial       = "no-initial"
	codeHistory         = "history-without-states"
	codeUnreachable     = "unreachable-state"
	codeDeadEnd         = "dead-end"
	codePeriod          = "time-below-period"
	codeNever           = "never-true"
	codeAlways          = "always-true"
	codeOverlap         = "overlap"
	codeShadowed        = "shadowed"
	codeNeverRead       = "never-read"
	codeNeverWritten    = "never-written"
	codeUnused          = "unused"
	codeUnheard         = "unheard-event"
	codeLayout          = "unknown-layout"
	codeStub            = "needs-stub"
)

// check looks for what is probably not meant: the W3C says of SCXML what all of
// it means, so this is for the profile robot.
func (b *compiler) check() {
	if b.model.profile != chart.Robot {
		return
	}
	b.checkAutomata()
	b.checkGuards()
	if b.errors > 0 { // what follows from an error helps nobody
		return
	}
	reached := b.model.reached()
	b.checkReachable(reached)
	b.checkCycles(reached)
	b.checkDeadEnds(reached)
	b.checkEvents()
	b.checkUse()
	b.checkLayout()
}

// remark adds a finding that is no error, unless the same was said before: of a
// machine that is called twice, say.
func (b *compiler) remark(how chart.Severity, f *frame, at chart.Place, code, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	said := func(found Finding) bool {
		return found.Code == code && found.Key == at.Key && found.Line == at.Line && found.File == f.chart.File && found.Text == text
	}
	if !slices.ContainsFunc(b.findings, said) {
		b.find(how, f, at, code, "%s", text)
	}
}

// of gives the chart a state belongs to.
func (b *compiler) of(s *state) *frame { return b.model.frames[s.frame] }

// checkAutomata looks at each automaton and its times.
func (b *compiler) checkAutomata() {
	m := b.model
	for i := range m.automata {
		s := &m.states[m.automata[i].state]
		src, f := s.source, b.of(s)
		if s.call != none {
			f = m.frames[s.call]
			src = f.chart.Root
		}
		if len(src.Initial) == 0 && len(s.children) > 1 {
			b.remark(chart.Warning, f, src.Place, codeNoInitial, "no initial state; it begins with the first one, %s", m.states[s.children[0]].name)
		}
	}
	for i := range m.states {
		s := &m.states[i]
		if i > 0 && s.automaton == none && s.source.History != chart.Inherit {
			b.remark(chart.Warning, b.of(s), s.source.Place, codeHistory, "a history without states inside to remember")
		}
		for j := range s.trans {
			b.checkPeriod(s, &s.trans[j])
		}
	}
}

// checkPeriod reports a time that its automaton is too slow for.
func (b *compiler) checkPeriod(s *state, t *transition) {
	if t.after == 0 || s.around == none {
		return
	}
	if period := b.model.automata[s.around].grid.time(1); t.after < period {
		f := b.of(s)
		b.remark(chart.Warning, f, f.chart.At(t.written.Place, "after"), codePeriod,
			"%s is less than the period of its automaton, %s, at which it is taken", t.after, period)
	}
}

// checkLayout reports places of states that are not there.
func (b *compiler) checkLayout() {
	f := b.model.frames[0]
	for path := range f.chart.Layout {
		if _, ok := b.model.byPath[path]; !ok || path == "" {
			b.remark(chart.Note, f, f.chart.At(chart.Place{Line: f.chart.Line, Column: f.chart.Column}, "layout."+path), codeLayout, "no state %q", path)
		}
	}
}
