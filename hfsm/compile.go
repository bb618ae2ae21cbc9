package hfsm

import (
	"fmt"
	"slices"
	"sync"

	"gonao/hfsm/chart"
)

// Bounds that keep a hostile machine from costing much.
const (
	maxDepth    = 64     // of nested states
	maxStates   = 50_000 // including those of called machines
	maxValues   = 1000   // in one chart
	maxFindings = 100    // more are of no help
)

// Compile checks a machine and returns the model that runs. words is what the host offers, or nil to accept any input and
// any activity as written. The model is nil when one of the findings is an error.
func Compile(c *chart.Machine, words *Vocabulary) (*Model, Findings) {
	c, found := Extended(c, words)
	if c == nil || len(found.Errors()) > 0 {
		return nil, found
	}
	b := newCompilation(c, words)
	b.findings = found
	tree := &treeBuilder{b}
	tree.space(c)
	tree.tree(tree.frame(c, nil, 0, ""))
	b.model.order()
	texts := &textCompiler{compilation: b}
	acts := &actionCompiler{compilation: b, texts: texts}
	links := &linker{b, texts, acts}
	for _, f := range b.model.frames {
		links.finish(f)
	}
	for s := 0; s < len(b.model.states) && !b.full(); s++ {
		links.resolve(s)
	}
	if c.Profile == chart.SCXML && b.errors == 0 {
		documents := &documentCompiler{b, texts, acts}
		acts.own = documents.own
		documents.scxml()
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
	codeUnknownState    = "unknown-state"    // a state that does not exist
	codeUnknownActivity = "unknown-activity" // an activity that the robot does not have
	// another program does this; a scenario, and a robot in one process, needs a stub for it.
	codeStub = "needs-stub"
)

// compilation holds what all stages of a compilation share: the names, the model under construction, and the findings.
// First treeBuilder assigns an id to each state, then linker resolves transitions and actions; documentCompiler adds what
// the profile scxml needs in addition.
type compilation struct {
	words    *Vocabulary
	model    *Model
	findings Findings
	errors   int // among them
	others   int
	// expansion is what calls have added to the machine.
	expansion expansion
}

// treeBuilder makes the states, the automata and the values.
type treeBuilder struct{ *compilation }

// textCompiler makes functions of expressions and scripts.
type textCompiler struct {
	*compilation
	here here // the state being compiled
}

// actionCompiler makes functions of actions, and uses of activities.
type actionCompiler struct {
	*compilation
	texts *textCompiler
	// own compiles what a profile does in its own way; may be nil, and returns nil for everything else.
	own func(f *frame, state int, a *chart.Action) func(*Machine) error
}

// linker binds transitions, actions and calls to ids.
type linker struct {
	*compilation
	texts *textCompiler
	acts  *actionCompiler
}

// documentCompiler compiles what only the profile scxml needs.
type documentCompiler struct {
	*compilation
	texts *textCompiler
	acts  *actionCompiler
}

func newCompilation(c *chart.Machine, words *Vocabulary) *compilation {
	m := &Model{
		name: c.Name, file: c.File, chart: c, profile: c.Profile, limit: MaxTransitions,
		inputs: map[string]int{}, byPath: map[string]int{},
	}
	m.single = c.SingleStep
	if c.MaxTransitions > 0 {
		m.limit = c.MaxTransitions
	}
	return &compilation{words: words, model: m}
}

// full reports whether no more findings are accepted, so that the search can stop. It counts only errors: many warnings
// must not hide an error.
func (b *compilation) full() bool { return b.errors >= maxFindings }

// add adds a finding, if there is room for it.
func (b *compilation) add(f Finding) {
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
func (b *compilation) fault(f *frame, at chart.Place, format string, args ...any) {
	b.find(f, at, "", format, args...)
}

// find adds a finding at a place of a chart.
func (b *compilation) find(f *frame, at chart.Place, code, format string, args ...any) {
	b.add(Finding{
		Severity: chart.Error, File: f.chart.FileOf(at), Line: at.Line, Column: at.Column, Key: at.Key,
		Text: fmt.Sprintf(format, args...), Code: code,
	})
}
