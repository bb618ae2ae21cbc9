package hfsm

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// defaults are what an automaton takes from the one around it.
type defaults struct {
	rateHz  float64
	history rule
}

// rule is a history: what an automaton does when it is entered again, and what
// that means for the automata below it that say nothing themselves.
type rule struct{ own, below history }

// histories are the rules by their names.
var histories = map[string]rule{
	"none":    {restart, restart},
	"shallow": {keep, restart},
	"deep":    {keep, keep},
	"resume":  {resume, resume},
}

// automaton reads an automaton, its states and what is inside them; owner is the
// state it is inside of, or none.
func (b *builder) automaton(at *yaml.Node, key string, fields map[string]field, owner int, d defaults, depth int) {
	id := len(b.model.automata)
	a := automaton{owner: owner, parent: none, depth: depth, initial: none}
	if owner != none {
		a.parent = b.model.states[owner].automaton
		b.model.states[owner].child = id
	}
	d = b.automatonDefaults(fields, key, d, &a)
	b.model.automata = append(b.model.automata, a)

	states, ok := fields["states"]
	if !ok {
		b.fault(at, join(key, "states"), "missing; expected at least one state")
		return
	}
	if depth > maxDepth {
		b.fault(states.key, join(key, "states"), "more than %d automata inside each other", maxDepth)
		return
	}
	entries := b.mapping(states.val, join(key, "states"), "states by their names")
	if states.val.Kind == yaml.MappingNode && len(entries) == 0 {
		b.fault(states.val, join(key, "states"), "no state; expected at least one")
	}
	ids := map[string]int{}
	var names []string
	for _, f := range entries {
		if s, ok := b.state(f, key, id, d, depth); ok {
			ids[f.name] = s
			names = append(names, f.name)
		}
	}
	initial, ok := fields["initial"]
	if !ok {
		b.fault(at, join(key, "initial"), "missing; expected the state it begins with, one of %s", chart.Listed(names))
		return
	}
	word, ok := b.text(initial.val, join(key, "initial"), "the name of a state")
	if !ok {
		return
	}
	s, ok := ids[word]
	if !ok {
		b.fault(initial.val, join(key, "initial"), "no state %q%s; expected one of %s", word, suggest.DidYouMean(word, names), chart.Listed(names))
		return
	}
	b.model.automata[id].initial = s
}

// automatonDefaults reads an automaton's rate and history.
func (b *builder) automatonDefaults(fields map[string]field, key string, d defaults, a *automaton) defaults {
	if f, ok := fields["rate_hz"]; ok {
		at := join(key, "rate_hz")
		rate, ok := b.number(f.val, at, fmt.Sprintf("a rate from %g to %d Hz", minRateHz, maxRateHz))
		switch {
		case ok && (rate < minRateHz || rate > maxRateHz):
			b.fault(f.val, at, "%g Hz; expected a rate from %g to %d Hz", rate, minRateHz, maxRateHz)
		case ok:
			d.rateHz = rate
		}
	}
	a.grid = newGrid(d.rateHz)
	if f, ok := fields["history"]; ok {
		const expected = "none, shallow, deep or resume"
		at := join(key, "history")
		word, ok := b.text(f.val, at, expected)
		h, known := histories[word]
		if ok && !known {
			b.fault(f.val, at, "no history %q; expected %s", word, expected)
		}
		if known {
			d.history = h
		}
	}
	a.history = d.history.own
	if a.owner != none { // the machine's own rule is that of its uppermost sub-automata
		d.history.own = d.history.below
	}
	return d
}

// state reads one state and the automaton inside it.
func (b *builder) state(f field, key string, automaton int, d defaults, depth int) (int, bool) {
	key = join(join(key, "states"), f.name)
	if !isName(f.name) || f.name == finalName || f.name == failedName {
		b.fault(f.key, key, "%q is no name for a state; expected letters, digits, _ and -, a letter first, not %s or %s",
			f.name, finalName, failedName)
		return 0, false
	}
	id := len(b.model.states)
	s := state{name: f.name, path: f.name, automaton: automaton, child: none}
	if owner := b.model.automata[automaton].owner; owner != none {
		s.path = b.model.states[owner].path + "/" + f.name
		s.names = append(s.names, b.model.states[owner].names...)
	}
	s.names = append(s.names, f.name)
	b.model.states = append(b.model.states, s)
	b.raw = append(b.raw, rawState{key: key, node: f.key})

	if f.val.Kind == yaml.ScalarNode && f.val.Tag == "!!null" {
		return id, true // a state that does nothing
	}
	fields := b.record(f.val, key, "a state: entry, do, exit, transitions, states, …", stateKeys...)
	b.raw[id].fields = fields
	if _, compound := fields["states"]; compound {
		b.automaton(f.key, key, fields, id, d, depth+1)
		return id, true
	}
	for _, word := range []string{"initial", "history", "rate_hz"} {
		if f, ok := fields[word]; ok {
			b.fault(f.key, join(key, word), "only for a state with states inside; expected states beside it")
		}
	}
	return id, true
}
