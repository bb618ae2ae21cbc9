package hfsm

import (
	"slices"
	"strings"

	"gonao/hfsm/chart"
)

// machineState returns an input that is the state of another machine, with the states that it can have as its values: a
// comparison with another word is then a finding. It returns the input as written if the host has no other machines, or,
// after a finding, if the other one is wrong.
func (b *treeBuilder) machineState(f *frame, d *chart.Declaration) *chart.Declaration {
	at := d.Machine
	if b.words.open() {
		return d
	}
	if b.words.Machines == nil {
		b.fault(f, at.Place, "no machine can be read here; expected an input that the host writes")
		return d
	}
	words := *b.words
	if len(words.reading) == 0 {
		words.reading = []string{f.chart.Name}
	}
	i := slices.Index(words.reading, at.Machine)
	words.reading = append(slices.Clip(words.reading), at.Machine)
	if i >= 0 {
		ring := strings.Join(words.reading[i:], " -> ")
		b.fault(f, at.Place, "%s: machines that read each other; expected that each reads only machines that tick before it", ring)
		return d
	}
	c, err := b.expansion.machine(b.words, at.Machine)
	if err != nil {
		b.fault(f, at.Place, "machine %s: %v", at.Machine, err)
		return d
	}
	model, found := Compile(c, &words)
	if model == nil {
		b.fault(f, at.Place, "machine %s: %v", at.Machine, found.Errors())
		return d
	}
	known := *d
	known.Enum = []chart.Value{chart.StringValue("")} // before its first entry, and after its end
	for _, path := range model.ActivePaths() {
		if v := chart.StringValue(at.Of(path)); !slices.Contains(known.Enum, v) {
			known.Enum = append(known.Enum, v)
		}
	}
	return &known
}

// ActivePaths returns the non-empty paths that [Machine.Path] can return, in the order of the file: those of states
// without content, and of states whose content can end.
func (m *Model) ActivePaths() []string {
	ends := make([]bool, len(m.automata))
	for i := range m.states {
		s := &m.states[i]
		if s.around == none {
			continue
		}
		exits := slices.ContainsFunc(s.trans, func(t transition) bool { return t.exit != Running })
		ends[s.around] = ends[s.around] || exits || s.ended != Running
	}
	var paths []string
	for _, s := range m.states[1:] {
		if len(s.children) == 0 || s.automaton != none && ends[s.automaton] {
			paths = append(paths, s.path)
		}
	}
	return paths
}
