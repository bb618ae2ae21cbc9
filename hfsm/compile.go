package hfsm

import (
	"fmt"
	"slices"
	"sync"

	"gonao/hfsm/chart"
)

// Bounds that keep a hostile machine from costing much.
const (
	maxDepth    = 64     // of states
	maxStates   = 50_000 // also those of called machines
	maxValues   = 1000   // of one chart
	maxFindings = 100    // more of them help nobody
)

// Compile checks a machine and makes what runs of it. words is what the host
// offers, or nil to take any input and any activity as they are written. The model
// is nil when one of the findings is an error.
func Compile(c *chart.Machine, words *Vocabulary) (*Model, Findings) {
	b := newCompiler(c, words)
	b.space(c)
	b.tree(b.frame(c, nil, 0, ""))
	for _, f := range b.model.frames {
		b.finish(f)
	}
	for s := 0; s < len(b.model.states) && !b.full(); s++ {
		b.resolve(s)
	}
	if c.Profile == chart.SCXML && b.errors == 0 {
		b.scxml()
	}
	b.check()
	b.findings = b.findings.Sorted()
	if b.errors > 0 {
		return nil, b.findings
	}
	b.model.warnings = b.findings
	b.model.hash = sync.OnceValue(b.model.sum)
	b.model.scripted = slices.ContainsFunc(b.model.frames, func(f *frame) bool { return f.unit != nil })
	return b.model, b.findings
}

// Codes of findings of names that mean nothing.
const (
	codeUnknownState    = "unknown-state"
	codeUnknownActivity = "unknown-activity"
	codeStub            = "needs-stub"
)

// compiler makes a Model from a chart. First all states get their ids, then
// transitions and actions are resolved.
type compiler struct {
	words     *Vocabulary
	model     *Model
	findings  Findings
	errors    int // among them
	others    int
	reads     []int // inputs that the guard being compiled reads
	here      here  // what is being compiled
	expansion expansion
}

func newCompiler(c *chart.Machine, words *Vocabulary) *compiler {
	m := &Model{
		name: c.Name, file: c.File, chart: c, profile: c.Profile, limit: MaxTransitions,
		inputs: map[string]int{}, byPath: map[string]int{},
	}
	if c.MaxTransitions > 0 {
		m.limit = c.MaxTransitions
	}
	return &compiler{words: words, model: m}
}

// full says that no more findings are taken, nor need be looked for. It counts
// errors alone: many warnings must not keep an error from being seen.
func (b *compiler) full() bool { return b.errors >= maxFindings }

// add adds a finding, if there is room for it.
func (b *compiler) add(f Finding) {
	count := &b.others
	if f.Severity == chart.Error {
		count = &b.errors
	}
	if *count < maxFindings {
		*count++
		b.findings = append(b.findings, f)
	}
}

// fault adds an error at a place of a chart.
func (b *compiler) fault(f *frame, at chart.Place, format string, args ...any) {
	b.find(chart.Error, f, at, "", format, args...)
}

// find adds a finding at a place of a chart.
func (b *compiler) find(how chart.Severity, f *frame, at chart.Place, code, format string, args ...any) {
	b.add(Finding{
		Severity: how, File: f.chart.File, Line: at.Line, Column: at.Column, Key: at.Key,
		Text: fmt.Sprintf(format, args...), Code: code,
	})
}
