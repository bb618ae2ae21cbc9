package hfsm

import (
	"errors"
	"maps"
	"slices"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
	"gonao/internal/wording"
)

// frame declares the values of a chart that is used at a state.
func (b *treeBuilder) frame(c *chart.Machine, parent *frame, state int, path string) *frame {
	f := &frame{id: len(b.model.frames), parent: parent, state: state, path: path, chart: c, names: map[string]scoped{}}
	b.model.frames = append(b.model.frames, f)
	if u, ok := c.Unit.(Unit); ok {
		f.unit, f.language = u, c.Language
	}
	for i := range c.Parameters {
		b.declare(f, &c.Parameters[i], ParameterRole)
	}
	for i := range c.Inputs {
		b.input(f, &c.Inputs[i])
	}
	for i := range c.Variables {
		b.declare(f, &c.Variables[i], VariableRole)
	}
	for i := range c.Outputs {
		b.output(f, &c.Outputs[i])
	}
	words := expr.Scope{}
	for word, n := range f.names {
		words[word] = expr.Name{Type: n.typ, Declaration: n.declared, Input: n.input}
	}
	b.words.Offer(words)
	if b.expansion.readers[c] == nil { // a machine that is called twice has its faults once
		for _, fault := range words.Define(c.Functions) {
			b.functionFault(f, fault)
		}
	}
	r := b.expansion.readersOf(c, b.model.profile, words)
	f.words, f.guards = r.words, r.guards
	return f
}

// functionFault reports an error in a function, at its place in the function's value.
func (b *treeBuilder) functionFault(f *frame, fault expr.Fault) {
	var at *expr.Error
	if errors.As(fault.Err, &at) {
		b.find(f, fault.Of.Value.Within(at.Column), at.Code, "%s (in %q)", at.Text, excerpt(fault.Of.Value.Text, at.Column))
		return
	}
	b.fault(f, fault.Of.Place, "%v", fault.Err)
}

// finish compiles the parts of a chart that concern all of it, once all states have ids.
func (b *linker) finish(f *frame) {
	b.texts.here = here{state: f.state}
	for _, e := range f.chart.Preconditions {
		if g := b.texts.guard(f, none, e); g.bool != nil {
			f.demands = append(f.demands, precondition{e.Text, g.bool})
		}
	}
	if f.chart.Profile == chart.Robot {
		f.begin = b.acts.doing(b.acts.actions(f, none, f.chart.Begin))
	}
	b.needs(f)
	if f.call != nil {
		b.arguments(f.parent, f, f.call)
		b.returns(f.parent, f, f.call)
	}
}

// input declares an input. Those of all charts of a machine are the same.
func (b *treeBuilder) input(f *frame, d *chart.Declaration) {
	if d.From != nil {
		b.remark(chart.Note, f, d.From.Place, codeStub, "another program writes this input; in a scenario or in one process it needs a stub")
	}
	if d.Machine != nil {
		d = b.machineState(f, d)
	} else if !b.words.open() {
		offered, there := b.words.Inputs[d.Name]
		if d.From != nil {
			offered, there = b.source(f, d), true
		}
		switch {
		case !there:
			names := slices.Sorted(maps.Keys(b.words.Inputs))
			b.fault(f, d.Place, "no such input here: %q%s; expected one of %s", d.Name, wording.DidYouMean(d.Name, names), chart.Listed(names))
		case d.Type != 0 && offered != d.Type && offered != 0:
			b.fault(f, d.Place, "%s; this input is a %s", d.Type, offered)
		}
	}
	slot, known := b.model.inputs[d.Name]
	if known && f.parent != nil {
		if have := b.model.slots[slot].value.Type; have != d.Type {
			b.fault(f, d.Place, "%s; this input is a %s in the machine that calls this one", d.Type, have)
		}
		b.name(f, d, scoped{slot: slot, typ: d.Type, input: true})
		return
	}
	if slot, ok := b.declare(f, d, InputRole); ok {
		b.model.inputs[d.Name] = slot
	}
}

// source returns the type of an input with a source of its own; 0 after a finding.
func (b *treeBuilder) source(f *frame, d *chart.Declaration) Type {
	if b.words.Source == nil {
		b.fault(f, d.From.Place, "no input has a source of its own here; expected one that the host writes")
		return 0
	}
	t, err := b.words.Source(*d.From)
	if err != nil {
		b.fault(f, d.From.Place, "%v", err)
		return 0
	}
	return t
}

// output declares an output, which the host must offer where it is the machine's own.
func (b *treeBuilder) output(f *frame, d *chart.Declaration) {
	if f.parent == nil && !b.words.open() && b.words.Outputs != nil {
		offered, there := b.words.Outputs[d.Name]
		switch {
		case !there:
			names := slices.Sorted(maps.Keys(b.words.Outputs))
			b.fault(f, d.Place, "no such output here%s; expected one of %s", wording.DidYouMean(d.Name, names), chart.Listed(names))
		case d.Type != 0 && offered != d.Type:
			b.fault(f, d.Place, "%s; this output is a %s", d.Type, offered)
		}
	}
	b.declare(f, d, OutputRole)
}

// declare assigns a slot to a value. In a language without types, the chart's own session holds the undeclared values.
func (b *treeBuilder) declare(f *frame, d *chart.Declaration, role Role) (int, bool) {
	if d.Type == 0 {
		return 0, false
	}
	if len(f.names) >= maxValues {
		if len(f.names) == maxValues {
			b.fault(f, d.Place, "more than %d inputs and variables", maxValues)
		}
		return 0, false
	}
	v := Value{Type: d.Type}
	if d.Initial != nil {
		v = *d.Initial
	} else if before, ok := b.words.before(d.Name); role == InputRole && ok && before.Type == d.Type {
		v = before
	}
	slotID := len(b.model.slots)
	if !b.name(f, d, scoped{slot: slotID, typ: d.Type, writable: role == VariableRole || role == OutputRole, input: role == InputRole}) {
		return 0, false
	}
	path := f.path
	if role == InputRole {
		path = ""
	} else {
		f.slots = append(f.slots, slotID)
	}
	b.model.slots = append(b.model.slots, slot{name: d.Name, path: path, role: role, value: v, written: d})
	b.model.first = append(b.model.first, v)
	return slotID, true
}

// name makes a value known to the expressions of a chart.
func (b *treeBuilder) name(f *frame, d *chart.Declaration, s scoped) bool {
	if _, taken := f.names[d.Name]; taken {
		b.fault(f, d.Place, "an input has this name already")
		return false
	}
	s.declared = d
	f.names[d.Name] = s
	return true
}

// needs checks that the host offers what a chart needs.
func (b *linker) needs(f *frame) {
	if b.words.open() {
		return
	}
	for i, word := range f.chart.Needs {
		if _, ok := b.words.Inputs[word]; ok {
			continue
		}
		if _, ok := b.kind(word); ok {
			continue
		}
		names := slices.Sorted(maps.Keys(b.words.Inputs))
		for _, k := range b.words.Activities {
			names = append(names, k.Name)
		}
		b.fault(f, f.chart.At(f.chart.Place, needsKey(i)), "no input and no activity %q here%s", word, wording.DidYouMean(word, names))
	}
}
